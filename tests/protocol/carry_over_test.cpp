// SPDX-License-Identifier: Apache-2.0
#include "protocol/carry_over.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "protocol/schedule.hpp"

namespace assay::protocol {
namespace {

/// A square on a device where whatever follows arm 1 takes `behind_b` times as long. `led_in`: share of that (as a log)
/// which is there behind a lead-in: before a block's first slot and, after the reference in the middle, its mirror.
JudgedSquare square_with(double behind_b, double led_in = 1) {
  JudgedSquare square;
  for (const auto& block : draw_square(5, 0, 0, 4, {}).blocks) {
    auto& slots = square.blocks.emplace_back();
    std::uint32_t before = block.lead_in;
    for (const std::uint32_t instance : block.slots) {
      const bool behind_lead_in = slots.empty() || 2 * slots.size() == block.slots.size();
      const double factor = behind_lead_in ? std::pow(behind_b, led_in) : behind_b;
      slots.push_back({.instance = instance, .span_ns = 1000 * (before / 2 == 1 ? factor : 1)});
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

TEST(CarryOver, IsReadAsMoreThanTheEffectThatALeadInMakesOfItWhenItIsTooShort) {
  // A lead-in is a quarter of a slot. Where what an arm leaves behind needs more than that to build up, the slots
  // behind lead-ins have less of it, and an effect remains: (1 − share) / 4 of the carry-over in sums, 0.4 (1 − share)
  // in trimmed means. The intervals are widened by the carry-over that is read, which is nearly twice as much at least,
  // even where a lead-in leaves nothing at all.
  for (const double left : {1.02, 1.2, 2.0}) {
    for (const double share : {0.0, 0.25, 0.5, 1.0}) {
      const auto square = square_with(left, share);
      const double trimmed = contrasts(std::span(&square, 1), result::Location::trimmed)->effect;
      const double sum = contrasts(std::span(&square, 1), result::Location::sum)->effect;
      const double carried = *carry_over(square, {});
      EXPECT_NEAR(trimmed, -0.4 * (1 - share) * std::log(left), 1e-9) << left << " " << share;
      EXPECT_LE(std::abs(sum), (1 - share) / 4 * std::log(left) * 1.2 + 1e-12) << left << " " << share;
      EXPECT_GE(carried, 0.75 * std::log(left) - 1e-12) << left << " " << share;
      EXPECT_GE(carried, 1.8 * std::max(std::abs(trimmed), std::abs(sum))) << left << " " << share;
    }
  }
}

TEST(CarryOver, SaysNothingWhereASpanIsZeroOrANeighbourIsMissing) {
  auto square = square_with(1);
  square.blocks[0][1].span_ns = 0;
  EXPECT_FALSE(carry_over(square, {}));
  EXPECT_FALSE(carry_over(square_with(1), {.first = 0, .second = 2}));
}

}  // namespace
}  // namespace assay::protocol
