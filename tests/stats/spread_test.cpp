// SPDX-License-Identifier: Apache-2.0
#include "stats/spread.hpp"

#include <gtest/gtest.h>

#include <array>

namespace assay::stats {
namespace {

TEST(StandardDeviation, DividesByCountLessOne) {
  EXPECT_DOUBLE_EQ(*standard_deviation(std::array{1.0, 3.0}), 1.4142135623730951);
}

TEST(StandardDeviation, OfOneSampleIsMissingNotZero) {
  EXPECT_EQ(standard_deviation(std::array{123.0}).error(), Missing::one_sample);
}

TEST(MedianAbsoluteDeviation, IgnoresOneWildOutlier) {
  EXPECT_EQ(median_absolute_deviation(std::array{1.0, 2.0, 3.0, 4.0, 1e12}), 1.0);
}

TEST(RobustStandardDeviation, ScalesTheDeviationToNormalNoise) {
  EXPECT_DOUBLE_EQ(*robust_standard_deviation(std::array{1.0, 2.0, 3.0, 4.0, 1e12}), 1.4826);
}

TEST(RobustStandardDeviation, OfIdenticalReadingsIsAnHonestZero) {
  EXPECT_EQ(robust_standard_deviation(std::array{7.0, 7.0, 7.0}), 0.0);
}

TEST(RobustStandardDeviation, OfNothingOrOneIsMissing) {
  EXPECT_EQ(robust_standard_deviation({}).error(), Missing::no_samples);
  EXPECT_EQ(robust_standard_deviation(std::array{1.0}).error(), Missing::one_sample);
}

}  // namespace
}  // namespace assay::stats
