// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/answer_shape.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/remote/event_log.hpp"

namespace assay::engine {
namespace {

using messages::Track;
using testing::HasSubstr;
using testing::Optional;

Track track_of(Track::Trials trials) {
  return {.id = 1,
          .trials = trials,
          .ops = {messages::FenceOp{}, messages::PassOp{.stamped = true}, messages::PassOp{},
                  messages::PassOp{.stamped = true}}};
}

TEST(TrackStamps, CountStampedPassesOnceWhereTrialsRepeatInside) {
  EXPECT_EQ(stamps_of(track_of(Track::Trials::inside)).stamps(10), 4U);
}

TEST(TrackStamps, CountThemForEachTrialWhereTrialsRepeatAround) {
  EXPECT_EQ(stamps_of(track_of(Track::Trials::around)).stamps(10), 40U);
}

TEST(Misfit, OfARunNamesWhatDiffers) {
  const TrackStampsById tracks{{1, stamps_of(track_of(Track::Trials::inside))}};
  const messages::Run wish{.submissions = {{.slots = {{.track = 1}}}}, .reads = {{.bytes = 8}}};
  messages::RunAnswer answer{.submissions = {{.slots = {{.stamps = {1, 2, 3, 4}}}}}, .reads = messages::Blob(8)};
  EXPECT_EQ(misfit(wish, answer, tracks), std::nullopt);

  auto fewer_bytes = answer;
  fewer_bytes.reads.resize(4);
  EXPECT_THAT(misfit(wish, fewer_bytes, tracks), Optional(HasSubstr("4 bytes where 8")));
  auto fewer_stamps = answer;
  fewer_stamps.submissions[0].slots[0].stamps.pop_back();
  EXPECT_THAT(misfit(wish, fewer_stamps, tracks), Optional(HasSubstr("3 stamps where 4")));
  auto unasked = answer;
  unasked.unwritten = {0};
  EXPECT_THAT(misfit(wish, unasked, tracks), Optional(HasSubstr("1 unwritten queries where 0")));
  auto more_submissions = answer;
  more_submissions.submissions.emplace_back();
  EXPECT_THAT(misfit(wish, more_submissions, tracks), Optional(HasSubstr("2 submissions where 1")));
  EXPECT_THAT(misfit(wish, answer, {}), Optional(HasSubstr("track 1, which it was never told")));
}

TEST(Misfit, OfOpenIsAChosenAdapterThatIsNotThere) {
  EXPECT_EQ(misfit(messages::Open{}, messages::OpenAnswer{.adapters = {{}}, .chosen = 0}), std::nullopt);
  EXPECT_THAT(misfit(messages::Open{}, messages::OpenAnswer{.adapters = {{}}, .chosen = 1}),
              Optional(HasSubstr("chose adapter 1 of 1")));
  EXPECT_EQ(misfit(messages::Open{.list_only = true}, messages::OpenAnswer{}), std::nullopt);
}

TEST(Misfit, OfKernelsIsAnotherOrder) {
  const messages::Kernels wish{.kernels = {{.id = 1}, {.id = 2}}};
  EXPECT_EQ(misfit(wish, messages::KernelsAnswer{.kernels = {{.id = 1}, {.id = 2}}}), std::nullopt);
  EXPECT_TRUE(misfit(wish, messages::KernelsAnswer{.kernels = {{.id = 2}, {.id = 1}}}));
  EXPECT_TRUE(misfit(wish, messages::KernelsAnswer{.kernels = {{.id = 1}}}));
}

TEST(Misfit, OfAnAllocationIsOneThatNobodyAskedFor) {
  const messages::Allocate wish{.allocations = {{.id = 3}}};
  EXPECT_EQ(misfit(wish, messages::AllocateAnswer{.out_of_memory = {3}}), std::nullopt);
  EXPECT_TRUE(misfit(wish, messages::AllocateAnswer{.out_of_memory = {4}}));
}

TEST(Misfit, OfAHashIsAnythingButSixtyFourLowerCaseDigits) {
  EXPECT_EQ(misfit(messages::Sha256{}, messages::Sha256Answer{.hex = std::string(64, 'f')}), std::nullopt);
  EXPECT_TRUE(misfit(messages::Sha256{}, messages::Sha256Answer{.hex = std::string(64, 'F')}));
  EXPECT_TRUE(misfit(messages::Sha256{}, messages::Sha256Answer{.hex = "f"}));
}

TEST(EventLog, CutsALongTextAtACharacter) {
  EventLog log;
  std::string text = "x";
  for (int i = 0; i < 5000; ++i) text += "ä";
  log.add({.text = text});
  const std::string kept = log.take().at(0).text;
  EXPECT_LE(kept.size(), EventLog::kMostTextBytes + 3);
  EXPECT_EQ(kept.substr(kept.size() - 5), "ä…");
}

}  // namespace
}  // namespace assay::engine
