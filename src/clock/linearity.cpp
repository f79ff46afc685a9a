// SPDX-License-Identifier: Apache-2.0
#include "clock/linearity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "stats/location.hpp"

namespace assay::clock {

namespace {

constexpr std::size_t kLeastAmounts = 3;

struct Step {
  double work = 0, more_work = 0, time = 0, more_time = 0;
  [[nodiscard]] double slope() const { return (more_time - time) / (more_work - work); }
};

/// Between neighbouring amounts of work, each once.
std::vector<Step> steps_of(std::span<const double> work, std::span<const double> times_ns) {
  std::map<double, double> points;
  for (std::size_t i = 0; i < std::min(work.size(), times_ns.size()); ++i) points.emplace(work[i], times_ns[i]);
  std::vector<Step> steps;
  for (auto next = points.begin(); next != points.end();) {
    const auto here = next++;
    if (next != points.end()) steps.push_back({here->first, next->first, here->second, next->second});
  }
  return steps;
}

}  // namespace

std::string Bend::text() const {
  return fmt::format("from {:g} to {:g} the time grows {:.2f} times, where the other steps would make it {:.2f}",
                     from_work, to_work, time_ratio, expected_ratio);
}

std::optional<Bend> find_bend(std::span<const double> work, std::span<const double> times_ns) {
  const auto steps = steps_of(work, times_ns);
  std::vector<double> slopes;
  double growth = 0;
  for (const auto& step : steps) {
    slopes.push_back(step.slope());
    growth += step.more_time - step.time;
  }
  const auto median = stats::median(slopes);
  if (slopes.size() < 2 || !median || *median <= 0 || growth <= 0) return std::nullopt;
  std::optional<Bend> worst;
  double furthest = kLeastBend;
  for (const auto& step : steps) {
    const double off = std::abs(step.slope() / *median - 1);
    if (step.time <= 0 || off < furthest) continue;
    const double expected = *median * (step.more_work - step.work);
    if (std::max(expected, step.more_time - step.time) < kLeastShareOfStep * growth) continue;
    furthest = off;
    worst = Bend{.from_work = step.work,
                 .to_work = step.more_work,
                 .time_ratio = step.more_time / step.time,
                 .expected_ratio = (step.time + expected) / step.time};
  }
  return worst;
}

Linearity check_linearity(std::span<const double> work, std::span<const double> times_ns) {
  Linearity result;
  const auto line = stats::fit_line(work, times_ns);
  if (!line || std::set<double>(work.begin(), work.end()).size() < kLeastAmounts) {
    result.reason = fmt::format("linearity needs a time for each of {} different amounts of work", kLeastAmounts);
    return result;
  }
  result.line = *line;
  const auto [least, most] = std::minmax_element(work.begin(), work.end());
  const double growth = line->slope * (*most - *least);
  const double longest = *std::max_element(times_ns.begin(), times_ns.end());
  result.grown = longest > 0 ? growth / longest : 0;
  result.relative_residual = growth != 0 ? line->residual / std::abs(growth) : 0;
  if (std::abs(result.grown) < kLeastGrown) {
    result.answer = Linearity::Answer::flat;
    result.reason =
        fmt::format("the readings grow by {:.1f} % while the work grows {:g} times: the clock does not see the work",
                    100 * result.grown, *most / *least);
  } else if (growth < 0) {
    result.answer = Linearity::Answer::falling;
    result.reason = "more work reads as less time";
  } else if (result.relative_residual > kMostResidual) {
    result.answer = Linearity::Answer::not_linear;
    result.reason = fmt::format("the readings lie {:.0f} % of their growth off a line", 100 * result.relative_residual);
  } else {
    result.answer = Linearity::Answer::linear;
    result.reason = fmt::format("the readings lie within {:.1f} % of a line", 100 * result.relative_residual);
  }
  result.bend = find_bend(work, times_ns);
  if (result.bend) result.reason += "; " + result.bend->text();
  return result;
}

WorkOrder check_work_order(std::span<const double> work, std::span<const double> times_ns) {
  WorkOrder result;
  const auto with_work = stats::rank_correlation(work, times_ns);
  std::vector<double> positions(work.size());
  std::iota(positions.begin(), positions.end(), 0.0);
  const auto with_position = stats::rank_correlation(positions, times_ns);
  if (!with_work || !with_position) {
    result.reason = "the order of readings needs two or more passes of different work";
    return result;
  }
  result.with_work = *with_work;
  result.with_position = *with_position;
  result.follows_work = *with_work >= kLeastRankCorrelation;
  result.reason = result.follows_work
                      ? fmt::format("times follow the work (rank correlation {:.2f})", *with_work)
                      : fmt::format(
                            "times do not follow the work (rank correlation {:.2f}; with the position in the "
                            "submission {:.2f})",
                            *with_work, *with_position);
  return result;
}

}  // namespace assay::clock
