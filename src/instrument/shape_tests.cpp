// SPDX-License-Identifier: Apache-2.0
#include "instrument/shape_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "clock/linearity.hpp"
#include "instrument/lattice_reading.hpp"
#include "stats/location.hpp"
#include "stats/regression.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr double kMostOffLine = 0.1;
constexpr int kLinearityRepeats = 7;
constexpr std::uint32_t kDoublings = 4;
constexpr int kSubmissions = 7;
constexpr std::size_t kPasses = 8;
constexpr int kRepeats = 24;
constexpr double kErrorsOfShare = 3;
// What is printed has no more digits than these.
constexpr double kSmallestToldUs = 0.005, kSmallestToldShare = 0.0005;

/// What the intercept of a line of least squares is off by at most, when each span is by a quantum at most.
double most_of_intercept(std::span<const double> steps, double quantum_ns) {
  const double centre = stats::mean(steps).value_or(0), count = static_cast<double>(steps.size());
  double squares = 0, most = 0;
  for (const double amount : steps) squares += (amount - centre) * (amount - centre);
  for (const double amount : steps) most += std::abs(1 / count - centre * (amount - centre) / squares);
  return most * quantum_ns;
}

/// Passes that begin before the one before them ended, of all that have one before them.
struct Overlaps {
  std::size_t count = 0, of = 0;
};
Overlaps overlaps_in(std::span<const WorkReading> readings) {
  Overlaps found;
  for (const auto& reading : readings) {
    for (std::size_t p = 1; p < reading.passes.size(); ++p) {
      ++found.of;
      found.count += reading.passes[p].begin < reading.passes[p - 1].end ? 1 : 0;
    }
  }
  return found;
}

/// Passes of known work, each into a sink of its own.
Expected<WorkReading> run_apart(Device& device, std::uint32_t steps) {
  messages::Submission submission;
  for (std::size_t p = 0; p < kPasses; ++p) {
    auto slot = device.stamped_spacer_slot(steps);
    if (!slot) return fail(slot.error());
    const auto sink = device.scratch(4, static_cast<int>(100 + p));
    if (!sink) return fail(sink.error());
    slot->roles.back() = *sink;
    submission.slots.push_back(std::move(*slot));
  }
  return run_slots(device, std::move(submission));
}

}  // namespace

result::CertificateItem judge_linearity(std::span<const double> steps, std::span<const double> spans_ns,
                                        double quantum_ns) {
  result::CertificateItem item{.name = "linearity",
                               .state = State::failed,
                               .rule = "1, 2, 4 and 8 times the work lie within 10 % of a rising line"};
  item.forbids = "every time; nothing is compared";
  const auto line = stats::fit_line(steps, spans_ns);
  if (!line) {
    item.value = "no line can be laid through the readings";
    return item;
  }
  double furthest = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    furthest = std::max(furthest, std::abs(line->intercept + line->slope * steps[i] - spans_ns[i]));
  }
  const double longest = *std::max_element(spans_ns.begin(), spans_ns.end());
  const double off = longest > 0 ? furthest / longest : 1;
  item.numbers = {
      {"slope_ns_per_step", line->slope}, {"intercept_ns", line->intercept}, {"furthest_off_fraction", off}};
  std::string intercept = fmt::format("{:.2f}", line->intercept / 1e3);
  if (const double error_us = most_of_intercept(steps, quantum_ns) / 1e3; error_us >= kSmallestToldUs) {
    item.numbers["intercept_error_ns"] = 1e3 * error_us;
    const int decimals = decimals_beside(error_us);
    intercept = fmt::format("{:.{}f} ± {:.{}f}", line->intercept / 1e3, decimals, error_us, decimals);
  }
  item.value = fmt::format("{:.4g} ns a step, intercept {} µs, furthest off the line {:.1f} % of the longest",
                           line->slope, intercept, 100 * off);
  if (const auto bend = clock::find_bend(steps, spans_ns)) {
    item.numbers["bend_time_ratio"] = bend->time_ratio;
    item.numbers["bend_expected_ratio"] = bend->expected_ratio;
    item.value += "; " + bend->text();
  }
  if (line->slope > 0 && off <= kMostOffLine) {
    item.state = State::passed;
    item.forbids.clear();
  }
  return item;
}

Expected<result::CertificateItem> test_linearity(Device& device, double stamp_ns, std::uint32_t steps,
                                                 double quantum_ns) {
  std::vector<double> amounts, spans_ns;
  for (std::uint32_t doubling = 0; doubling < kDoublings; ++doubling) {
    const std::uint32_t amount = steps << doubling;
    double quickest = INFINITY;
    for (int i = 0; i < kLinearityRepeats; ++i) {
      const auto reading = run_known_work(device, {amount});
      if (!reading) return fail(reading.error());
      quickest = std::min(quickest, reading->passes.front().ticks().value_or(0) * stamp_ns);
    }
    amounts.push_back(amount);
    spans_ns.push_back(quickest);
  }
  return judge_linearity(amounts, spans_ns, quantum_ns);
}

