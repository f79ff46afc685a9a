// SPDX-License-Identifier: Apache-2.0
#include "protocol/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "stats/lattice_error.hpp"
#include "stats/location.hpp"
#include "stats/replicate_interval.hpp"
#include "stats/sign_sequence.hpp"
#include "stats/spread.hpp"

namespace assay::protocol {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kNormalQuantile = 1.959964;  // of a mean of many readings, two-sided at 5 %

using Location = stats::Number (*)(std::span<const double>);

stats::Interval over_sessions(const Readings& readings, Location location) {
  std::vector<double> each;
  for (const auto& session : readings) {
    if (const auto value = location(session)) each.push_back(*value);
  }
  return stats::replicate_interval(each, kAlpha);
}

/// Of one session nothing is known about the others: its own interval then stands alone.
stats::Interval joined(stats::Interval within, stats::Interval between) {
  auto both = !between.is_finite() ? within : !within.is_finite() ? between : stats::hull(within, between);
  if (both.is_finite()) both.low = std::max(both.low, 0.0);
  return both;
}

result::Estimate mean_of(const Readings& readings, const std::vector<double>& all, const Lattice& lattice) {
  const auto phases = lattice.dithered ? stats::Phases::uniform : stats::Phases::unknown;
  const double scatter = stats::standard_deviation(all).value_or(0) / std::sqrt(static_cast<double>(all.size()));
  // Spans of one trial share its phase: their errors may all have one sign.
  const double hidden = lattice.spans * stats::mean_error(lattice.quantum_ns, all.size(), phases).value_or(0);
  const double error =
      lattice.dithered ? kNormalQuantile * std::max(scatter, hidden) : std::max(kNormalQuantile * scatter, hidden);
  const double mean = stats::mean(all).value_or(0);
  return {.kind = result::Estimate::Kind::mean,
          .ns = mean,
          .interval = joined({mean - error, mean + error}, over_sessions(readings, stats::mean))};
}

/// Whether the readings of most sessions scatter by less than the lattice: their median is then one of its lines, and
/// an interval of order statistics has no width there, wherever the truth lies.
bool scatter_below(double quantum_ns, const Readings& readings) {
  std::vector<double> each;
  for (const auto& session : readings) {
    if (const auto spread = stats::robust_standard_deviation(session)) each.push_back(*spread);
  }
  return stats::median(each).value_or(0) < quantum_ns;
}

result::Estimate below(std::size_t count, const Lattice& lattice) {
  const double share = lattice.dithered ? 1 - std::pow(kAlpha, 1 / static_cast<double>(count)) : 1;
  return {.kind = result::Estimate::Kind::below_lattice, .interval = {0, lattice.spans * lattice.quantum_ns * share}};
}

}  // namespace

result::Estimate estimate_of(const Readings& readings, const Lattice& lattice) {
  std::vector<double> all;
  for (const auto& session : readings) all.insert(all.end(), session.begin(), session.end());
  if (all.empty()) return {};
  if (std::ranges::all_of(all, [](double ns) { return ns == 0; })) return below(all.size(), lattice);
  const double span_ns = stats::mean(all).value_or(0) / std::max(lattice.spans, 1.0);
  if (span_ns < kQuantaOfMedian * lattice.quantum_ns || scatter_below(lattice.quantum_ns, readings)) {
    return mean_of(readings, all, lattice);
  }
  return {.kind = result::Estimate::Kind::median,
          .ns = stats::median(all).value_or(0),
          .interval = joined(stats::sequence_interval(all, kAlpha), over_sessions(readings, stats::median))};
}

}  // namespace assay::protocol
