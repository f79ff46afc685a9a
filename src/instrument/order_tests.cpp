// SPDX-License-Identifier: Apache-2.0
#include "instrument/order_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "stats/location.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr int kDecompositionSubmissions = 9;
constexpr int kPositionSubmissions = 15;
constexpr std::size_t kPositions = 8;

std::vector<double> spans_of(const WorkReading& reading) {
  std::vector<double> spans;
  for (const auto& pass : reading.passes) {
    spans.push_back(pass.ticks().value_or(0));
  }
  return spans;
}

std::vector<double> column_of(const std::vector<std::vector<double>>& rows, std::size_t column) {
  std::vector<double> values;
  for (const auto& row : rows) {
    if (column < row.size()) values.push_back(row[column]);
  }
  return values;
}

/// Median of each column; 0 where there is nothing to take it of.
std::vector<double> column_medians(const std::vector<std::vector<double>>& rows, std::size_t columns) {
  std::vector<double> medians;
  for (std::size_t c = 0; c < columns; ++c) {
    medians.push_back(stats::median(column_of(rows, c)).value_or(0));
  }
  return medians;
}

/// Quickest of each column: what else runs on the machine only ever adds to a span, and this test must not take a busy
/// machine for a broken clock. 0 where there is nothing to take it of.
std::vector<double> column_minima(const std::vector<std::vector<double>>& rows, std::size_t columns) {
  std::vector<double> minima(columns, 0);
  for (std::size_t c = 0; c < columns; ++c) {
    const auto column = column_of(rows, c);
    if (!column.empty()) minima[c] = *std::min_element(column.begin(), column.end());
  }
  return minima;
}

/// Median of each column over its quickest, at the median over all columns; nothing where a pass read no time. A clock
/// that gives time to the wrong pass does so every time; a machine that does something else does not.
std::optional<double> repeat_over_quickest(const DecompositionReadings& readings) {
  std::vector<double> ratios;
  for (const auto* rows : {&readings.light_outside, &readings.heavy_outside}) {
    const auto medians = column_medians(*rows, 4), minima = column_minima(*rows, 4);
    for (std::size_t c = 0; c < minima.size(); ++c) {
      if (minima[c] <= 0) return std::nullopt;
      ratios.push_back(medians[c] / minima[c]);
    }
  }
  const auto median = stats::median(ratios);
  return median ? std::optional(*median) : std::nullopt;
}

}  // namespace

result::CertificateItem judge_decomposition(const DecompositionReadings& readings, double quantum_raw) {
  result::CertificateItem item{.name = "decomposition",
                               .rule =
                                   "the quickest passes of equal work agree within a factor of two; eight times the "
                                   "work reads four times as long or more"};
  const auto outside = column_minima(readings.light_outside, 4);
  const auto inside = column_minima(readings.heavy_outside, 4);
  const double light[] = {outside[0], outside[3], inside[1], inside[2]};
  const double heavy[] = {outside[1], outside[2], inside[0], inside[3]};
  const auto [least_light, most_light] = std::minmax_element(std::begin(light), std::end(light));
  const auto [least_heavy, most_heavy] = std::minmax_element(std::begin(heavy), std::end(heavy));
  const bool known = *least_light > 0 && *least_heavy > 0;
  const bool agree = known && *most_light <= 2 * *least_light && *most_heavy <= 2 * *least_heavy;
  const bool mass = known && *least_heavy >= 4 * *most_light;
  item.state = agree && mass ? State::passed : State::failed;
  if (!known) {
    item.value = "a pass of known work read nothing";
  } else {
    item.value = fmt::format("heavy / light = {:.2f} for {} times the work; equal passes agree within {:.1f} %",
                             *least_heavy / *most_light, kHeavyFactor,
                             100 * (std::max(*most_heavy / *least_heavy, *most_light / *least_light) - 1));
    item.numbers = {{"heavy_over_light", *least_heavy / *most_light},
                    {"light_spread", *most_light / *least_light - 1},
                    {"heavy_spread", *most_heavy / *least_heavy - 1}};
    // These are quickest passes, each of which lies on a line of the lattice.
    const double step = quantum_raw / *least_light;
    if (step > 1 / kQuantaOfPercent) {
      item.value += fmt::format(" (one step of the clock is {:.1f} % of a light pass)", 100 * step);
      item.numbers["clock_step_fraction"] = step;
    }
  }
  if (const auto repeats = repeat_over_quickest(readings)) item.numbers[result::kRepeatsItem] = *repeats;
  if (item.state == State::failed) item.forbids = "telling passes of one submission apart; nothing is compared";
  return item;
}

