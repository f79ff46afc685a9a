// SPDX-License-Identifier: Apache-2.0
#include "protocol/schedule.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace assay::protocol {
namespace {

constexpr std::array<std::uint32_t, 2> kPools{8, 9};

SquarePlan draw(std::uint32_t instances, std::uint64_t seed = 1, std::uint32_t replicate = 0,
                std::uint32_t square = 0) {
  return draw_square(seed, replicate, square, instances, kPools);
}

std::vector<std::uint32_t> order_of_rows(const SquarePlan& plan) {
  std::vector<std::uint32_t> order;
  for (const auto& block : plan.blocks) order.push_back(block.lead_in);
  return order;
}

TEST(WilliamsRows, BeginWithTheZigzagRow) {
  EXPECT_EQ(williams_rows(6).front(), (std::vector<std::uint32_t>{0, 1, 5, 2, 4, 3}));
  EXPECT_EQ(williams_rows(4)[1], (std::vector<std::uint32_t>{1, 2, 0, 3}));
}

class Square : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(OfInstances, Square, testing::Values(2U, 4U, 6U, 8U));

TEST_P(Square, ShowsEveryInstanceInEveryPositionEquallyOften) {
  const std::uint32_t n = GetParam();
  std::map<std::pair<std::size_t, std::uint32_t>, int> seen;
  for (const auto& block : draw(n).blocks) {
    ASSERT_EQ(block.slots.size(), 2 * n);
    for (std::size_t p = 0; p < block.slots.size(); ++p) ++seen[{p, block.slots[p]}];
  }
  EXPECT_EQ(seen.size(), std::size_t{2} * n * n);
  for (const auto& [place, count] : seen) EXPECT_EQ(count, 1);
}

TEST_P(Square, LetsEveryInstanceFollowEveryInstanceItselfIncludedExactlyTwice) {
  const std::uint32_t n = GetParam();
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> follows;
  for (const auto& block : draw(n).blocks) {
    std::uint32_t before = block.lead_in;
    for (const std::uint32_t instance : block.slots) {
      ++follows[{before, instance}];
      before = instance;
    }
  }
  EXPECT_EQ(follows.size(), std::size_t{n} * n);
  for (const auto& [pair, count] : follows) EXPECT_EQ(count, 2);
}

TEST_P(Square, CancelsALinearDriftWithinEachBlock) {
  const std::uint32_t n = GetParam();
  for (const auto& block : draw(n).blocks) {
    std::vector<std::size_t> sum(n);
    for (std::size_t p = 0; p < block.slots.size(); ++p) sum[block.slots[p]] += p;
    for (const std::size_t total : sum) EXPECT_EQ(total, std::size_t{2} * n - 1);
  }
}

TEST(Square, LeadsInWithTheInstanceOfItsFirstSlot) {
  for (const auto& block : draw(4).blocks) EXPECT_EQ(block.lead_in, block.slots.front());
}

TEST(Square, IsTheSameForTheSameSeedAndPlace) {
  const SquarePlan one = draw(4, 5, 1, 7), two = draw(4, 5, 1, 7);
  ASSERT_EQ(one.blocks.size(), two.blocks.size());
  for (std::size_t b = 0; b < one.blocks.size(); ++b) EXPECT_EQ(one.blocks[b].slots, two.blocks[b].slots);
  EXPECT_EQ(one.allocation, two.allocation);
}

TEST(Square, IsDrawnAnewForEverySquare) {
  std::set<std::vector<std::vector<std::uint32_t>>> allocations;
  std::set<std::vector<std::uint32_t>> orders;
  for (std::uint32_t square = 0; square < 24; ++square) {
    const SquarePlan plan = draw(4, 1, 0, square);
    allocations.insert(plan.allocation);
    orders.insert(order_of_rows(plan));
  }
  EXPECT_GT(allocations.size(), 20U);
  EXPECT_GT(orders.size(), 8U);  // 24 orders are possible; 24 draws of them meet about 15
}

TEST(Square, GivesEachInstanceAnAllocationOfItsOwnInEveryRole) {
  for (std::uint32_t square = 0; square < 50; ++square) {
    const SquarePlan plan = draw(8, 3, 0, square);
    for (std::size_t role = 0; role < kPools.size(); ++role) {
      std::set<std::uint32_t> used;
      for (const auto& roles : plan.allocation) {
        EXPECT_LT(roles[role], kPools[role]);
        used.insert(roles[role]);
      }
      EXPECT_EQ(used.size(), 8U);
    }
  }
}

TEST(Square, UsesEveryAllocationForEveryInstanceInTheLongRun) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> seen;
  for (std::uint32_t square = 0; square < 800; ++square) {
    const SquarePlan plan = draw(4, 9, 0, square);
    for (std::uint32_t i = 0; i < 4; ++i) ++seen[{i, plan.allocation[i][0]}];
  }
  ASSERT_EQ(seen.size(), 32U);
  for (const auto& [pair, count] : seen) EXPECT_NEAR(count, 100, 57);  // binomial(800, 1/8): sd 9.4
}

TEST(Square, IsNotDrawnForAnOddNumberOfInstancesOrAPoolThatIsTooSmall) {
  EXPECT_TRUE(draw(3).blocks.empty());
  EXPECT_TRUE(draw(0).blocks.empty());
  EXPECT_TRUE(draw(10).blocks.empty());
}

TEST(Square, RunsItsRowsBackwardsInEveryOtherReplicate) {
  // Letters are drawn for each replicate, so rows are told apart by the shape of the order: row r of the design starts
  // with letter r, and the letters of a replicate name its rows.
  const auto shape = [](std::uint32_t replicate) {
    const SquarePlan plan = draw(4, 21, replicate, 0);
    std::vector<std::uint32_t> successors;
    for (std::size_t b = 0; b < 4; ++b) {
      const std::uint32_t here = plan.blocks[b].slots[0];
      // slots[1] is the letter after slots[0] (mod 4): that makes the cycle of the letters known.
      std::uint32_t steps = 0;
      for (std::uint32_t letter = plan.blocks[0].slots[0]; letter != here; ++steps) {
        for (const auto& block : plan.blocks) {
          if (block.slots[0] == letter) {
            letter = block.slots[1];
            break;
          }
        }
      }
      successors.push_back(steps);
    }
    return successors;  // rows in running order, counted from the first
  };
  const auto forwards = shape(0), backwards = shape(1);
  for (std::size_t b = 0; b < 4; ++b) {
    EXPECT_EQ((forwards[b] - forwards[3] + 4) % 4, backwards[3 - b] % 4);
  }
}

}  // namespace
}  // namespace assay::protocol
