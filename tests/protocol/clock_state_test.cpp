// SPDX-License-Identifier: Apache-2.0
#include "protocol/clock_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/judge.hpp"

namespace assay::protocol {
namespace {

using testing::HasSubstr;

/// A square of one block with references of these many ticks behind instances 0 and 2.
result::SquareRecord square(std::uint64_t behind_a, std::uint64_t behind_b) {
  result::BlockRecord block;
  std::uint64_t now = 1000;
  for (int i = 0; i < 6; ++i) {
    const std::uint64_t ticks = i % 2 == 0 ? behind_a : behind_b;
    block.references.push_back({.instance = i % 2 == 0 ? 0U : 2U, .begin = now, .end = now + ticks});
    now += 2 * ticks;
  }
  return {.blocks = {block}};
}

result::ReplicateRecord steady() {
  result::ReplicateRecord replicate;
  for (std::uint64_t s = 0; s < 16; ++s)
    replicate.squares.push_back(square(100000 + 10 * (s % 3), 100000 + 10 * (s % 3)));
  return replicate;
}

TEST(ClockShifts, FindsTheSquareThatRanAtAnotherClock) {
  auto replicate = steady();
  replicate.squares[5] = square(103000, 103000);
  const auto shifts = clock_shifts(replicate);
  EXPECT_THAT(shifts[5], HasSubstr("+3.0 % against its session's plateau"));
  for (std::size_t s = 0; s < shifts.size(); ++s) EXPECT_EQ(shifts[s].empty(), s != 5) << s;
}

TEST(ClockShifts, LeavesTwoPerCentAlone) {
  auto replicate = steady();
  replicate.squares[5] = square(101900, 101900);
  EXPECT_THAT(clock_shifts(replicate), testing::Each(testing::IsEmpty()));
}

TEST(ClockShifts, TakesNoNoiseForAChangeOfClock) {
  result::ReplicateRecord replicate;
  for (std::uint64_t s = 0; s < 16; ++s)
    replicate.squares.push_back(square(100000 + 2000 * (s % 5), 100000 + 2000 * (s % 5)));
  EXPECT_THAT(clock_shifts(replicate), testing::Each(testing::IsEmpty()));
}

TEST(ClockShifts, TakesNoStepOfACoarseClockForAChangeOfClock) {
  auto replicate = steady();
  replicate.squares[5] = square(105000, 105000);
  EXPECT_THAT(clock_shifts(replicate, 10000), testing::Each(testing::IsEmpty()));
  EXPECT_FALSE(clock_shifts(replicate, 1000)[5].empty());
}

TEST(ClockShifts, TakesNoSlowDriftForAChangeOfClock) {
  result::ReplicateRecord replicate;
  for (std::uint64_t s = 0; s < 16; ++s) replicate.squares.push_back(square(100000 + 400 * s, 100000 + 400 * s));
  EXPECT_THAT(clock_shifts(replicate), testing::Each(testing::IsEmpty()));
}

TEST(ClockShifts, SaysNothingWithoutReferences) {
  result::ReplicateRecord replicate{.squares = {{}, {}}};
  EXPECT_THAT(clock_shifts(replicate), testing::Each(testing::IsEmpty()));
}

TEST(ReferenceDifference, ShowsThatOneArmLeavesASlowerClock) {
  result::Comparison comparison;
  comparison.replicates.resize(1);
  for (int s = 0; s < 16; ++s) comparison.replicates[0].squares.push_back(square(100000, 104000));
  const auto difference = reference_difference(comparison, 0, 1);
  EXPECT_GT(difference.low, 0.039);
  EXPECT_LT(difference.high, 0.040);
  EXPECT_FALSE(reference_difference(comparison, 0, 2).is_finite());
}

}  // namespace
}  // namespace assay::protocol