Expected<result::CertificateItem> test_decomposition(Device& device, std::uint32_t steps, double quantum_raw) {
  DecompositionReadings readings;
  const std::uint32_t heavy = steps * kHeavyFactor;
  for (int i = 0; i < kDecompositionSubmissions; ++i) {
    const auto a = run_known_work(device, {steps, heavy, heavy, steps});
    if (!a) return fail(a.error());
    const auto b = run_known_work(device, {heavy, steps, steps, heavy});
    if (!b) return fail(b.error());
    readings.light_outside.push_back(spans_of(*a));
    readings.heavy_outside.push_back(spans_of(*b));
  }
  return judge_decomposition(readings, quantum_raw);
}

result::CertificateItem judge_position(const std::vector<std::vector<double>>& spans, const ClockLattice& lattice) {
  result::CertificateItem item{.name = "position", .rule = "reported; the schedule cancels it"};
  std::vector<double> centres;
  double error = 0;
  for (std::size_t p = 0; p < kPositions; ++p) {
    const auto found = locate(column_of(spans, p), lattice, kQuantaOfPercent);
    centres.push_back(found ? found->value : 0);
    if (found && found->error) error = std::max(error, *found->error);
  }
  const double plateau = stats::median(std::span(centres).subspan(1)).value_or(0);
  if (plateau <= 0) {
    item.state = State::failed;
    item.value = "identical passes read nothing";
    item.forbids = "comparing";
    return item;
  }
  Location largest;
  std::size_t where = 0;
  for (std::size_t p = 0; p < centres.size(); ++p) {
    const double effect = centres[p] / plateau - 1;
    if (std::abs(effect) > std::abs(largest.value)) {
      largest.value = effect;
      where = p;
    }
    item.numbers[fmt::format("position_{}_fraction", p)] = effect;
  }
  item.state = State::passed;
  if (error > 0) {
    // Of two means, the plateau being one.
    largest.error = std::numbers::sqrt2 * error / plateau;
    item.numbers["error_fraction"] = *largest.error;
    if (std::abs(largest.value) <= *largest.error) {
      item.value = fmt::format("of {} identical passes none is off by more than the clock can tell, which is {:.1f} %",
                               centres.size(), 100 * *largest.error);
      return item;
    }
    largest.error = 100 * *largest.error;
  }
  largest.value *= 100;
  item.value = fmt::format("of {} identical passes the {} is furthest off: {} %", centres.size(),
                           where == 0 ? std::string("first") : fmt::format("one at position {}", where + 1),
                           signed_text(largest, 1));
  return item;
}

Expected<result::CertificateItem> test_position(Device& device, std::uint32_t steps, Dither& dither,
                                                double quantum_raw) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < kPositionSubmissions; ++i) {
    // In front of the passes a wait would take the first one's place.
    if (auto waited = wait_apart(device, dither); !waited) return fail(waited.error());
    const auto reading = run_known_work(device, std::vector<std::uint32_t>(kPositions, steps));
    if (!reading) return fail(reading.error());
    rows.push_back(spans_of(*reading));
  }
  return judge_position(rows, {.quantum = quantum_raw, .phases = dither.phases()});
}

}  // namespace assay::instrument