result::CertificateItem judge_isolation(std::span<const WorkReading> disjoint, std::span<const WorkReading> shared) {
  result::CertificateItem item{.name = "isolation", .rule = "no pass begins before the one before it ended"};
  const auto apart = overlaps_in(disjoint), together = overlaps_in(shared);
  item.value = fmt::format("{} of {} passes overlap with buffers of their own, {} of {} with a shared one", apart.count,
                           apart.of, together.count, together.of);
  item.numbers = {{"overlaps_disjoint", static_cast<double>(apart.count)},
                  {"overlaps_shared", static_cast<double>(together.count)},
                  {"passes", static_cast<double>(apart.of)}};
  item.state = apart.count + together.count == 0 && apart.of > 0 ? State::passed : State::failed;
  if (item.state == State::failed) {
    item.forbids = "telling by stamps what each pass of a submission took: end-to-end differences alone";
  }
  return item;
}

Expected<result::CertificateItem> test_isolation(Device& device, std::uint32_t steps) {
  std::vector<WorkReading> disjoint, shared;
  for (int i = 0; i < kSubmissions; ++i) {
    auto apart = run_apart(device, steps);
    if (!apart) return fail(apart.error());
    disjoint.push_back(std::move(*apart));
    auto together = run_known_work(device, std::vector<std::uint32_t>(kPasses, steps));
    if (!together) return fail(together.error());
    shared.push_back(std::move(*together));
  }
  return judge_isolation(disjoint, shared);
}

result::CertificateItem judge_share_of_wall(std::span<const WorkReading> readings, double stamp_ns, double quantum_ns) {
  result::CertificateItem item{.name = "share of wall", .rule = "reported"};
  std::vector<double> shares, errors;
  for (const auto& reading : readings) {
    double sum = 0;
    for (const auto& pass : reading.passes) sum += pass.ticks().value_or(0) * stamp_ns;
    if (reading.wall_ns <= 0) continue;
    shares.push_back(sum / reading.wall_ns);
    errors.push_back(kErrorsOfShare * quantum_ns * std::sqrt(static_cast<double>(reading.passes.size()) / 6) /
                     reading.wall_ns);
  }
  // A sum of eight spans of 31 quanta: its lattice is finer than what one submission differs from the next.
  const auto share = stats::median(shares), error = stats::median(errors);
  if (!share || !error) return item;
  item.state = State::passed;
  item.numbers = {{"spans_over_wall", *share}};
  const bool told = *error >= kSmallestToldShare;
  if (told) item.numbers["error_fraction"] = *error;
  item.value = fmt::format("eight passes explain {:.1f}{} % of their submission's wall time", 100 * *share,
                           told ? fmt::format(" ± {:.1f}", 100 * *error) : std::string());
  return item;
}

Expected<result::CertificateItem> test_share_of_wall(Device& device, double stamp_ns, std::uint32_t steps,
                                                     double quantum_ns) {
  std::vector<WorkReading> readings;
  for (int i = 0; i < kSubmissions; ++i) {
    auto reading = run_known_work(device, std::vector<std::uint32_t>(kPasses, steps));
    if (!reading) return fail(reading.error());
    readings.push_back(std::move(*reading));
  }
  return judge_share_of_wall(readings, stamp_ns, quantum_ns);
}

result::CertificateItem judge_repeats(std::span<const double> spans_raw, double quantum_raw) {
  const std::set<double> distinct(spans_raw.begin(), spans_raw.end());
  result::CertificateItem item{
      .name = "repeats",
      .state = spans_raw.empty() ? State::not_run : State::passed,
      .value = fmt::format("{} of {} readings of the same work differ", distinct.size(), spans_raw.size()),
      .rule = "reported",
      .numbers = {{"distinct", static_cast<double>(distinct.size())},
                  {"readings", static_cast<double>(spans_raw.size())}}};
  if (quantum_raw > 0 && distinct.size() > 1 && *distinct.rbegin() - *distinct.begin() <= quantum_raw) {
    item.value += ", all by one step of the clock: what the work varies by is less than it can tell";
  }
  return item;
}

Expected<result::CertificateItem> test_repeats(Device& device, std::uint32_t steps, double quantum_raw) {
  std::vector<double> spans;
  for (int i = 0; i < kRepeats; ++i) {
    const auto reading = run_known_work(device, {steps});
    if (!reading) return fail(reading.error());
    if (const auto ticks = reading->passes.front().ticks()) spans.push_back(*ticks);
  }
  return judge_repeats(spans, quantum_raw);
}

}  // namespace assay::instrument
