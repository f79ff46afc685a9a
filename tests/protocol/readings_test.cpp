// SPDX-License-Identifier: Apache-2.0
#include "protocol/readings.hpp"

#include <gtest/gtest.h>

namespace assay::protocol {
namespace {

TEST(Readings, UnwrittenStampsAreNotAZeroSpan) {
  EXPECT_NE(why_unusable({.begin = 0, .end = 0}, 0).find("unwritten"), std::string::npos);
}

TEST(Readings, OneOfTwoStampsIsNotAReading) {
  EXPECT_FALSE(why_unusable({.begin = 0, .end = 5}, 0).empty());
  EXPECT_FALSE(why_unusable({.begin = 5, .end = 0}, 0).empty());
}

TEST(Readings, T10_AnEndBeforeItsBeginIsUnusable) {
  EXPECT_NE(why_unusable({.begin = 1000000, .end = 940000}, 0).find("reversed"), std::string::npos);
}

TEST(Readings, ASlotThatBeginsBeforeTheOneBeforeItEndsIsUnusable) {
  EXPECT_NE(why_unusable({.begin = 50, .end = 90}, 60).find("before the one before it ends"), std::string::npos);
}

TEST(Readings, AnEqualEndIsAReadingOfNothingOnACoarseClock) {
  // Below the lattice a span of zero is right on average; dropping it would bias the mean.
  EXPECT_TRUE(why_unusable({.begin = 65536, .end = 65536}, 65536).empty());
}

TEST(Readings, SummariesSayNothingOfAnArmThatWasNotRead) {
  result::Comparison comparison;
  comparison.arms.resize(2);
  summarise(comparison);
  EXPECT_EQ(comparison.arms[0].median_trial_ns, 0);
  EXPECT_EQ(comparison.duty, 0);
}

TEST(Readings, MediansAreOfOneTrialAndDutyIsOfTheWallTime) {
  result::Comparison comparison;
  comparison.arms.resize(2);
  comparison.schedule.trials = 4;
  comparison.certificate.stamp_ns = 2.0;
  result::BlockRecord block{
      .slots = {{.instance = 0, .begin = 100, .end = 300}, {.instance = 2, .begin = 400, .end = 800}}, .wall_ns = 2400};
  result::SquareRecord square{.blocks = {block}};
  comparison.replicates.push_back({.squares = {square}});
  summarise(comparison);
  EXPECT_EQ(comparison.arms[0].median_trial_ns, 100);
  EXPECT_EQ(comparison.arms[1].median_trial_ns, 200);
  EXPECT_NEAR(comparison.duty, 0.5, 1e-12);
}

TEST(Readings, AreSummarisedByMeansWhereSquaresAreReadBySums) {
  // A median of such readings is a line of the lattice: 65,536 for both arms, although one takes a third longer.
  result::Comparison comparison;
  comparison.arms.resize(2);
  comparison.certificate.stamp_ns = 1.0;
  comparison.schedule.location = result::Location::sum;
  result::BlockRecord block{.wall_ns = 1};
  for (std::uint64_t i = 0; i < 9; ++i) {
    const std::uint64_t at = 65536 * (10 * i + 1);
    block.slots.push_back({.instance = 0, .begin = at, .end = at + 65536});
    block.slots.push_back({.instance = 2, .begin = at + 2 * 65536, .end = at + 65536 * (i % 3 == 0 ? 4 : 3)});
  }
  comparison.replicates.push_back({.squares = {{.blocks = {block}}}});
  summarise(comparison);
  EXPECT_EQ(comparison.arms[0].median_trial_ns, 0);
  EXPECT_NEAR(comparison.arms[1].trial_ns() / comparison.arms[0].trial_ns(), 4.0 / 3, 1e-12);
}

TEST(Readings, MediansLeaveOutSquaresThatRanAtAnotherClock) {
  result::Comparison comparison;
  comparison.arms.resize(1);
  comparison.certificate.stamp_ns = 1.0;
  auto& replicate = comparison.replicates.emplace_back();
  for (std::uint64_t s = 0; s < 9; ++s) {
    // Three squares of nine at half the clock: the reference tells, and every median of all squares would lean on them.
    const std::uint64_t slower = s % 2 == 1 && s != 1 ? 2 : 1;
    const result::SlotRecord reference{.begin = 1, .end = 1 + 1000 * slower};
    replicate.squares.push_back(
        {.blocks = {{.slots = {{.begin = 1, .end = 1 + (400 + s) * slower}}, .references = {reference, reference}}}});
  }
  summarise(comparison);
  EXPECT_EQ(comparison.arms[0].median_trial_ns, 403);
}

}  // namespace
}  // namespace assay::protocol
