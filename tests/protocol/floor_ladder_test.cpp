// SPDX-License-Identifier: Apache-2.0
#include "protocol/floor_ladder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "protocol/schedule.hpp"

namespace assay::protocol {
namespace {

/// One build in every slot, on a device where slots under the letters of arm 1 read `bias` times as long.
result::FloorRecord rung(std::uint32_t number, double bias) {
  result::FloorRecord floor{.rung = number};
  std::uint64_t now = 1;
  for (const auto& block : draw_square(9, 0, number, 4, {}).blocks) {
    auto& record = floor.square.blocks.emplace_back();
    for (const std::uint32_t letter : block.slots) {
      const auto ticks = static_cast<std::uint64_t>(1e6 * (letter / 2 == 1 ? bias : 1.0));
      record.slots.push_back({.instance = letter, .begin = now, .end = now + ticks});
      now += ticks + 10;
    }
  }
  return floor;
}

TEST(FloorLadder, ReadsEachRungUnderTheLettersAsTheMedianOverTheReplicates) {
  result::Comparison comparison;
  comparison.schedule.location = result::Location::sum;
  for (const double bias : {1.0, 1.01, 1.5}) {
    comparison.replicates.push_back({.ladder = {rung(0, bias), rung(2, 1.0)}});
  }
  const auto rungs = ladder_rungs(comparison, {});
  ASSERT_EQ(rungs.size(), 2U) << "the middle rung was not run";
  EXPECT_NEAR(rungs[0].effect, std::log(1.01), 1e-6);
  EXPECT_FALSE(rungs[0].leans) << "three replicates that read 0, 1 and 50 % have not agreed on a side";
  EXPECT_NEAR(rungs[1].effect, 0, 1e-12);
  EXPECT_FALSE(rungs[1].leans);
}

TEST(FloorLadder, LeansWhereTheReplicatesAgreeOnASide) {
  result::Comparison comparison;
  comparison.schedule.location = result::Location::sum;
  for (const double bias : {1.02, 1.022, 1.021, 1.019, 1.02}) {
    comparison.replicates.push_back({.ladder = {rung(0, bias), rung(1, 2 - bias)}});
  }
  const auto rungs = ladder_rungs(comparison, {});
  ASSERT_EQ(rungs.size(), 2U);
  EXPECT_TRUE(rungs[0].leans);
  EXPECT_TRUE(rungs[1].leans) << "to the other side";
  EXPECT_LT(rungs[1].effect, 0);
}

TEST(FloorLadder, LeavesAVoidRungOut) {
  result::Comparison comparison;
  comparison.replicates.push_back({.ladder = {rung(0, 1.0)}});
  comparison.replicates[0].ladder[0].square.void_reason = "unwritten";
  EXPECT_THAT(ladder_rungs(comparison, {}), testing::IsEmpty());
}

TEST(FloorLadder, TellsHowTheBuildMovedWithinASession) {
  result::Comparison comparison;
  EXPECT_FALSE(ladder_drift(comparison));
  comparison.replicates.push_back({.ladder = {rung(0, 1.0), rung(2, 1.0)}});
  for (auto& block : comparison.replicates[0].ladder[1].square.blocks) {
    for (auto& slot : block.slots) slot.end = slot.begin + 1100000;
  }
  const auto drift = ladder_drift(comparison);
  ASSERT_TRUE(drift);
  EXPECT_NEAR(drift->range, 0.1 / 1.05, 1e-9);
  EXPECT_NEAR(drift->deviation, 0.05 * std::sqrt(8.0 / 7.0) / 1.05, 1e-9);
}

}  // namespace
}  // namespace assay::protocol
