// SPDX-License-Identifier: Apache-2.0
#include "protocol/clock_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "protocol/readings.hpp"
#include "stats/location.hpp"
#include "stats/sign_sequence.hpp"
#include "stats/spread.hpp"

namespace assay::protocol {
namespace {

constexpr double kAlpha = 0.01;
constexpr double kSpreadsOfNoise = 4;

/// Log of the location of references: sums where one may be few quanta long, else medians, which a reference that the
/// host kept waiting does not move.
std::optional<double> log_location(const std::vector<double>& ticks, result::Location location) {
  const auto value = location == result::Location::sum ? stats::mean(ticks) : stats::median(ticks);
  return value && *value > 0 ? std::optional(std::log(*value)) : std::nullopt;
}

std::optional<double> reference_of(const result::SquareRecord& square, result::Location location) {
  std::vector<double> all;
  for (const auto& block : square.blocks) {
    for (const auto& reference : block.references) {
      const auto ticks = span_ns(reference, 1);
      if (!ticks) return std::nullopt;
      all.push_back(*ticks);
    }
  }
  return log_location(all, location);
}

}  // namespace

std::vector<std::string> clock_shifts(const result::ReplicateRecord& replicate, result::Location location) {
  std::vector<std::string> reasons(replicate.squares.size());
  std::vector<std::optional<double>> logs;
  std::vector<double> known;
  for (const auto& square : replicate.squares) {
    logs.push_back(reference_of(square, location));
    if (logs.back()) known.push_back(*logs.back());
  }
  const auto plateau = stats::median(known);
  if (!plateau) return reasons;
  const double noise = stats::robust_standard_deviation(known).value_or(0);
  const double tolerance = std::max(std::log1p(kMostClockShift), kSpreadsOfNoise * noise);
  for (std::size_t s = 0; s < logs.size(); ++s) {
    if (!logs[s] || std::abs(*logs[s] - *plateau) <= tolerance) continue;
    reasons[s] = fmt::format("the reference kernel reads {:+.1f} % against its session's plateau: another clock",
                             100 * std::expm1(*logs[s] - *plateau));
  }
  return reasons;
}

stats::Interval reference_difference(const result::Comparison& comparison, std::uint32_t first, std::uint32_t second) {
  std::vector<double> differences;
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) {
      if (!square.void_reason.empty()) continue;
      std::vector<double> behind[2];
      for (const auto& block : square.blocks) {
        for (const auto& reference : block.references) {
          const std::uint32_t arm = reference.instance / 2;
          const auto ticks = span_ns(reference, 1);
          if (!ticks || (arm != first && arm != second)) continue;
          behind[arm == second ? 1 : 0].push_back(*ticks);
        }
      }
      const auto location = comparison.schedule.location;
      const auto a = log_location(behind[0], location), b = log_location(behind[1], location);
      if (a && b) differences.push_back(*b - *a);
    }
  }
  return stats::sequence_interval(differences, kAlpha);
}

}  // namespace assay::protocol
