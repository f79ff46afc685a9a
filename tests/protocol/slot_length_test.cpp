// SPDX-License-Identifier: Apache-2.0
#include "protocol/slot_length.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::protocol {
namespace {

TEST(SlotLength, IsThirtyQuantaOfTheQuickestArm) {
  const auto length = choose_slot_length({.trial_ns = {50'000, 40'000}, .quantum_ns = 65'536});
  ASSERT_TRUE(length);
  EXPECT_EQ(length->trials, 50U);  // 30 × 65,536 / 40,000 = 49.2
  EXPECT_DOUBLE_EQ(length->shortest_ns, 2e6);
  EXPECT_DOUBLE_EQ(length->longest_ns, 2.5e6);
}

TEST(SlotLength, IsTwentyTimesTheEmptyPass) {
  EXPECT_EQ(choose_slot_length({.trial_ns = {10'000}, .quantum_ns = 32, .empty_pass_ns = 5'000})->trials, 10U);
}

TEST(SlotLength, IsAsLongAsWishedWhereTheClockAllowsLess) {
  EXPECT_EQ(choose_slot_length({.trial_ns = {1e6, 2e6}, .wished_slot_ns = 4e6})->trials, 4U);
}

TEST(SlotLength, GivesUpTheWishForTheLongestSlot) {
  const auto length = choose_slot_length({.trial_ns = {1e6, 100e6}, .wished_slot_ns = 50e6});
  EXPECT_EQ(length->trials, 5U);
  EXPECT_LE(length->longest_ns, kLongestSlotNs);
}

TEST(SlotLength, R68_OfTwentyTrialsThatWouldTakeSixSecondsIsCutToThoseThatFitHalfASecond) {
  const auto length = choose_slot_length({.trial_ns = {0.3e9}, .wished_slot_ns = 20 * 0.3e9});
  ASSERT_TRUE(length);
  EXPECT_EQ(length->trials, 1U);
  EXPECT_LE(length->longest_ns, kLongestSlotNs);
}

TEST(SlotLength, OfATrialLongerThanASlotIsOneTrialAndSaysSo) {
  const auto length = choose_slot_length({.trial_ns = {2e9}, .wished_slot_ns = 2e6});
  EXPECT_EQ(length->trials, 1U);
  EXPECT_TRUE(length->past_longest);
}

TEST(SlotLength, IsUnfitWhenTheClockDemandsMoreThanTheSlowArmLeavesRoomFor) {
  const auto length = choose_slot_length({.trial_ns = {1'000, 1e6}, .quantum_ns = 65'536});
  ASSERT_FALSE(length);
  EXPECT_EQ(length.error().fault, Fault::unfit);
  EXPECT_THAT(sentence(length.error()), testing::HasSubstr("use a larger problem for the quick arm"));
}

TEST(SlotLength, IsUnfitPastTheMostTrials) {
  const auto length = choose_slot_length({.trial_ns = {1}, .quantum_ns = 65'536});
  ASSERT_FALSE(length);
  EXPECT_EQ(length.error().fault, Fault::unfit);
}

TEST(SlotLength, NeedsATimeOfEveryArm) {
  EXPECT_EQ(choose_slot_length({.trial_ns = {}}).error().fault, Fault::bad_input);
  EXPECT_EQ(choose_slot_length({.trial_ns = {1e6, 0}}).error().fault, Fault::bad_input);
  EXPECT_EQ(choose_slot_length({.trial_ns = {1e6}, .quantum_ns = 0}).error().fault, Fault::bad_input);
}

TEST(Dither, IsNeededOnACoarseLatticeAndNotOnAFineOne) {
  EXPECT_TRUE(needs_dither(65'536, 2e6, 0.01));
  EXPECT_FALSE(needs_dither(1, 2e6, 0.01));
  EXPECT_FALSE(needs_dither(32, 1e6, 0.01));
  EXPECT_TRUE(needs_dither(32, 1e5, 0.01));
}

TEST(Location, IsTheSumWhereTheLatticeShowsAndTrimmedWhereNoiseCoversIt) {
  const std::vector<std::vector<double>> coarse{{131072, 131072, 196608, 131072}, {131072, 131072, 131072, 131072}};
  EXPECT_EQ(choose_location(65'536, coarse), result::Location::sum);
  const std::vector<std::vector<double>> noisy{{1e6, 1.1e6, 0.9e6, 1.05e6}, {2e6, 2.1e6, 1.9e6, 2.05e6}};
  EXPECT_EQ(choose_location(32, noisy), result::Location::trimmed);
}

TEST(Location, DoesNotTakeTheDifferenceOfTheArmsForNoise) {
  const std::vector<std::vector<double>> quiet{{1e6, 1e6, 1e6, 1e6}, {9e6, 9e6, 9e6, 9e6}};
  EXPECT_EQ(choose_location(32, quiet), result::Location::sum);
}

TEST(Location, IsTheSumWhenNothingIsKnown) { EXPECT_EQ(choose_location(1, {}), result::Location::sum); }

}  // namespace
}  // namespace assay::protocol
