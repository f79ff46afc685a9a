// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "stats/lattice_error.hpp"
#include "stats/ratio.hpp"
#include "stats/summary.hpp"

namespace assay::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(R34_Summary, OfNothingHasCountZeroAndNoStatistic) {
  const Summary none = summarise({});
  EXPECT_EQ(none.count, 0U);
  for (const Number& number : {none.least, none.median, none.mean, none.greatest, none.standard_deviation}) {
    ASSERT_FALSE(number.has_value());
    EXPECT_EQ(number.error(), Missing::no_samples);
  }
  EXPECT_EQ(none.interval.error(), Missing::no_samples);
}

TEST(R34_Summary, OfOneHasAMedianAndNoInterval) {
  const Summary one = summarise(std::array{123.0});
  EXPECT_EQ(one.median, 123.0);
  EXPECT_EQ(one.interval.error(), Missing::one_sample);
  EXPECT_EQ(one.standard_deviation.error(), Missing::one_sample);
}

TEST(R34_Summary, OfTwoWithAZeroKeepsTheZero) {
  const Summary two = summarise(std::array{0.0, 10.0});
  EXPECT_EQ(two.least, 0.0);
  EXPECT_EQ(two.median, 5.0);
  EXPECT_EQ(two.interval.error(), Missing::too_few_rounds);
}

TEST(R34_Summary, OfZerosHasNoRelativeDeviation) {
  EXPECT_EQ(summarise(std::array{0.0, 0.0}).relative_deviation.error(), Missing::division_by_zero);
}

TEST(R34_Summary, WithANaNSaysSoEverywhere) {
  const Summary bad = summarise(std::array{1.0, std::numeric_limits<double>::quiet_NaN()});
  for (const Number& number : {bad.least, bad.median, bad.mean, bad.greatest, bad.standard_deviation}) {
    ASSERT_FALSE(number.has_value());
    EXPECT_EQ(number.error(), Missing::not_finite);
  }
}

TEST(R34_Throughput, OverNoTimeIsDivisionByZero) {
  EXPECT_EQ(per_second(1e9, 0).error(), Missing::division_by_zero);
  EXPECT_EQ(reason(Missing::division_by_zero), "division by zero");
}

TEST(R34_Throughput, ThatOverflowsIsNotFinite) { EXPECT_EQ(per_second(1e308, 1e-9).error(), Missing::not_finite); }

TEST(R21_Ratio, ToAReferenceOfZeroIsMissingWithItsReason) {
  const Number answer = time_ratio(1.76, 0, 5);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(reason(answer.error()), "reference at or below the floor");
}

TEST(R21_Ratio, ToAReferenceAtTheFloorIsMissingToo) {
  EXPECT_EQ(time_ratio(8, 5, 5).error(), Missing::reference_at_floor);
  EXPECT_EQ(time_ratio(12, 6, 5), 2.0);
}

TEST(R21_Ratio, OfInfiniteTimesIsMissing) { EXPECT_EQ(time_ratio(kInfinity, 6, 5).error(), Missing::not_finite); }

TEST(R20_IdenticalSamples, AreIndistinguishableWithinQuantumOverMedian) {
  const std::vector<double> same(100, 1e6);
  const MeanComparison answer = compare_means(same, same, 32, Phases::unknown);
  EXPECT_EQ(answer.answer, MeanComparison::Answer::indistinguishable);
  EXPECT_EQ(answer.difference, 0.0);
  EXPECT_DOUBLE_EQ(*answer.bound, 32.0 / 1e6);
}

TEST(R20_AllZeroSamples, AreBelowResolutionNotFast) {
  const std::vector<double> same(100, 1e6), zero(100, 0.0);
  const MeanComparison answer = compare_means(same, zero, 32, Phases::unknown);
  EXPECT_EQ(answer.answer, MeanComparison::Answer::below_resolution);
  EXPECT_EQ(answer.bound.error(), Missing::below_resolution);
}

TEST(R20_OneSample, IsTooFew) {
  const std::array one{1e6};
  EXPECT_EQ(compare_means(one, one, 32, Phases::unknown).answer, MeanComparison::Answer::too_few);
}

std::vector<double> ten_times(std::array<double, 5> pattern) {
  std::vector<double> all;
  for (int i = 0; i < 10; ++i) all.insert(all.end(), pattern.begin(), pattern.end());
  return all;
}

TEST(T29_SinglesOnACoarseLattice, AreIndistinguishableWhilePhasesMayBeLocked) {
  const auto a = ten_times({0, 0, 0, 0, 65536}), b = ten_times({65536, 65536, 0, 0, 65536});
  const MeanComparison answer = compare_means(a, b, 65536, Phases::unknown);
  EXPECT_EQ(answer.answer, MeanComparison::Answer::indistinguishable);
  EXPECT_NEAR(*answer.difference, 39322 - 13107, 1);
  EXPECT_NE(answer.reason.find("use more work per reading"), std::string::npos) << answer.reason;
}

TEST(T29_SinglesOnACoarseLattice, DoNotDependOnWhichCandidateComesFirst) {
  const auto a = ten_times({0, 0, 0, 0, 65536}), b = ten_times({65536, 65536, 0, 0, 65536});
  EXPECT_EQ(compare_means(a, b, 65536, Phases::unknown).answer, compare_means(b, a, 65536, Phases::unknown).answer);
}

TEST(MeanError, OfDitheredSpansFallsWithTheirNumber) {
  EXPECT_DOUBLE_EQ(*mean_error(65536, 6, Phases::uniform), 65536.0 / 6);
  EXPECT_EQ(mean_error(65536, 6, Phases::unknown), 65536.0);
  EXPECT_EQ(mean_error(65536, 0, Phases::uniform).error(), Missing::no_samples);
}

}  // namespace
}  // namespace assay::stats
