// SPDX-License-Identifier: Apache-2.0
#include "protocol/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::protocol {
namespace {

using Kind = result::Estimate::Kind;

Readings repeated(std::size_t sessions, std::vector<double> values) {
  return Readings(sessions, std::vector<double>(std::move(values)));
}

TEST(Estimate, OfReadingsFarAboveTheLatticeIsTheirMedian) {
  const auto estimate = estimate_of(repeated(5, {99, 100, 101, 100, 5000}), {.quantum_ns = 1});
  EXPECT_EQ(estimate.kind, Kind::median);
  EXPECT_EQ(estimate.ns, 100);
  EXPECT_LE(estimate.interval.low, 100);
  EXPECT_GE(estimate.interval.high, 100);
}

TEST(Estimate, BelowThirtyQuantaIsTheMeanBecauseTheMedianWouldBeZero) {
  // A span of a quarter of a quantum reads one quantum in one placement of four.
  const auto estimate = estimate_of(repeated(3, {0, 0, 0, 65536}), {.quantum_ns = 65536, .dithered = true});
  EXPECT_EQ(estimate.kind, Kind::mean);
  EXPECT_EQ(estimate.ns, 16384);
  const double lattice = 1.959964 * 65536 / std::sqrt(6.0 * 12);
  EXPECT_GE(estimate.interval.high - estimate.ns, lattice);
  EXPECT_GE(estimate.interval.low, 0);
}

TEST(Estimate, OfUndecidedPhasesIsNeverKnownBetterThanAQuantum) {
  const auto estimate = estimate_of(repeated(5, std::vector<double>(400, 65536)), {.quantum_ns = 65536});
  EXPECT_EQ(estimate.kind, Kind::mean);
  EXPECT_LE(estimate.interval.low, 0.5);
  EXPECT_GE(estimate.interval.high, 2 * 65536 - 0.5);
}

TEST(Estimate, OfNothingButZerosIsBelowTheLatticeWithAnUpperEnd) {
  const auto estimate =
      estimate_of(repeated(2, std::vector<double>(10, 0)), {.quantum_ns = 65536, .spans = 3, .dithered = true});
  EXPECT_EQ(estimate.kind, Kind::below_lattice);
  EXPECT_FALSE(estimate.known());
  EXPECT_EQ(estimate.interval.low, 0);
  EXPECT_NEAR(estimate.interval.high, 3 * 65536 * (1 - std::pow(0.05, 1.0 / 20)), 1e-6);
}

TEST(Estimate, OfReadingsThatAllFallOnOneLineOfTheLatticeHoldsTheTruth) {
  // 2.08 ms on a lattice of 65,536 ns: 32 steps, 31.74 of which are true.
  const auto locked = estimate_of(repeated(5, std::vector<double>(40, 32 * 65536.0)), {.quantum_ns = 65536});
  EXPECT_EQ(locked.kind, Kind::mean);
  EXPECT_LE(locked.interval.low, 2.08e6);
  EXPECT_GE(locked.interval.high, 2.08e6);
}

TEST(Estimate, IsAMedianWhereTheReadingsScatterByMoreThanTheLattice) {
  Readings readings;
  for (int s = 0; s < 5; ++s) {
    auto& session = readings.emplace_back();
    for (int i = 0; i < 40; ++i) session.push_back(65536.0 * (60 + i % 5));
  }
  EXPECT_EQ(estimate_of(readings, {.quantum_ns = 65536}).kind, Kind::median);
}

TEST(Estimate, IsWidenedByProcessesThatDisagree) {
  Readings quiet, lucky;
  for (int s = 0; s < 5; ++s) {
    quiet.push_back(std::vector<double>(20, 1000));
    lucky.push_back(std::vector<double>(20, 1000 + 10 * s));
  }
  const auto alike = estimate_of(quiet, {.quantum_ns = 1}), apart = estimate_of(lucky, {.quantum_ns = 1});
  EXPECT_EQ(alike.interval.high - alike.interval.low, 2) << "a quantum on either side: nobody knows their phase";
  // t(4, 97.5 %) · s / √5 on either side, s of 0, 10, 20, 30, 40.
  EXPECT_GE(apart.interval.high - apart.interval.low, 2 * 2.776 * 15.811 / std::sqrt(5.0) - 0.01);
}

TEST(Estimate, OfNoReadingsIsMissingAndNotZero) {
  EXPECT_EQ(estimate_of({}, {}).kind, Kind::missing);
  EXPECT_EQ(estimate_of(Readings(5), {}).kind, Kind::missing);
}

}  // namespace
}  // namespace assay::protocol
