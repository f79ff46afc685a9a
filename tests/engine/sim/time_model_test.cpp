// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/time_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace assay::engine::sim {
namespace {

/// A device on which only what a test switches on happens.
constexpr Nuisances kNothing{.noise = 0};

SlotFacts reading(std::uint64_t code = 1, std::size_t place = 0) {
  return {.reading = true, .user = true, .code = code, .pipeline = code, .place = place, .stamped = true};
}

std::vector<double> factors(const Nuisances& nuisances, std::size_t count, std::uint64_t process = 0) {
  TimeModel model(nuisances, process);
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(model.factor(reading()));
  return result;
}

/// Over many processes: the root of the mean square of what `log` finds in each.
double rms(std::size_t processes, const std::function<double(std::uint64_t process)>& log) {
  double sum = 0;
  for (std::uint64_t p = 0; p < processes; ++p) sum += log(p) * log(p);
  return std::sqrt(sum / static_cast<double>(processes));
}

TEST(TimeModel, WithoutNuisancesEverySlotTakesItsNominalTime) {
  for (const double factor : factors(kNothing, 50)) EXPECT_EQ(factor, 1);
}

TEST(TimeModel, TheSameSeedAndProcessGiveTheSameTimesAndOthersGiveOthers) {
  EXPECT_EQ(factors(rough(), 100, 3), factors(rough(), 100, 3));
  EXPECT_NE(factors(rough(), 100, 3), factors(rough(), 100, 4));
  Nuisances other = rough();
  other.seed = 2;
  EXPECT_NE(factors(rough(), 100, 3), factors(other, 100, 3));
}

TEST(TimeModel, SwitchingOneNuisanceOnMovesNoOther) {
  Nuisances noisy = kNothing, both = kNothing;
  noisy.noise = 0.01;
  both.noise = 0.01;
  both.step = 1.0;
  both.step_at = 0;
  const auto one = factors(noisy, 50), two = factors(both, 50);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(two[i] / one[i], 2, 1e-12);
}

TEST(TimeModel, CorrelatedNoiseKeepsItsSpreadAndFollowsItself) {
  constexpr std::size_t kReadings = 100000;
  Nuisances correlated = kNothing;
  correlated.noise = 0.01;
  correlated.ar = 0.9;
  double squares = 0, products = 0, last = 0;
  for (const double factor : factors(correlated, kReadings)) {
    const double log = std::log(factor);
    squares += log * log;
    products += log * last;
    last = log;
  }
  // Of 100,000 readings that share nine tenths, some 5,000 are independent: ± 2 % at two standard deviations.
  EXPECT_NEAR(std::sqrt(squares / kReadings), 0.01, 0.0004);
  EXPECT_NEAR(products / squares, 0.9, 0.01);
}

TEST(TimeModel, TailsOfStudentsTAreAsHeavyAsItsDistributionSays) {
  constexpr std::size_t kReadings = 100000;
  Nuisances heavy = kNothing;
  heavy.noise = 0.001;
  heavy.tails = Tails::t2;
  std::size_t ten = 0, one = 0;
  for (const double factor : factors(heavy, kReadings)) {
    one += std::abs(std::log(factor)) > 0.001 ? 1 : 0;
    ten += std::abs(std::log(factor)) > 0.01 ? 1 : 0;
  }
  // P(|t| > x) = 1 − x / √(x² + 2): 0.42265 and 0.00985; five binomial standard deviations.
  EXPECT_NEAR(static_cast<double>(one), 42265, 780);
  EXPECT_NEAR(static_cast<double>(ten), 985, 156);
}

TEST(TimeModel, TheFirstFiveReadingsAreLonger) {
  Nuisances warming = kNothing;
  warming.warm_up = 0.41;
  const std::array<double, 6> expected{1.41, 1.33, 1.25, 1.18, 1.12, 1};
  const auto found = factors(warming, 6);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
}

TEST(TimeModel, WarmsUpAgainBehindACompilation) {
  Nuisances warming = kNothing;
  warming.warm_up = 0.41;
  TimeModel model(warming, 0);
  for (int i = 0; i < 8; ++i) static_cast<void>(model.factor(reading()));
  model.compiled();
  EXPECT_NEAR(model.factor(reading()), 1.41, 1e-12);
}

// Of n normal draws the root mean square lies within 4 / √(2n) of the truth in all but one of 15,000 seeds: ± 0.13
// here.
constexpr std::size_t kProcesses = 500;
constexpr double kTolerance = 0.13;

TEST(TimeModel, SessionSpeedHasTheStatedSpread) {
  Nuisances nuisances = kNothing;
  nuisances.speed = 0.16;
  EXPECT_NEAR(rms(kProcesses, [&](auto p) { return std::log(factors(nuisances, 1, p)[0]); }) / 0.16, 1, kTolerance);
}

TEST(TimeModel, DriftIsATrendOverAThousandReadings) {
  Nuisances nuisances = kNothing;
  nuisances.drift = 0.05;
  const auto log_after = [&](std::uint64_t process, std::size_t readings) {
    return std::log(factors(nuisances, readings + 1, process).back());
  };
  EXPECT_NEAR(rms(kProcesses, [&](auto p) { return log_after(p, 1000); }) / 0.05, 1, kTolerance);
  EXPECT_NEAR(log_after(0, 1000) / log_after(0, 500), 2, 1e-9);
}

TEST(TimeModel, AWalkSpreadsWithTheRootOfTheReadings) {
  Nuisances nuisances = kNothing;
  nuisances.walk = 0.0005;
  const auto found = rms(kProcesses, [&](auto p) { return std::log(factors(nuisances, 101, p).back()); });
  EXPECT_NEAR(found / (0.0005 * 10), 1, kTolerance);
}

TEST(TimeModel, APlaceKeepsItsOffsetForTheWholeSession) {
  Nuisances nuisances = kNothing;
  nuisances.position = 0.02;
  TimeModel model(nuisances, 0);
  std::array<double, 8> first{}, second{};
  for (auto* round : {&first, &second}) {
    for (std::size_t place = 0; place < 8; ++place) (*round)[place] = model.factor(reading(1, place));
  }
  EXPECT_EQ(first, second);
  for (const double factor : first) EXPECT_LE(std::abs(std::log(factor)), 0.02);
  EXPECT_NE(first[0], first[1]);
}

TEST(TimeModel, SpikesComeAtTheirRateAndOnlyLengthen) {
  Nuisances nuisances = kNothing;
  nuisances.spikes = 0.01;
  std::size_t spikes = 0;
  for (const double factor : factors(nuisances, 10000)) {
    if (factor == 1) continue;
    ++spikes;
    EXPECT_GE(factor, std::exp(0.1));
    EXPECT_LE(factor, std::exp(1.0));
  }
  EXPECT_NEAR(static_cast<double>(spikes), 100, 45);  // four and a half standard deviations
}

TEST(TimeModel, LuckBelongsToTheCodeAndTheProcess) {
  Nuisances nuisances = kNothing;
  nuisances.luck = 0.005;
  TimeModel one(nuisances, 0), two(nuisances, 1);
  const double code_1 = one.factor(reading(1));
  EXPECT_NE(code_1, 1);
  EXPECT_EQ(one.factor(reading(1)), code_1);
  EXPECT_NE(one.factor(reading(2)), code_1);
  EXPECT_NE(two.factor(reading(1)), code_1);
}

TEST(TimeModel, AllocationLuckFollowsTheAllocation) {
  Nuisances nuisances = kNothing;
  nuisances.allocation_luck = 0.01;
  TimeModel model(nuisances, 0);
  const std::array<std::uint64_t, 2> here{4, 5}, there{4, 6};
  SlotFacts slot = reading();
  slot.allocations = here;
  const double first = model.factor(slot);
  slot.allocations = there;
  EXPECT_NE(model.factor(slot), first);
  slot.allocations = here;
  EXPECT_EQ(model.factor(slot), first);
}

TEST(TimeModel, CarryOverFallsOnASlotBehindOtherCode) {
  Nuisances nuisances = kNothing;
  nuisances.carry_over = 0.02;
  TimeModel model(nuisances, 0);
  EXPECT_EQ(model.factor(reading(1)), 1);
  EXPECT_EQ(model.factor(reading(1)), 1);
  EXPECT_NEAR(model.factor(reading(2)), 1.02, 1e-12);
  EXPECT_EQ(model.factor(reading(2)), 1);
}

TEST(TimeModel, WhatAKernelLeavesFallsOnTheNextUsersKernel) {
  TimeModel model(kNothing, 0);
  SlotFacts leaving = reading(1);
  leaving.leaves = 0.03;
  static_cast<void>(model.factor(leaving));
  EXPECT_EQ(model.factor({.stamped = true}), 1);  // a helper's slot between them
  EXPECT_NEAR(model.factor(reading(2)), 1.03, 1e-12);
  EXPECT_EQ(model.factor(reading(2)), 1);
}

TEST(TimeModel, ShortBurstsTakeTheClockAndLongWorkBringsItBack) {
  Nuisances nuisances = kNothing;
  nuisances.throttle = 0.5;
  TimeModel model(nuisances, 0);
  for (int i = 0; i < 100; ++i) model.worked(10e6, 20e6);
  EXPECT_NEAR(model.factor(reading()), 2, 1e-9);
  model.worked(150e6, 151e6);
  EXPECT_NEAR(model.factor(reading()), 1, 1e-9);
}

TEST(TimeModel, HeatComesWithLongLoadAndGoesWithRest) {
  Nuisances nuisances = kNothing;
  nuisances.heat = 0.1;
  TimeModel model(nuisances, 0);
  for (int i = 0; i < 1000; ++i) model.worked(100e6, 100e6);
  EXPECT_NEAR(model.factor(reading()), 1.1, 1e-3);
  for (int i = 0; i < 1000; ++i) model.worked(0, 100e6);
  EXPECT_NEAR(model.factor(reading()), 1, 1e-3);
}

TEST(TimeModel, FlipsChangeBetweenTwoStates) {
  Nuisances nuisances = kNothing;
  nuisances.flips = 0.05;
  std::size_t slow = 0;
  for (const double factor : factors(nuisances, 2000)) {
    EXPECT_TRUE(factor == 1 || std::abs(factor - 1.05) < 1e-12) << factor;
    if (factor != 1) ++slow;
  }
  EXPECT_GT(slow, 200U);
  EXPECT_LT(slow, 1800U);
}

}  // namespace
}  // namespace assay::engine::sim
