// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "stats/location.hpp"
#include "stats/rank_test.hpp"
#include "stats/ratio.hpp"
#include "stats/sign_test.hpp"

namespace assay::stats {
namespace {

constexpr std::array kSlow{115.0, 114.0, 115.0, 115.0, 115.0};
constexpr std::array kFast{78.8, 78.8, 78.8, 78.8, 78.8};

TEST(R18_RankTest, OfFiveAgainstFiveSeparatedValuesIsTwoIn252) {
  EXPECT_NEAR(*rank_test_p(kSlow, kFast), 2.0 / 252, 1e-15);
}

TEST(R18_RankTest, OfFourAgainstFiveWouldBeTwoIn126) {
  EXPECT_NEAR(*rank_test_p(std::span(kSlow).first(4), kFast), 2.0 / 126, 1e-15);
}

TEST(R18_MedianRatio, IsThatOfTheMediansOfAllSamples) {
  EXPECT_NEAR(*ratio(*median(kFast), *median(kSlow)), 0.6852, 5e-5);
}

TEST(R18_SignTest, OfFiveRoundsOfOneSignIsTwoIn32) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < kSlow.size(); ++i) logs.push_back(std::log(kFast[i] / kSlow[i]));
  const auto test = sign_test(logs);
  EXPECT_EQ(test->negative, 5U);
  EXPECT_DOUBLE_EQ(test->p, 0.0625);
}

TEST(R18_SignTest, WithFiveRoundsSaysTooFewRoundsNotNoDifference) {
  std::vector<double> logs(5, -0.378);
  EXPECT_EQ(sign_answer(logs, 0.05).error(), Missing::too_few_rounds);
  logs.push_back(-0.378);
  EXPECT_EQ(*sign_answer(logs, 0.05), SignAnswer::negative);
}

TEST(SignTest, NeedsSixRoundsForFivePercentAndEightForOne) {
  EXPECT_EQ(least_rounds(0.05), 6U);
  EXPECT_EQ(least_rounds(0.01), 8U);
}

TEST(SignTest, LeavesTiesOutOfBothSides) {
  const auto test = sign_test(std::array{0.0, 0.0, 1.0, -1.0});
  EXPECT_EQ(test->zero, 2U);
  EXPECT_EQ(test->p, 1.0);
}

TEST(SignTest, OfTiesOnlyShowsNoDifference) {
  EXPECT_EQ(*sign_answer(std::array{0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, 0.05), SignAnswer::no_difference_shown);
}

TEST(RankTest, OfIdenticalGroupsIsOne) { EXPECT_DOUBLE_EQ(*rank_test_p(kFast, kFast), 1.0); }

TEST(RankTest, IsTheSameFromBothSides) {
  const std::array a{1.0, 5.0, 2.0, 9.0};
  const std::array b{4.0, 4.0, 7.0};
  EXPECT_DOUBLE_EQ(*rank_test_p(a, b), *rank_test_p(b, a));
}

TEST(RankTest, RefusesMoreThanItCanCountExactly) {
  const std::vector<double> many(kMostRankedSamples, 1.0);
  EXPECT_EQ(rank_test_p(many, kFast).error(), Missing::too_many_samples);
}

TEST(RankTest, OfAnEmptyGroupIsMissing) { EXPECT_EQ(rank_test_p({}, kFast).error(), Missing::no_samples); }

}  // namespace
}  // namespace assay::stats
