// SPDX-License-Identifier: Apache-2.0
#include "protocol/phase_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "protocol/random_stream.hpp"
#include "protocol/schedule.hpp"

namespace assay::protocol {
namespace {

constexpr double kQuantum = 65536;

struct Truth {
  bool dither = true;
  double position_effect = 0;  ///< of the first position, as a fraction
};

/// Sixteen squares of 2 ms slots on a coarse lattice: arm 1 takes 0.5 % longer; a slot begins where the one before it
/// ended, plus a gap, plus a wait of up to eight quanta where it is dithered.
std::vector<JudgedSquare> squares_of(std::uint64_t seed, Truth truth) {
  std::vector<JudgedSquare> squares;
  RandomStream random(seed, StreamPurpose::simulation);
  for (std::uint32_t s = 0; s < 16; ++s) {
    auto& square = squares.emplace_back();
    for (const auto& block : draw_square(seed, 0, s, 4, {}).blocks) {
      auto& slots = square.blocks.emplace_back();
      double now = 0;  // an undithered block begins in step with the lattice
      for (std::size_t j = 0; j < block.slots.size(); ++j) {
        const double length = 2e6 * (block.slots[j] / 2 == 1 ? 1.005 : 1) * (j == 0 ? 1 + truth.position_effect : 1);
        now += 5000 + (truth.dither ? 8 * kQuantum * random.next_unit() : 0);
        const double begin = std::floor(now / kQuantum), end = std::floor((now + length) / kQuantum);
        slots.push_back({.instance = block.slots[j], .span_ns = (end - begin) * kQuantum});
        now += length;
      }
    }
  }
  return squares;
}

int failures(Truth truth) {
  int failed = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    failed += test_phase(squares_of(seed, truth), {})->position_passes() ? 0 : 1;
  return failed;
}

TEST(PhaseTest, PassesForDitheredSlots) {
  // At 1 %, more than 6 failures of 100 have a chance of one in three thousand.
  EXPECT_LE(failures({}), 6);
}

TEST(PhaseTest, CallsIndependentReadingsUncorrelated) {
  // Readings about their own mean are a little against each other; that is no correlation of the machine's.
  double sum = 0;
  int flagged = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomStream random(seed, StreamPurpose::simulation, 1);
    auto squares = squares_of(seed, {});
    for (auto& square : squares) {
      for (auto& block : square.blocks) {
        for (auto& slot : block) slot.span_ns = 2e6 + 1e4 * random.next_unit();
      }
    }
    const auto test = test_phase(squares, {});
    sum += test->serial;
    flagged += test->serial_passes() ? 0 : 1;
  }
  EXPECT_NEAR(sum / 100, 0, 0.4) << "the mean of 100 values of about one standard deviation";
  EXPECT_LE(flagged, 6);
}

TEST(PhaseTest, FailsForSlotsThatKeepStepWithTheLattice) { EXPECT_GE(failures({.dither = false}), 95); }

TEST(PhaseTest, TakesNoEffectOfThePositionThatBothArmsShareForAPhase) {
  EXPECT_LE(failures({.position_effect = 0.02}), 6);
}

TEST(PhaseTest, SeesNeighboursOfDitheredSlotsAsIndependent) {
  int correlated = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    correlated += test_phase(squares_of(seed, {}), {})->serial_passes() ? 0 : 1;
  }
  EXPECT_LE(correlated, 6);
}

TEST(PhaseTest, SaysNothingOfReadingsThatAreAllAlikeOrTooFew) {
  auto squares = squares_of(1, {});
  for (auto& square : squares) {
    for (auto& block : square.blocks) {
      for (auto& slot : block) slot.span_ns = 1;
    }
  }
  EXPECT_FALSE(test_phase(squares, {}));
  EXPECT_FALSE(test_phase({}, {}));
}

}  // namespace
}  // namespace assay::protocol
