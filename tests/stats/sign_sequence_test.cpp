// SPDX-License-Identifier: Apache-2.0
#include "stats/sign_sequence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace assay::stats {
namespace {

std::vector<double> count_up(std::size_t n) {
  std::vector<double> values;
  for (std::size_t i = 1; i <= n; ++i) values.push_back(static_cast<double>(i));
  return values;
}

TEST(SignSequence, IsFirstFiniteAtSevenForFivePercent) {
  EXPECT_EQ(order_statistic(6, 0.05), 0U);
  EXPECT_EQ(order_statistic(7, 0.05), 1U);
  EXPECT_EQ(least_values(0.05), 7U);
}

TEST(SignSequence, IsFirstFiniteAtTenForOnePercent) {
  EXPECT_EQ(order_statistic(9, 0.01), 0U);
  EXPECT_EQ(order_statistic(10, 0.01), 1U);
  EXPECT_EQ(least_values(0.01), 10U);
}

TEST(SignSequence, IsTheWholeRangeWhenItIsFirstFinite) {
  const Interval interval = sequence_interval(count_up(7), 0.05);
  EXPECT_EQ(interval.low, 1);
  EXPECT_EQ(interval.high, 7);
}

// Values from scipy.special.betaln over the same definition.
TEST(SignSequence, AgreesWithAnIndependentImplementation) {
  EXPECT_EQ(order_statistic(50, 0.01), 13U);
  EXPECT_EQ(order_statistic(80, 0.01), 24U);
  EXPECT_EQ(order_statistic(100, 0.05), 34U);
  EXPECT_EQ(order_statistic(160, 0.05), 59U);
  EXPECT_EQ(order_statistic(1000, 0.10), 446U);
}

TEST(SignSequence, DoesNotDependOnTheOrderOfValues) {
  std::vector<double> values = count_up(31);
  const Interval sorted = sequence_interval(values, 0.05);
  for (std::size_t i = 0; i + 5 < values.size(); i += 3) std::swap(values[i], values[i + 5]);
  const Interval mixed = sequence_interval(values, 0.05);
  EXPECT_EQ(sorted.low, mixed.low);
  EXPECT_EQ(sorted.high, mixed.high);
}

TEST(SignSequence, OfTooFewValuesIsInfiniteOnBothSides) {
  const Interval interval = sequence_interval(count_up(6), 0.05);
  EXPECT_EQ(interval.low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(interval.high, std::numeric_limits<double>::infinity());
}

TEST(SignSequence, WithANaNKnowsNothing) {
  std::vector<double> values = count_up(40);
  values[20] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(sequence_interval(values, 0.05).is_finite());
}

/// splitmix64, as coins: this test must not depend on any library's generator.
std::uint64_t next(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15U);
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

// The promise is over all looks together: at most 5 % of the sequences may ever exclude the truth. Of 400 sequences a
// true 5 % gives more than 37 with probability below 0.0002 (binomial).
TEST(SignSequence, RarelyExcludesTheTruthAtAnyOfTwoHundredLooks) {
  std::vector<std::size_t> rank_at(201);
  for (std::size_t n = 1; n <= 200; ++n) rank_at[n] = order_statistic(n, 0.05);
  int excluded = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    std::uint64_t state = seed * 77 + 1;
    std::size_t below = 0;
    for (std::size_t n = 1; n <= 200; ++n) {
      below += next(state) & 1U;
      const std::size_t k = rank_at[n];
      if (k > 0 && (below < k || n - below < k)) {  // the interval's end lies on one side of the median
        ++excluded;
        break;
      }
    }
  }
  EXPECT_LE(excluded, 37);
}

}  // namespace
}  // namespace assay::stats
