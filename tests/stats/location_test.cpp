// SPDX-License-Identifier: Apache-2.0
#include "stats/location.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace assay::stats {
namespace {

TEST(Median, IsTheMiddleOfAnOddCountAndTheMeanOfTheTwoMiddlesOfAnEvenOne) {
  EXPECT_EQ(median(std::array{3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median(std::array{4.0, 1.0, 3.0, 2.0}), 2.5);
}

TEST(Median, OfNothingSaysNoSamples) { EXPECT_EQ(median({}).error(), Missing::no_samples); }

TEST(Mean, RefusesWhatIsNotFinite) {
  EXPECT_EQ(mean(std::array{1.0, std::numeric_limits<double>::quiet_NaN()}).error(), Missing::not_finite);
  EXPECT_EQ(mean(std::array{1.0, std::numeric_limits<double>::infinity()}).error(), Missing::not_finite);
}

TEST(LogOfSum, KeepsSpansThatReadZero) {
  EXPECT_DOUBLE_EQ(*log_of_sum(std::array{0.0, 0.0, 65536.0, 0.0}), std::log(65536.0));
}

TEST(LogOfSum, OfZerosOnlyIsBelowResolution) {
  EXPECT_EQ(log_of_sum(std::array{0.0, 0.0}).error(), Missing::below_resolution);
}

TEST(TrimmedLogMean, LeavesOutOneLowestAndTwoHighestOfEight) {
  std::vector<double> spans{1e-3, 2, 2, 2, 2, 2, 1e6, 1e9};
  EXPECT_NEAR(*trimmed_log_mean(spans), std::log(2.0), 1e-15);
}

TEST(TrimmedLogMean, LeavesOutNoLowestBelowEightReadings) {
  EXPECT_NEAR(*trimmed_log_mean(std::array{1.0, 4.0, 4.0, 100.0}), std::log(16.0) / 3, 1e-15);
}

TEST(TrimmedLogMean, RefusesAZeroSpanInsteadOfTakingItsLog) {
  EXPECT_EQ(trimmed_log_mean(std::array{0.0, 1.0, 2.0}).error(), Missing::below_resolution);
}

TEST(TrimmedLogMean, OfOneReadingSaysOneSample) {
  EXPECT_EQ(trimmed_log_mean(std::array{5.0}).error(), Missing::one_sample);
}

}  // namespace
}  // namespace assay::stats
