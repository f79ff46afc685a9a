// SPDX-License-Identifier: Apache-2.0
#include "protocol/pool.hpp"

#include <gmock/gmock.h>

namespace assay::protocol {
namespace {

using ::testing::HasSubstr;

/// Two buffers, 6,144 bytes together.
plan::Plan small_plan() {
  plan::Plan plan;
  plan.buffers.push_back({.name = "input", .count = 1024});
  plan.buffers.push_back({.name = "output", .count = 512});
  return plan;
}

TEST(PoolSize, HasTwicePlaceForEveryInstanceWhereMemoryAllows) {
  const auto size = choose_pool(small_plan(), 4, 8 * 6144);
  ASSERT_TRUE(size.has_value());
  EXPECT_EQ(size->per_buffer, 8U);
  EXPECT_TRUE(size->luck_averaged);
}

TEST(PoolSize, AMemoryBudgetTooSmallForTheInstancesIsBadInputAndNamesTheLeastThatWillDo) {
  EXPECT_TRUE(choose_pool(small_plan(), 4, 4 * 6144).has_value());
  const auto size = choose_pool(small_plan(), 4, 4 * 6144 - 1);
  ASSERT_FALSE(size.has_value());
  EXPECT_EQ(size.error().fault, Fault::bad_input);
  EXPECT_THAT(sentence(size.error()), HasSubstr("24575 bytes"));
  EXPECT_THAT(sentence(size.error()), HasSubstr("at least 24576 bytes): --memory 24576B or more"));
}

TEST(PoolSize, TheLeastThatWillDoHoldsTheUntouchedCopiesToo) {
  plan::Plan plan = small_plan();
  plan.buffers[0].each_trial = plan::EachTrial::restore;
  const auto size = choose_pool(plan, 4, 4 * 6144);
  ASSERT_FALSE(size.has_value());
  EXPECT_THAT(sentence(size.error()), HasSubstr("--memory 28672B or more"));
  EXPECT_TRUE(choose_pool(plan, 4, 28672).has_value());
}

}  // namespace
}  // namespace assay::protocol
