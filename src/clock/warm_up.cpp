// SPDX-License-Identifier: Apache-2.0
#include "clock/warm_up.hpp"

#include <algorithm>
#include <cmath>

#include "stats/location.hpp"
#include "stats/spread.hpp"

namespace assay::clock {

namespace {
constexpr std::size_t kLeastReadings = 6;
constexpr double kStandardDeviations = 3;
constexpr double kHarmless = 0.02;  ///< of the plateau: a quiet device must not be called warm by its last digit
}  // namespace

std::optional<WarmUp> find_warm_up(std::span<const double> readings) {
  if (readings.size() < kLeastReadings) return std::nullopt;
  if (!std::all_of(readings.begin(), readings.end(), [](double v) { return std::isfinite(v) && v > 0; }))
    return std::nullopt;
  const std::size_t half = readings.size() / 2;
  const auto rest = readings.subspan(half);
  const double plateau = stats::median(rest).value_or(0);
  const double sd = stats::robust_standard_deviation(rest).value_or(0);
  const double tolerance = std::max(kStandardDeviations * sd, kHarmless * plateau);
  WarmUp result{.readings = 0, .plateau = plateau, .first_over_plateau = readings.front() / plateau};
  for (std::size_t i = 0; i < half; ++i) {
    if (std::abs(readings[i] - plateau) > tolerance) result.readings = i + 1;
  }
  return result;
}

}  // namespace assay::clock
