// SPDX-License-Identifier: Apache-2.0
// How the worker stamps passes and brings stamps back, where an engine refuses, fails or is slow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "worker/fake_procs.hpp"
#include "worker/native/encode.hpp"
#include "worker/native/open.hpp"
#include "worker/native/readback.hpp"

namespace assay::worker::native::test {
namespace {

using namespace std::chrono_literals;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Of everything that the worker may call.
std::vector<std::string> names_of_procs() {
  std::vector<std::string> names;
#define ASSAY_NAME(name) names.emplace_back(#name);
  ASSAY_STANDARD_PROCS(ASSAY_NAME)
  ASSAY_WGPU_NATIVE_PROCS(ASSAY_NAME)
#undef ASSAY_NAME
  return names;
}

TEST(Stamps, T45_AreWrittenByPassesAloneSoThatNoEngineNeedsAnotherWay) {
  EXPECT_THAT(names_of_procs(), Each(Not(HasSubstr("WriteTimestamp"))));
}

TEST(Stamps, T45_OfAPassAreItsBeginAndItsEndAndOthersHaveNone) {
  const auto device = fake_device();
  const std::string label = "pass";
  const StoredTrack track{.track = {.trials = messages::Track::Trials::around}};
  const ReadyPass stamped{.stamped = true, .label = &label}, plain{.label = &label};
  const ReadySlot slot{.track = &track, .trials = 2, .variants = {{stamped, plain}}};
  ASSERT_TRUE(encode_slots(*device, std::span(&slot, 1), nullptr, 6));
  EXPECT_EQ(fake().passes, 4);
  ASSERT_EQ(fake().stamped.size(), 2U);
  EXPECT_EQ(fake().stamped[0].beginningOfPassWriteIndex, 6U);
  EXPECT_EQ(fake().stamped[0].endOfPassWriteIndex, 7U);
  EXPECT_EQ(fake().stamped[1].beginningOfPassWriteIndex, 8U);
  EXPECT_EQ(fake().stamped[1].endOfPassWriteIndex, 9U);
}

TEST(Stamps, T22_AFeatureThatTheAdapterLacksIsNeverRequested) {
  const Procs& procs = fresh_fake_procs();
  fake().has_features = false;
  SeenAdapter adapter{};
  const auto device =
      open_device(procs, wgpu_native_dialect(), adapter, {.features = {"timestamp-query"}}, HostClock::now() + 60s);
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().kind, Failure::Kind::unsupported);
  EXPECT_EQ(device.error().what, "the adapter lacks the feature 'timestamp-query'");
  EXPECT_THAT(fake().requested_features, IsEmpty());
}

TEST(Stamps, T53_NeedNoFeatureButTheOneForWholePasses) {
  const Procs& procs = fresh_fake_procs();
  SeenAdapter adapter{};
  ASSERT_TRUE(
      open_device(procs, wgpu_native_dialect(), adapter, {.features = {"timestamp-query"}}, HostClock::now() + 60s));
  EXPECT_THAT(fake().requested_features, ElementsAre(ElementsAre(WGPUFeatureName_TimestampQuery)));
}

TEST(QuerySet, T18_IsOneForAllSubmissionsOfADevice) {
  const auto device = fake_device();
  Readback readback(*device);
  for (int i = 0; i < 33; ++i) ASSERT_TRUE(readback.query_set());
  EXPECT_THAT(fake().query_sets, ElementsAre(messages::kMostQueries));
}

TEST(QuerySet, T17_ThatThereIsNoMemoryForIsAMissingInstrument) {
  const auto device = fake_device();
  Readback readback(*device);
  fake().scopes = {{WGPUErrorType_NoError, ""}, {WGPUErrorType_OutOfMemory, "heap is full"}};
  const auto queries = readback.query_set();
  ASSERT_FALSE(queries);
  EXPECT_EQ(queries.error().kind, Failure::Kind::out_of_memory);
  EXPECT_EQ(queries.error().what, "no query set for timestamps could be made: heap is full");
}

class ReadBack : public testing::Test {
 protected:
  /// Fetches no stamps and no pieces: only the proof of freshness.
  Outcome<Fetched> fetch(HostClock::time_point deadline = HostClock::now() + 60s) {
    auto ready = readback_.prepare(0, {});
    if (!ready) return tl::unexpected(ready.error());
    return readback_.fetch(*ready, deadline);
  }
  std::unique_ptr<Device> device_ = fake_device();
  Readback readback_{*device_};
};

TEST_F(ReadBack, IsMappedAndUnmappedOnceEachTime) {
  ASSERT_TRUE(fetch());
  ASSERT_TRUE(fetch());
  EXPECT_EQ(fake().maps, 2);
  EXPECT_EQ(fake().unmaps, 2);
  EXPECT_EQ(fake().buffers, 2) << "the token and one buffer for both";
}

TEST_F(ReadBack, T42_ThatFailedIsNotUnmappedAndItsBufferNeverUsedAgain) {
  fake().map = FakeEngine::Map::fails;
  const auto failed = fetch();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, Failure::Kind::internal);
  EXPECT_EQ(failed.error().value, "AbortError");
  EXPECT_EQ(fake().unmaps, 0);
  const int buffers = fake().buffers;
  fake().map = FakeEngine::Map::succeeds;
  EXPECT_TRUE(fetch());
  EXPECT_EQ(fake().buffers, buffers + 1);
  EXPECT_EQ(fake().unmaps, 1);
}

TEST_F(ReadBack, T43_ThatIsPendingTakesNoFurtherCopy) {
  auto first = readback_.prepare(0, {});
  auto second = readback_.prepare(0, {});
  ASSERT_TRUE(first && second);
  fake().map = FakeEngine::Map::never_ends;
  const auto late = readback_.fetch(*first, HostClock::now() - 1s);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind, Failure::Kind::deadline);
  const int submissions = fake().submissions;
  const auto refused = readback_.fetch(*second, HostClock::now() + 60s);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Failure::Kind::internal);
  EXPECT_EQ(fake().submissions, submissions) << "nothing was copied into a buffer on its way to the host";
  EXPECT_EQ(fake().maps, 1);
  for (const auto& end : fake().late) end();  // of an engine that goes away: what was lent to the callback comes back
}

TEST_F(ReadBack, T41_ThatTheLossOfTheDeviceAbortsIsALostDevice) {
  fake().map = FakeEngine::Map::fails;
  auto ready = readback_.prepare(0, {});
  ASSERT_TRUE(ready);
  fake().lose_on_submit = device_->reports.get();
  const auto failed = readback_.fetch(*ready, HostClock::now() + 60s);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, Failure::Kind::lost);
  const int submissions = fake().submissions;
  EXPECT_FALSE(fetch());
  EXPECT_EQ(fake().submissions, submissions) << "nothing is submitted to a lost device";
}

TEST_F(ReadBack, T41_OfOldBytesIsALostDeviceAndNoReading) {
  ASSERT_TRUE(fetch());
  fake().forgets_writes = true;
  const auto stale = fetch();
  ASSERT_FALSE(stale);
  EXPECT_EQ(stale.error().kind, Failure::Kind::lost);
  EXPECT_THAT(stale.error().what, HasSubstr("an old read-back"));
}

}  // namespace
}  // namespace assay::worker::native::test
