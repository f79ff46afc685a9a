// SPDX-License-Identifier: Apache-2.0
#include "protocol/random_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace assay::protocol {
namespace {

// The numbers are part of the record's meaning: a recorded seed must draw the same session for ever.
TEST(RandomStream, DrawsTheNumbersThatItDrewWhenThisWasWritten) {
  RandomStream random(2026, StreamPurpose::dither, 1, 2);
  EXPECT_EQ(random.next(), 0xAF5618846A2A1535U);
  EXPECT_EQ(random.next(), 0xA34E4D8B90ADA4CFU);
}

TEST(RandomStream, DiffersForEverySeedPurposeAndIndex) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed : {0U, 1U, 2U}) {
    for (const auto purpose : {StreamPurpose::letters, StreamPurpose::rows, StreamPurpose::dither}) {
      for (std::uint64_t i : {0U, 1U}) {
        for (std::uint64_t j : {0U, 1U}) first.insert(RandomStream(seed, purpose, i, j).next());
      }
    }
  }
  EXPECT_EQ(first.size(), 36U);
}

TEST(RandomStream, StaysBelowItsBoundAndReachesEveryValue) {
  RandomStream random(7, StreamPurpose::simulation);
  std::array<int, 5> seen{};
  for (int i = 0; i < 5000; ++i) ++seen[random.below(5)];
  // Each count is binomial(5000, 1/5): mean 1000, sd 28; six of them either way.
  for (const int count : seen) EXPECT_NEAR(count, 1000, 170);
  EXPECT_EQ(random.below(1), 0U);
  EXPECT_EQ(random.below(0), 0U);
}

TEST(RandomStream, DrawsUnitFractionsBelowOne) {
  RandomStream random(7, StreamPurpose::dither);
  double sum = 0;
  for (int i = 0; i < 4000; ++i) {
    const double unit = random.next_unit();
    ASSERT_GE(unit, 0.0);
    ASSERT_LT(unit, 1.0);
    sum += unit;
  }
  EXPECT_NEAR(sum / 4000, 0.5, 0.03);  // sd of the mean 0.0046
}

TEST(RandomStream, PermutesUniformly) {
  RandomStream random(11, StreamPurpose::letters);
  std::array<std::array<int, 4>, 4> seen{};
  for (int i = 0; i < 4000; ++i) {
    auto order = random.permutation(4);
    for (std::size_t place = 0; place < 4; ++place) ++seen[order[place]][place];
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  }
  for (const auto& places : seen) {
    for (const int count : places) EXPECT_NEAR(count, 1000, 170);
  }
}

}  // namespace
}  // namespace assay::protocol
