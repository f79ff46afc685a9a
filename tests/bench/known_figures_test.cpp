// SPDX-License-Identifier: Apache-2.0
// docs/known-figures.md, held against what the figures' own arithmetic says.
#include "known_figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::bench {
namespace {

TEST(KnownFigures, APassBelowTheLatticeIsRightOnAverageAndNeverInAnyReading) {
  const auto placed = place_at_random(4e3, 100e3, 10000, 1);
  EXPECT_NEAR(placed.mean_ns, 4e3, 4 * placed.standard_error_ns);
  EXPECT_EQ(placed.median_ns, 0);
  EXPECT_NEAR(placed.share_of_zeros, 0.96, 0.01);
}

TEST(KnownFigures, RoundingTakesMostSmallPassesAndLeavesLargeTotals) {
  const auto profile = round_profile(100e3, 1);
  EXPECT_EQ(profile.passes, 194U);
  EXPECT_GT(profile.zeros, 110U);
  EXPECT_LT(profile.zeros, 140U);
  EXPECT_NEAR(profile.kernels[0].rounded_ns / profile.kernels[0].true_ns, 1, 0.02);
  double small_error = 0;
  for (std::size_t k = 4; k < 8; ++k) {
    small_error = std::max(small_error, std::abs(profile.kernels[k].rounded_ns / profile.kernels[k].true_ns - 1));
  }
  EXPECT_GT(small_error, 0.5);
}

TEST(KnownFigures, ATenthIsNotSeenBetweenRunsAndAlwaysWithinOne) {
  const auto apart = separate_runs(40, 1), together = interleaved_runs(40, 1);
  EXPECT_GE(apart.not_faster, 7U) << "a third is expected";
  EXPECT_LE(apart.within_5_points, 18U);
  EXPECT_EQ(together.not_faster, 0U);
  EXPECT_GE(together.within_2_points, 32U);
}

TEST(KnownFigures, FourReadingsOfTheSameCodeRangeOver38PercentWithASpreadOf16) {
  EXPECT_NEAR(scatter_of_four().range, 0.383, 0.001);
  EXPECT_NEAR(scatter_of_four().deviation, 0.160, 0.001);
}

TEST(KnownFigures, ALatticeDoesNotChangeTheEffectOfAPlace) {
  const auto effect = position_effect_with_lattice(1);
  EXPECT_GT(effect.largest, 0.01);
  EXPECT_LT(effect.difference, 4 * effect.standard_error);
}

}  // namespace
}  // namespace assay::bench
