// SPDX-License-Identifier: Apache-2.0
#include "protocol/budget.hpp"

#include <gtest/gtest.h>

namespace assay::protocol {
namespace {

TEST(Budget, GivesTheWishWhereItFits) {
  const auto plan = plan_budget({.remaining_s = 60, .session_overhead_s = 1, .square_s = 0.1});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->replicates, 5U);
  EXPECT_EQ(plan->squares, 16U);
  EXPECT_NEAR(plan->predicted_s, 4 * 1 + 5 * 16 * 0.1, 1e-9);
}

TEST(Budget, ShortensSessionsBeforeItGivesUpReplicates) {
  const auto plan = plan_budget({.remaining_s = 20, .session_overhead_s = 1, .square_s = 0.4});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->replicates, 5U);
  EXPECT_EQ(plan->squares, 8U);
}

TEST(Budget, GivesUpReplicatesOnceSessionsAreAtEightSquares) {
  const auto plan = plan_budget({.remaining_s = 16, .session_overhead_s = 1, .square_s = 0.4});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->replicates, 4U);
  EXPECT_EQ(plan->squares, 8U);
}

TEST(Budget, NeverPlansFewerThanThreeReplicatesByItself) {
  const auto plan = plan_budget({.remaining_s = 8.1, .session_overhead_s = 1, .square_s = 0.4});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->replicates, 3U);
  EXPECT_EQ(plan->squares, 5U);
}

TEST(Budget, SaysWhatAVerdictWouldTakeWhenNothingFits) {
  const auto plan = plan_budget({.remaining_s = 60, .session_overhead_s = 5, .square_s = 160});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().fault, Fault::nothing);
  EXPECT_NE(plan.error().what.find("one square takes 160 s"), std::string::npos);
  EXPECT_NE(plan.error().what.find("needs 12"), std::string::npos);
  EXPECT_NE(plan.error().advice.find("--budget"), std::string::npos);
}

TEST(Budget, IsNothingWhenItIsSpentAlready) {
  EXPECT_FALSE(plan_budget({.remaining_s = -1, .session_overhead_s = 1, .square_s = 0.1}));
}

TEST(Budget, KeepsToAWishBelowItsOwnMinimum) {
  const auto plan =
      plan_budget({.remaining_s = 60, .session_overhead_s = 1, .square_s = 0.1, .replicates = 1, .squares = 2});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->replicates, 1U);
  EXPECT_EQ(plan->squares, 2U);
}

TEST(Budget, OfThreeArmsTheLeastHoldsTheEffectsThatThreePairsNeed) {
  // Three pairs at α 0.01 / 3 each need 11 effects, four squares in each of three sessions; 66 pairs need more.
  const BudgetWish three{.remaining_s = 12.5, .session_overhead_s = 0, .square_s = 1, .pairs = 3};
  ASSERT_EQ(least_squares(three, 3), 4U);
  EXPECT_EQ(plan_budget(three)->squares, 4U);
  BudgetWish twelve = three;
  twelve.pairs = 66;
  ASSERT_GT(least_squares(twelve, 3), 4U);
  const auto refused = plan_budget(twelve);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("66 pairs of arms share the error rates"), std::string::npos);
}

TEST(Budget, WhereSquaresAreMergedEachEffectTakesAsMany) {
  // Five squares at a time: 5 × 16 squares hold 5 × 3 effects, and 3 × 4 squares none at all.
  BudgetWish coarse{.remaining_s = 1000, .session_overhead_s = 0, .square_s = 1, .merged = 5};
  EXPECT_EQ(plan_budget(coarse)->squares, 16U);
  coarse.remaining_s = 50;
  const auto least = plan_budget(coarse);
  ASSERT_TRUE(least);
  EXPECT_EQ(least->replicates, 5U);
  EXPECT_EQ(least->squares, 10U);
  coarse.remaining_s = 49;
  const auto refused = plan_budget(coarse);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("a verdict needs 50 of them in 5 sessions"), std::string::npos);
  EXPECT_NE(refused.error().what.find("squares are merged 5 at a time"), std::string::npos);
}

TEST(Budget, GivesAWishThatCouldNeverReachAVerdictTheSquaresThatItNeeds) {
  // Sixteen squares merged twelve at a time are one effect; five sessions of two are ten.
  const auto plan =
      plan_budget({.remaining_s = 1000, .session_overhead_s = 0, .square_s = 1, .ladder = 3, .merged = 12});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->replicates, 5U);
  EXPECT_EQ(plan->squares, 24U);
}

TEST(Budget, ABusyMachineEndsARunNoEarlierThanAVerdictIsPossible) {
  const BudgetWish wish{.merged = 4};
  EXPECT_FALSE(can_be_judged(wish, {.squares = 8}, 3, 1));
  EXPECT_TRUE(can_be_judged(wish, {.squares = 8}, 5, 1));
  EXPECT_FALSE(can_be_judged(wish, {.squares = 100}, 2, 1));
}

}  // namespace
}  // namespace assay::protocol
