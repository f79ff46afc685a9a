// SPDX-License-Identifier: Apache-2.0
#include "protocol/phase_test.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "stats/distributions.hpp"

namespace assay::protocol {
namespace {

constexpr double kPhaseAlpha = 0.01;
constexpr double kLeastAtAPosition = 4;

struct Sum {
  double value = 0, squares = 0, count = 0;
  void add(double x) {
    value += x;
    squares += x * x;
    ++count;
  }
  [[nodiscard]] double mean() const { return count > 0 ? value / count : 0; }
  /// Σ (x − mean)²
  [[nodiscard]] double about_mean() const { return squares - value * mean(); }
};

/// 0 and 1 for the pair's arms, 2 for others.
std::size_t place(const JudgedSlot& slot, ArmPair pair) {
  return slot.instance / 2 == pair.first ? 0 : slot.instance / 2 == pair.second ? 1 : 2;
}

/// The pair's arms in one square. Readings are held against the mean of their arm in their square, so that slow drift
/// between squares is left out.
std::array<Sum, 3> arms_of(const JudgedSquare& square, ArmPair pair) {
  std::array<Sum, 3> sums{};
  for (const auto& block : square.blocks) {
    for (const auto& slot : block) sums[place(slot, pair)].add(slot.span_ns);
  }
  return sums;
}

}  // namespace

std::optional<PhaseTest> test_phase(std::span<const JudgedSquare> squares, ArmPair pair) {
  std::vector<std::array<Sum, 2>> positions;
  double products = 0, pairs = 0, expected = 0;
  Sum all;
  for (const auto& square : squares) {
    const auto arms = arms_of(square, pair);
    for (const auto& block : square.blocks) {
      std::optional<double> before;
      std::size_t arm_before = 2;
      positions.resize(std::max(positions.size(), block.size()));
      for (std::size_t j = 0; j < block.size(); ++j) {
        const std::size_t arm = place(block[j], pair);
        if (arm > 1) {
          before.reset();
          continue;
        }
        const double about = block[j].span_ns - arms[arm].mean();
        positions[j][arm].add(about);
        all.add(about);
        if (before) {
          products += *before * about;
          ++pairs;
          // Independent readings about the mean of their own n are correlated by −1/(n − 1).
          if (arm == arm_before && arms[arm].count > 1) expected -= 1 / (arms[arm].count - 1);
        }
        before = about;
        arm_before = arm;
      }
    }
  }
  double within = 0, freedom = 0;
  for (const auto& position : positions) {
    for (const auto& sum : position) {
      if (sum.count < kLeastAtAPosition) return std::nullopt;
      within += sum.about_mean();
      freedom += sum.count - 1;
    }
  }
  if (positions.size() < 2 || freedom <= 0 || !(within > 0) || pairs == 0) return std::nullopt;
  const double variance = within / freedom;
  PhaseTest test;
  for (const auto& position : positions) {
    const double difference = position[0].mean() - position[1].mean();
    test.position += difference * difference / (variance * (1 / position[0].count + 1 / position[1].count));
  }
  const auto limit = stats::chi_squared_quantile(1 - kPhaseAlpha, static_cast<double>(positions.size() - 1));
  if (!limit) return std::nullopt;
  test.position_limit = *limit;
  const double spread = all.about_mean() / all.count;
  test.serial = (products / spread - expected) / std::sqrt(pairs);
  return test;
}

}  // namespace assay::protocol
