// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/stamp_counter.hpp"

#include <gtest/gtest.h>

namespace assay::engine::sim {
namespace {

TEST(StampCounter, CountsNanosecondsByDefault) {
  StampCounter counter({}, 0);
  const auto [begin, end] = counter.stamps(1e6, 3e6);
  EXPECT_GT(begin, 0U);
  EXPECT_EQ(end - begin, 2000000U);
}

TEST(StampCounter, RoundsDownToItsLattice) {
  StampCounter counter({.quantum_ns = 65536}, 0);
  double spans = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto [begin, end] = counter.stamps(1e6 * i + 777.0 * i, 1e6 * i + 777.0 * i + 100e3);
    EXPECT_EQ(begin % 65536, 0U);
    EXPECT_EQ(end % 65536, 0U);
    spans += static_cast<double>(end - begin);
  }
  // One span is 65,536 or 131,072; over many placements the mean is right.
  EXPECT_NEAR(spans / 1000, 100e3, 3e3);
}

TEST(StampCounter, TicksAreTimesOverTheirPeriod) {
  StampCounter counter({.period_ns = 52.083}, 0);
  const auto [begin, end] = counter.stamps(0, 52.083e6);
  EXPECT_NEAR(static_cast<double>(end - begin), 1e6, 1);
}

TEST(StampCounter, T36_WrapsAt36Bits) {
  StampCounter counter({.counter_bits = 36, .wrap_after_ns = 1e6}, 0);
  const auto before = counter.stamps(0, 0.5e6);
  EXPECT_LT(before.first, before.second);
  EXPECT_LT(before.second, std::uint64_t{1} << 36U);
  const auto across = counter.stamps(0.9e6, 1.1e6);
  EXPECT_GT(across.first, across.second);
  EXPECT_NEAR(static_cast<double>((across.second - across.first) & ((std::uint64_t{1} << 36U) - 1)), 0.2e6, 1);
  EXPECT_LT(counter.stamps(1.2e6, 1.3e6).second, 1000000U);
}

TEST(StampCounter, T35_WrapsAt64Bits) {
  StampCounter counter({.wrap_after_ns = 1e6}, 0);
  const auto across = counter.stamps(0.9e6, 1.1e6);
  EXPECT_GT(across.first, across.second);
  EXPECT_NEAR(static_cast<double>(across.second - across.first), 0.2e6, 1);
}

TEST(StampCounter, T01_ADeadClockReadsZero) {
  StampCounter counter({.clock = ClockFault::dead}, 0);
  EXPECT_EQ(counter.stamps(1e6, 2e6), std::pair(std::uint64_t{0}, std::uint64_t{0}));
}

TEST(StampCounter, AFrozenClockReadsOneNumber) {
  StampCounter counter({.clock = ClockFault::frozen}, 0);
  const auto [begin, end] = counter.stamps(1e6, 2e6);
  EXPECT_EQ(begin, end);
  EXPECT_GT(begin, 0U);
  EXPECT_EQ(counter.stamps(5e6, 9e6).first, begin);
}

TEST(StampCounter, T32_IssuedStampsDoNotDependOnTheWork) {
  StampCounter counter({.clock = ClockFault::issued}, 0);
  const auto light = counter.stamps(1e6, 2e6), heavy = counter.stamps(2e6, 50e6);
  EXPECT_EQ(light.second - light.first, heavy.second - heavy.first);
}

TEST(StampCounter, BeginsAlikeAreOfTheSubmission) {
  StampCounter counter({.clock = ClockFault::begins_alike}, 0);
  const auto first = counter.stamps(1e6, 2e6), second = counter.stamps(2e6, 3e6);
  EXPECT_EQ(first.first, second.first);
  EXPECT_LT(first.second, second.second);
  counter.begin_submission();
  EXPECT_GT(counter.stamps(4e6, 5e6).first, first.first);
}

TEST(StampCounter, T55_AStaleSlotHoldsWhatTheRunBeforeWroteThere) {
  StampCounter counter({.stale = 1}, 0);
  const auto written = counter.stamps(1e6, 2e6);
  counter.begin_run();
  EXPECT_EQ(counter.stamps(8e6, 9e6), written);
}

}  // namespace
}  // namespace assay::engine::sim
