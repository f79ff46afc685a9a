// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "worker/fault_injection.hpp"
#include "worker/native/adapters.hpp"
#include "worker/native/kernels.hpp"
#include "worker/native/limits.hpp"
#include "worker/native/sha256.hpp"
#include "worker/request_name.hpp"

namespace assay::worker::native {
namespace {

using messages::Adapter;

TEST(SourcePosition, IsTheFirstPairOfNumbersBehindColons) {
  EXPECT_EQ(position_in("  ┌─ bad.wgsl:12:7\n", "bad.wgsl").line, 12U);
  EXPECT_EQ(position_in("  ┌─ bad.wgsl:12:7\n", "bad.wgsl").column, 7U);
  EXPECT_EQ(position_in(":9 error: a:b:c 3:4", "").line, 0U);
  EXPECT_EQ(position_in("at :1:2 and :3:4", "").line, 1U);
  EXPECT_EQ(position_in(":99999999999:1 :5:6", "").line, 5U) << "a number that does not fit is no line";
  EXPECT_EQ(position_in("ends:7:", "").line, 0U);
  EXPECT_EQ(position_in("", "").column, 0U);
}

TEST(SourcePosition, IsNeverTakenFromTheLabel) {
  EXPECT_EQ(position_in("label = 'y:7:9.wgsl' at wgsl:3:78", "y:7:9.wgsl").line, 3U);
  EXPECT_EQ(position_in("y:7:9.wgsl:3:78", "y:7:9.wgsl").column, 78U);
  EXPECT_EQ(position_in("a:7:3:11", "a:7").line, 3U) << "a label that ends in half of a position";
  EXPECT_EQ(position_in("a:7a:7", "a:7").line, 0U) << "nothing is left";
  EXPECT_EQ(position_in("at 7:12:7", "7").line, 12U) << "a label without a colon is not looked for";
}

TEST(ColumnInCharacters, CountsTheCharactersOfItsLineInFront) {
  const std::string_view text = "first\n/* é漢🙂 */ x\nlast";
  EXPECT_EQ(column_in_characters(text, {.line = 1, .column = 3}), 3U);
  EXPECT_EQ(column_in_characters(text, {.line = 2, .column = 17}), 11U) << "nine bytes are three characters";
  EXPECT_EQ(column_in_characters(text, {.line = 2, .column = 4}), 4U);
  EXPECT_EQ(column_in_characters(text, {.line = 2, .column = 40}), 34U) << "behind the end";
  EXPECT_EQ(column_in_characters(text, {.line = 9, .column = 2}), 2U) << "a line that there is not";
  EXPECT_EQ(column_in_characters(text, {}), 0U);
}

TEST(VersionText, UnpacksFourNumbers) { EXPECT_EQ(version_text(0x1D000101), "29.0.1.1"); }

TEST(ChooseAdapter, TakesTheBestKindUnlessANameIsWished) {
  const std::vector<Adapter> adapters = {{.name = "llvmpipe", .kind = Adapter::Kind::software},
                                         {.name = "Strange", .kind = Adapter::Kind::unknown},
                                         {.name = "Iris", .kind = Adapter::Kind::integrated},
                                         {.name = "Big A", .kind = Adapter::Kind::discrete},
                                         {.name = "Big B", .kind = Adapter::Kind::discrete}};
  EXPECT_EQ(choose_adapter(adapters, ""), 3U);
  EXPECT_EQ(choose_adapter(adapters, "big b"), 4U);
  EXPECT_EQ(choose_adapter(adapters, "PIPE"), 0U);
  EXPECT_EQ(choose_adapter({adapters[0]}, ""), 0U);
}

TEST(RequiredLimits, LeaveWhatWasNotAskedToTheEngine) {
  WGPULimits adapter = WGPU_LIMITS_INIT;
  adapter.maxBufferSize = 1000;
  adapter.minStorageBufferOffsetAlignment = 64;
  const auto limits = required_limits({{"maxBufferSize", 900}, {"minStorageBufferOffsetAlignment", 64}}, adapter);
  ASSERT_TRUE(limits);
  EXPECT_EQ(limits->maxBufferSize, 900U);
  EXPECT_EQ(limits->minStorageBufferOffsetAlignment, 64U);
  EXPECT_EQ(limits->maxBindGroups, WGPU_LIMIT_U32_UNDEFINED);
  EXPECT_FALSE(required_limits({{"maxBufferSize", 1001}}, adapter));
  EXPECT_FALSE(required_limits({{"minStorageBufferOffsetAlignment", 32}}, adapter)) << "a smaller alignment asks more";
}

TEST(Plausible, RefusesNumbersOfAMislaidStruct) {
  EXPECT_FALSE(plausible(WGPU_LIMITS_INIT));
  EXPECT_FALSE(plausible(WGPULimits{}));
}

TEST(Sha256, IsThatOfTheStandardsExample) {
  Sha256 hash;
  const std::string text = "abc";
  hash.update(std::as_bytes(std::span(text).first(1)));
  hash.update(std::as_bytes(std::span(text).subspan(1)));
  EXPECT_EQ(hash.hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(FaultPlan, StrikesOnceAtTheNthRequestOfThatName) {
  auto plan = FaultPlan::parse("lost@run:2");
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->next("run"));
  EXPECT_FALSE(plan->next("read"));
  EXPECT_EQ(plan->next("run"), InjectedFault::lost);
  EXPECT_FALSE(plan->next("run"));
  for (const char* text : {"", "abort", "abort@run", "abort@run:0", "abort@run:x", "melt@run:1", "abort@:1"}) {
    EXPECT_FALSE(FaultPlan::parse(text)) << text;
  }
}

TEST(RequestName, IsTheWireName) {
  EXPECT_EQ(request_name(messages::Hello{}), "hello");
  EXPECT_EQ(request_name(messages::Track{}), "track");
  EXPECT_EQ(request_name(messages::Sha256{}), "sha256");
  EXPECT_EQ(request_name(messages::Close{}), "close");
}

}  // namespace
}  // namespace assay::worker::native
