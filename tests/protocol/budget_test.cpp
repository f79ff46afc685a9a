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

}  // namespace
}  // namespace assay::protocol
