// SPDX-License-Identifier: Apache-2.0
#include "protocol/carry_over.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "protocol/schedule.hpp"

namespace assay::protocol {
namespace {

/// A square on a device where whatever follows arm 1 takes `behind_b` times as long.
JudgedSquare square_with(double behind_b) {
  JudgedSquare square;
  for (const auto& block : draw_square(5, 0, 0, 4, {}).blocks) {
    auto& slots = square.blocks.emplace_back();
    std::uint32_t before = block.lead_in;
    for (const std::uint32_t instance : block.slots) {
      slots.push_back({.instance = instance, .span_ns = 1000 * (before / 2 == 1 ? behind_b : 1)});
      before = instance;
    }
  }
  return square;
}

TEST(CarryOver, IsZeroWhereTheSlotBeforeDoesNotMatter) { EXPECT_NEAR(*carry_over(square_with(1), {}), 0, 1e-12); }

TEST(CarryOver, FindsWhatFollowsOneArmToBeSlower) {
  EXPECT_NEAR(*carry_over(square_with(1.02), {}), std::log(1.02), 1e-12);
}

TEST(CarryOver, LeavesTheEffectBetweenTheArmsAlone) {
  // Every instance follows every instance equally often, so that carry-over cancels in the effect.
  const auto square = square_with(1.02);
  EXPECT_NEAR(contrasts(std::span(&square, 1), result::Location::sum)->effect, 0, 1e-12);
}

TEST(CarryOver, SaysNothingWhereASpanIsZeroOrANeighbourIsMissing) {
  auto square = square_with(1);
  square.blocks[0][1].span_ns = 0;
  EXPECT_FALSE(carry_over(square, {}));
  EXPECT_FALSE(carry_over(square_with(1), {.first = 0, .second = 2}));
}

}  // namespace
}  // namespace assay::protocol
