// SPDX-License-Identifier: Apache-2.0
#include "clock/query_plan.hpp"

#include <gtest/gtest.h>

#include <array>

namespace assay::clock {
namespace {

std::string refusal(const QueryPlan& plan) {
  const auto answer = check(plan);
  if (answer) return "accepted";
  EXPECT_EQ(answer.error().fault, Fault::bad_input);
  return sentence(answer.error());
}

bool refused_for(const QueryPlan& plan, std::string_view part) {
  const std::string text = refusal(plan);
  EXPECT_NE(text.find(part), std::string::npos) << text;
  return text.find(part) != std::string::npos;
}

TEST(QueryPlan, OfPassesWithSlotsOfTheirOwnIsAccepted) {
  EXPECT_EQ(refusal({.set_size = 4, .passes = {{0, 1}, {2, 3}}, .resolves = {{0, 4, 0}}}), "accepted");
}

TEST(T03_QueryPlan, MayNotResolveTheSlotsOfAPassWithoutWork) {
  EXPECT_TRUE(refused_for({.set_size = 2, .passes = {{0, 1, 0}}, .resolves = {{0, 2, 0}}}, "no pass with work writes"));
}

TEST(T06_QueryPlan, MayNotResolveASetThatNothingWrites) {
  EXPECT_TRUE(refused_for({.set_size = 4, .resolves = {{0, 4, 0}}}, "no pass with work writes"));
}

TEST(T07_QueryPlan, MayNotResolveMoreThanWasWritten) {
  EXPECT_TRUE(refused_for({.set_size = 4, .passes = {{0, 1}}, .resolves = {{0, 3, 0}}}, "slot 2"));
}

TEST(T13_QueryPlan, NeedsResolveOffsetsThatAreMultiplesOf256) {
  QueryPlan plan{.set_size = 12,
                 .passes = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}},
                 .resolves = {{0, 6, 0}, {6, 6, 48}}};
  EXPECT_TRUE(refused_for(plan, "not aligned"));
  plan.resolves[1].offset = 256;
  EXPECT_EQ(refusal(plan), "accepted");
}

TEST(T13_QueryPlan, MayNotOverwriteWhatWasResolvedBefore) {
  EXPECT_TRUE(
      refused_for({.set_size = 4, .passes = {{0, 1}, {2, 3}}, .resolves = {{0, 2, 0}, {2, 2, 0}}}, "overwrites"));
}

TEST(T13_PlacedResolves, OfThreePassesEachStandAtZeroAnd256) {
  const auto resolves = place_resolves(std::array<std::uint32_t, 2>{3, 3});
  ASSERT_EQ(resolves.size(), 2U);
  EXPECT_EQ(resolves[0].offset, 0U);
  EXPECT_EQ(resolves[1].offset, 256U);
  EXPECT_EQ(resolves[1].first, 6U);
}

TEST(T20_QueryPlan, MayNotUseOneSlotForTwoPasses) {
  EXPECT_TRUE(refused_for({.set_size = 2, .passes = {{0, 1}, {0, 1}, {0, 1}}}, "another pass of the submission"));
}

TEST(T51_QueryPlan, MayNotStampOutsideTheSetOrTwiceIntoOneSlot) {
  EXPECT_TRUE(refused_for({.set_size = 4, .passes = {{0, 7}}}, "outside the query set"));
  EXPECT_TRUE(refused_for({.set_size = 4, .passes = {{2, 2}}}, "into one slot"));
}

TEST(QueryPlan, NeedsASetOfAValidSize) {
  EXPECT_TRUE(refused_for({.set_size = 0}, "no valid size"));
  EXPECT_TRUE(refused_for({.set_size = 4097}, "no valid size"));
}

TEST(QueryPlan, MayNotResolveNothingOrPastTheEndOfTheSet) {
  EXPECT_TRUE(refused_for({.set_size = 2, .passes = {{0, 1}}, .resolves = {{0, 0, 0}}}, "outside the query set"));
  EXPECT_TRUE(
      refused_for({.set_size = 2, .passes = {{0, 1}}, .resolves = {{1, 4294967295U, 0}}}, "outside the query set"));
}

}  // namespace
}  // namespace assay::clock
