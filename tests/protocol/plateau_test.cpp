// SPDX-License-Identifier: Apache-2.0
#include "protocol/plateau.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "protocol/random_stream.hpp"
#include "protocol/schedule.hpp"

namespace assay::protocol {
namespace {

using Series = std::vector<std::vector<double>>;

/// `squares` warm-up squares of four instances; `factor(i)` is what the device does to its i-th reading.
Series run(std::uint64_t seed, std::uint32_t squares, double noise, const std::function<double(std::size_t)>& factor) {
  Series series(4);
  RandomStream random(seed, StreamPurpose::simulation);
  std::size_t reading = 0;
  for (std::uint32_t s = 0; s < squares; ++s) {
    for (const auto& block : draw_square(seed, 0, s, 4, {}).blocks) {
      for (const std::uint32_t instance : block.slots) {
        double normal = -6;
        for (int i = 0; i < 12; ++i) normal += random.next_unit();
        const double arm = instance / 2 == 1 ? 1.3 : 1.0;
        series[instance].push_back(2e6 * arm * factor(reading++) * std::exp(noise * normal));
      }
    }
  }
  return series;
}

double first_five_slow(std::size_t reading) {
  constexpr double kExtra[] = {0.41, 0.33, 0.25, 0.18, 0.12};
  return reading < 5 ? 1 + kExtra[reading] : 1;
}

int reached(std::uint32_t squares, double noise, const std::function<double(std::size_t)>& factor) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) count += plateau_reached(run(seed, squares, noise, factor)) ? 1 : 0;
  return count;
}

// Bounds over 100 fixed seeds; the share that the rule truly has is far from them.
TEST(Plateau, IsReachedAfterOneSquareWhenOnlyTheFirstFiveReadingsAreSlow) {
  EXPECT_GE(reached(1, 0.015, first_five_slow), 95);
}

TEST(Plateau, IsReachedOnAFlatDeviceWithTenPercentOfNoise) {
  EXPECT_GE(reached(1, 0.10, [](std::size_t) { return 1.0; }), 90);
  EXPECT_GE(reached(2, 0.10, [](std::size_t) { return 1.0; }), 90);
}

TEST(Plateau, IsNotReachedOnARampThatNeverSettles) {
  const auto ramp = [](std::size_t reading) { return std::exp(-0.005 * static_cast<double>(reading)); };
  EXPECT_EQ(reached(1, 0.005, ramp), 0);
  EXPECT_EQ(reached(3, 0.005, ramp), 0);
}

TEST(Plateau, IsNotReachedWhileAClockDecays) {
  const auto decay = [](std::size_t reading) { return 2.5 - 1.5 * std::exp(-static_cast<double>(reading) / 40); };
  EXPECT_EQ(reached(1, 0.005, decay), 0);
}

TEST(Plateau, IsReachedOnADriftThatMirroredBlocksCancel) {
  const auto drift = [](std::size_t reading) { return 1 + 0.00005 * static_cast<double>(reading); };
  EXPECT_GE(reached(1, 0.001, drift), 99);
}

TEST(Plateau, SurvivesSpikes) {
  const auto spikes = [](std::size_t reading) { return reading % 11 == 9 ? 2.7 : 1.0; };
  EXPECT_GE(reached(1, 0.015, spikes), 95);
}

TEST(Plateau, OfReadingsThatStillFallPerInstanceIsNotReached) {
  const std::vector<double> falling{1.41, 1.33, 1.25, 1.18, 1.12};
  EXPECT_FALSE(plateau_reached(Series(4, falling)));
}

TEST(Plateau, TellsTheFirstReadingOverThePlateau) {
  EXPECT_DOUBLE_EQ(find_plateau(Series{{2.1, 1.2, 1, 1, 1, 1}}).first_over_plateau, 2.1);
}

TEST(Plateau, NeedsFiveReadingsOfEveryInstance) {
  const auto answer = find_plateau(Series{{1, 1, 1, 1, 1}, {1, 1, 1, 1}});
  EXPECT_FALSE(answer.reached);
  EXPECT_THAT(answer.reason, testing::HasSubstr("4 warm-up readings of an instance are too few"));
  EXPECT_FALSE(plateau_reached({}));
}

TEST(Plateau, IsNotReachedOnReadingsThatAreNoTimes) {
  EXPECT_FALSE(plateau_reached(Series{{1, 1, 1, 1, 0}}));
  EXPECT_FALSE(plateau_reached(Series{{1, 1, 1, 1, std::numeric_limits<double>::quiet_NaN()}}));
}

}  // namespace
}  // namespace assay::protocol
