// SPDX-License-Identifier: Apache-2.0
#include "stats/regression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace assay::stats {
namespace {

TEST(FitLine, FindsSlopeInterceptAndNoResidualOfAnExactLine) {
  const auto line = fit_line(std::array{1.0, 2.0, 4.0, 8.0}, std::array{110.0, 210.0, 410.0, 810.0});
  EXPECT_DOUBLE_EQ(line->slope, 100);
  EXPECT_NEAR(line->intercept, 10, 1e-10);
  EXPECT_NEAR(line->residual, 0, 1e-10);
}

TEST(FitLine, TellsTheResidualOfPointsOffTheLine) {
  const auto line = fit_line(std::array{0.0, 1.0, 2.0, 3.0}, std::array{1.0, -1.0, -1.0, 1.0});
  EXPECT_NEAR(line->slope, 0, 1e-15);
  EXPECT_DOUBLE_EQ(line->residual, 1);
}

TEST(FitLine, ThroughOneAbscissaIsMissing) {
  EXPECT_EQ(fit_line(std::array{1.0, 1.0}, std::array{2.0, 3.0}).error(), Missing::zero_spread);
  EXPECT_EQ(fit_line(std::array{1.0}, std::array{2.0}).error(), Missing::one_sample);
  EXPECT_EQ(fit_line(std::array{1.0, 2.0}, std::array{2.0}).error(), Missing::no_samples);
}

TEST(RobustSlope, IsTheMedianSlopeThatNoSpikeMoves) {
  std::vector<double> x, y;
  for (int i = 0; i < 20; ++i) {
    x.push_back(i);
    y.push_back(3.0 * i + (i == 7 ? 1000 : 0));
  }
  EXPECT_NEAR(*robust_slope(x, y), 3, 1e-12);
}

TEST(RobustSlope, OfFarMorePointsThanItLooksAtIsTheSameLine) {
  // 64 series of 300, as a long warm-up of 32 arms has them: 184 million pairs, of which it takes a million.
  std::vector<double> x, y;
  for (int series = 0; series < 64; ++series) {
    for (int i = 0; i < 300; ++i) {
      x.push_back(i);
      y.push_back(0.25 * i + (i * 37 + series * 11) % 41);
    }
  }
  EXPECT_NEAR(*robust_slope(x, y), 0.25, 0.005);
}

TEST(RobustSlope, NeedsTwoPlaces) {
  EXPECT_EQ(robust_slope(std::array{1.0, 1.0}, std::array{2.0, 3.0}).error(), Missing::zero_spread);
  EXPECT_EQ(robust_slope(std::array{1.0}, std::array{2.0}).error(), Missing::one_sample);
}

TEST(RankCorrelation, IsOneWhenBothRiseAndMinusOneWhenOneFalls) {
  EXPECT_EQ(rank_correlation(std::array{1.0, 2.0, 3.0}, std::array{1.0, 8.0, 9.0}), 1.0);
  EXPECT_EQ(rank_correlation(std::array{1.0, 2.0, 3.0}, std::array{9.0, 8.0, 1.0}), -1.0);
}

TEST(RankCorrelation, WithAConstantIsZero) {
  EXPECT_EQ(rank_correlation(std::array{1.0, 2.0, 3.0}, std::array{5.0, 5.0, 5.0}), 0.0);
}

}  // namespace
}  // namespace assay::stats
