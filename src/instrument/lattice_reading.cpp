// SPDX-License-Identifier: Apache-2.0
#include "instrument/lattice_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/location.hpp"
#include "stats/spread.hpp"

namespace assay::instrument {
namespace {

constexpr double kStandardErrors = 3;
constexpr double kOutside = 0.0027;  // what three standard errors leave out

double error_of_mean(std::span<const double> readings, const ClockLattice& lattice) {
  const double scatter =
      stats::standard_deviation(readings).value_or(0) / std::sqrt(static_cast<double>(readings.size()));
  const double hidden = stats::mean_error(lattice.quantum, readings.size(), lattice.phases).value_or(lattice.quantum);
  const bool spread = lattice.phases == stats::Phases::uniform;
  return std::max(kStandardErrors * scatter, spread ? kStandardErrors * hidden : hidden);
}

double most_that_reads_zero(std::size_t count, const ClockLattice& lattice) {
  if (lattice.phases == stats::Phases::unknown) return lattice.quantum;
  return lattice.quantum * (1 - std::pow(kOutside, 1 / static_cast<double>(count)));
}

}  // namespace

std::optional<Location> locate(std::span<const double> readings, const ClockLattice& lattice, double quanta_of_median) {
  const auto mean = stats::mean(readings), median = stats::median(readings);
  if (!mean || !median) return std::nullopt;
  if (std::min(*mean, *median) >= quanta_of_median * lattice.quantum) return Location{.value = *median};
  if (std::ranges::all_of(readings, [](double reading) { return reading == 0; })) {
    return Location{.value = 0, .error = most_that_reads_zero(readings.size(), lattice)};
  }
  return Location{.value = *mean, .error = error_of_mean(readings, lattice)};
}

Location difference(const Location& a, const Location& b) {
  Location result{.value = a.value - b.value};
  if (a.error || b.error) result.error = std::hypot(a.error.value_or(0), b.error.value_or(0));
  return result;
}

int decimals_beside(double error) { return error < 1 ? 2 : error < 10 ? 1 : 0; }

std::string text_us(const Location& ns) {
  const double us = ns.value / 1e3;
  if (!ns.error) return fmt::format("{:.2f} µs", us);
  const double error_us = *ns.error / 1e3;
  const int decimals = decimals_beside(error_us);
  if (ns.below_lattice()) return fmt::format("below the lattice (at most {:.{}f} µs)", us + error_us, decimals);
  return fmt::format("{:.{}f} ± {:.{}f} µs", us, decimals, error_us, decimals);
}

std::string signed_text(const Location& value, int decimals) {
  if (!value.error) return fmt::format("{:+.{}f}", value.value, decimals);
  const int fewer = std::min(decimals, decimals_beside(*value.error));
  // Rounded first: a difference of a hair below zero is told as +0 and not as -0.
  const double scale = std::pow(10, fewer);
  const double rounded = std::round(value.value * scale) / scale + 0.0;
  return fmt::format("{:+.{}f} ± {:.{}f}", rounded, fewer, *value.error, fewer);
}

}  // namespace assay::instrument
