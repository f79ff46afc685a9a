// SPDX-License-Identifier: Apache-2.0
#include "protocol/plateau.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/location.hpp"
#include "stats/regression.hpp"
#include "stats/spread.hpp"

namespace assay::protocol {

namespace {

constexpr double kStandardErrors = 3;

/// The last half of every instance's readings: how far into the half, and the log about the instance's own median.
struct Tail {
  std::vector<double> place{}, log{};
};

void add_instance(std::span<const double> readings_ns, Tail& tail) {
  const auto last_half = readings_ns.last((readings_ns.size() + 1) / 2);
  std::vector<double> logs(last_half.begin(), last_half.end());
  for (double& value : logs) value = std::log(value);
  const double centre = stats::median(logs).value_or(0);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    tail.place.push_back(static_cast<double>(i));
    tail.log.push_back(logs[i] - centre);
  }
}

double slope_of(const Tail& tail) { return stats::robust_slope(tail.place, tail.log).value_or(0); }

/// Standard error of that slope, from the spread about the line: about zero instead, a trend would widen the spread and
/// so hide itself.
double slope_error(const Tail& tail, double slope) {
  std::vector<double> about_line;
  for (std::size_t i = 0; i < tail.place.size(); ++i) about_line.push_back(tail.log[i] - slope * tail.place[i]);
  const double middle = stats::mean(tail.place).value_or(0);
  double squares = 0;
  for (const double place : tail.place) squares += (place - middle) * (place - middle);
  return stats::robust_standard_deviation(about_line).value_or(0) / std::sqrt(squares);
}

bool all_positive(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v) && v > 0; });
}

}  // namespace

Plateau find_plateau(std::span<const std::vector<double>> readings_ns) {
  Plateau plateau;
  Tail tail;
  if (readings_ns.empty()) {
    plateau.reason = "there are no warm-up readings";
    return plateau;
  }
  for (const std::vector<double>& instance : readings_ns) {
    if (instance.size() < kLeastWarmUpReadings) {
      plateau.reason = fmt::format("{} warm-up readings of an instance are too few: {} are the least", instance.size(),
                                   kLeastWarmUpReadings);
      return plateau;
    }
    if (!all_positive(instance)) {
      plateau.reason = "a warm-up reading is not a positive time";
      return plateau;
    }
    add_instance(instance, tail);
    const double rest = stats::median(std::span(instance).last((instance.size() + 1) / 2)).value_or(instance.front());
    plateau.first_over_plateau = std::max(plateau.first_over_plateau, instance.front() / rest);
  }
  const double half_window = (*std::max_element(tail.place.begin(), tail.place.end()) + 1) / 2;
  const double slope = slope_of(tail);
  plateau.movement = std::expm1(slope * half_window);
  plateau.tolerance = std::max(kStandardErrors * slope_error(tail, slope) * half_window, kHarmlessMovement);
  plateau.reached = std::abs(plateau.movement) <= plateau.tolerance;
  plateau.reason = fmt::format("the last warm-up readings {} by {:.1f} %, {} the tolerance of {:.1f} %",
                               plateau.movement < 0 ? "fall" : "rise", 100 * std::abs(plateau.movement),
                               plateau.reached ? "within" : "more than", 100 * plateau.tolerance);
  return plateau;
}

}  // namespace assay::protocol
