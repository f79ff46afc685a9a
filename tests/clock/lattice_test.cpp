// SPDX-License-Identifier: Apache-2.0
#include "clock/lattice.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace assay::clock {
namespace {

/// Stamps of an irregular clock, rounded down to a lattice.
std::vector<std::uint64_t> stamps_on(std::uint64_t quantum, std::size_t count = 400) {
  std::vector<std::uint64_t> stamps;
  std::uint64_t now = 840'400'568'321, state = 12345;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    now += 20'000 + (state >> 33U) % 300'000;
    stamps.push_back(now / quantum * quantum);
  }
  return stamps;
}

TEST(Lattice, IsFoundForTheSpacingsThatHaveBeenMet) {
  EXPECT_EQ(detect_lattice(stamps_on(1))->kind, LatticeKind::every_unit);
  EXPECT_EQ(detect_lattice(stamps_on(32))->quantum, 32U);
  EXPECT_EQ(detect_lattice(stamps_on(32))->kind, LatticeKind::tick);
  EXPECT_EQ(detect_lattice(stamps_on(65'536))->kind, LatticeKind::browser_65536);
  EXPECT_EQ(detect_lattice(stamps_on(32'768))->kind, LatticeKind::browser_32768);
  EXPECT_EQ(detect_lattice(stamps_on(100'000))->kind, LatticeKind::coarse_100000);
  EXPECT_EQ(detect_lattice(stamps_on(4096))->kind, LatticeKind::other_power_of_two);
  EXPECT_EQ(detect_lattice(stamps_on(83))->quantum, 83U);
}

TEST(Lattice, NeedsTwoHundredStamps) {
  EXPECT_EQ(detect_lattice(stamps_on(32, 199)).error(), LatticeFault::too_few_stamps);
  EXPECT_TRUE(detect_lattice(stamps_on(32, 200)).has_value());
}

TEST(Lattice, DoesNotCountSlotsThatWereNeverWritten) {
  auto stamps = stamps_on(32, 199);
  stamps.insert(stamps.end(), 50, 0);
  EXPECT_EQ(detect_lattice(stamps).error(), LatticeFault::too_few_stamps);
  stamps.push_back(32);
  EXPECT_EQ(detect_lattice(stamps)->quantum, 32U);
}

TEST(Lattice, OfAClockThatHardlyMovesIsNotItsValue) {
  EXPECT_EQ(detect_lattice(std::vector<std::uint64_t>(400, 123456789)).error(), LatticeFault::all_alike);
}

TEST(Lattice, OfTwoClocksIsMixedNotOneUnit) {
  auto stamps = stamps_on(65'536);
  stamps[17] += 1;
  EXPECT_EQ(detect_lattice(stamps).error(), LatticeFault::mixed);
}

TEST(Lattice, GivesAReasonForEveryFault) {
  for (const auto fault : {LatticeFault::too_few_stamps, LatticeFault::all_alike, LatticeFault::mixed}) {
    EXPECT_NE(reason(fault), "not known");
  }
}

TEST(T28_Durations, InMicrosecondsAreAllMultiplesOf65536Nanoseconds) {
  std::vector<double> apple, nvidia;
  for (const double us : {1835, 2294, 2294, 3211, 5439, 8258, 10420, 11207, 11010}) apple.push_back(us * 1e3);
  for (const double us : {3015, 655, 66, 1376, 3146, 3867, 3736, 1376, 66}) nvidia.push_back(us * 1e3);
  EXPECT_TRUE(all_on_lattice(apple, 65'536, 600));
  EXPECT_TRUE(all_on_lattice(nvidia, 65'536, 600));
  EXPECT_FALSE(all_on_lattice(apple, 100'000, 600));
  EXPECT_FALSE(all_on_lattice({}, 65'536, 600));
}

}  // namespace
}  // namespace assay::clock
