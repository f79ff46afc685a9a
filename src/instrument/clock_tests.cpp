// SPDX-License-Identifier: Apache-2.0
#include "instrument/clock_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clock/lattice.hpp"
#include "clock/unit.hpp"
#include "stats/location.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr int kStampSubmissions = 4;
constexpr std::size_t kPassesPerStampSubmission = 64;
constexpr int kFloorRepeats = 21;
constexpr std::size_t kFloorPasses = 8;
// Times kFloorRepeats: a mean of 336 readings is known to 7 % of a quantum, for some 50 ms where that is 65,536 ns.
constexpr std::size_t kDitheredFloorPasses = 32;

}  // namespace

result::CertificateItem judge_alive(const std::vector<WorkReading>& readings, std::optional<double> stamp_ns) {
  result::CertificateItem item{.name = "alive", .rule = "known work reads 0 < begin < end, within its wall time"};
  item.state = State::failed;
  item.forbids = "every time but wall time";
  std::size_t zeros = 0, reversed = 0, equal = 0, passes = 0, longer = 0;
  double span_ns = 0, wall_ns = 0;
  for (const auto& reading : readings) {
    double sum = 0;
    for (const auto& pass : reading.passes) {
      ++passes;
      if (pass.begin == 0 || pass.end == 0)
        ++zeros;
      else if (pass.end < pass.begin)
        ++reversed;
      else if (pass.end == pass.begin)
        ++equal;
      sum += pass.ticks().value_or(0);
    }
    span_ns = sum * stamp_ns.value_or(1);
    wall_ns = reading.wall_ns;
    if (stamp_ns && span_ns > clock::kMostShareOfWall * wall_ns) ++longer;
  }
  item.numbers = {{"passes", static_cast<double>(passes)},
                  {"unwritten", static_cast<double>(zeros)},
                  {"reversed", static_cast<double>(reversed)},
                  {"without_time", static_cast<double>(equal)},
                  {"longer_than_wall", static_cast<double>(longer)}};
  if (passes == 0)
    item.value = "no reading came back";
  else if (zeros > 0)
    item.value = fmt::format("{} of {} passes of known work have a stamp of 0: the clock is dead", zeros, passes);
  else if (reversed > 0)
    item.value = fmt::format("{} of {} passes end before they begin", reversed, passes);
  else if (equal > 0)
    item.value = fmt::format("{} of {} passes of known work read no time at all", equal, passes);
  else if (longer > 0)
    item.value = fmt::format("a pass reads {:.0f} ns within a wall time of {:.0f} ns", span_ns, wall_ns);
  else {
    item.state = State::passed;
    item.forbids.clear();
    item.value = fmt::format("{} passes of known work, all read", passes);
  }
  return item;
}

LatticeFinding judge_lattice(std::span<const std::uint64_t> stamps, std::optional<double> stamp_ns) {
  LatticeFinding finding;
  finding.item = {.name = "lattice", .rule = "spacing found over at least 200 stamps"};
  const auto lattice = clock::detect_lattice(stamps);
  if (!lattice) {
    finding.item.state = State::failed;
    finding.item.value = std::string(clock::reason(lattice.error()));
    finding.item.forbids = "choosing a slot length; nothing is compared";
    return finding;
  }
  finding.quantum_raw = static_cast<double>(lattice->quantum);
  finding.item.state = State::passed;
  finding.item.value = stamp_ns ? fmt::format("{:g} ns over {} stamps", *finding.quantum_raw * *stamp_ns, stamps.size())
                                : fmt::format("{:g} ticks over {} stamps", *finding.quantum_raw, stamps.size());
  finding.item.numbers = {{"stamps", static_cast<double>(stamps.size())}, {"quantum_raw", *finding.quantum_raw}};
  return finding;
}

result::CertificateItem judge_unit(const std::vector<WorkReading>& readings, std::optional<double> stamp_ns) {
  result::CertificateItem item{.name = "unit", .rule = "span / wall time of long work lies in [0.5, 1.02]"};
  item.state = State::failed;
  item.forbids = "every time in nanoseconds";
  if (!stamp_ns) {
    item.value = "the period of the counter is not known";
    return item;
  }
  std::vector<double> shares;
  for (const auto& reading : readings) {
    double sum = 0;
    for (const auto& pass : reading.passes) sum += pass.ticks().value_or(0);
    if (reading.wall_ns > 0) shares.push_back(sum * *stamp_ns / reading.wall_ns);
  }
  const auto share = stats::median(shares);
  if (!share) {
    item.value = "no reading came back";
    return item;
  }
  item.numbers = {{"span_over_wall", *share}};
  item.value = fmt::format("span / wall time = {:.3f} over {} readings", *share, shares.size());
  if (clock::check_unit(*share, 1) == clock::UnitCheck::plausible) {
    item.state = State::passed;
    item.forbids.clear();
  }
  return item;
}

Expected<std::vector<std::vector<PassStamps>>> collect_stamps(Device& device, std::uint32_t steps) {
  std::vector<std::vector<PassStamps>> submissions;
  for (int s = 0; s < kStampSubmissions; ++s) {
    std::vector<std::uint32_t> work;
    // Unequal lengths: equal ones could beat with the lattice and show a multiple of it.
    for (std::size_t i = 0; i < kPassesPerStampSubmission; ++i) {
      work.push_back(steps / 64 + static_cast<std::uint32_t>((i * 7 + static_cast<std::size_t>(s) * 3) % 16));
    }
    auto reading = run_known_work(device, work);
    if (!reading) return fail(reading.error());
    submissions.push_back(std::move(reading->passes));
  }
  return submissions;
}

Expected<FloorReadings> measure_floor(Device& device, Dither& dither) {
  FloorReadings floor;
  const std::size_t passes = dither.waits() ? kDitheredFloorPasses : kFloorPasses;
  // Behind one wait only the first pass, and the gap to the next, lie at a place that no other reading decides.
  const std::size_t together = dither.waits() ? 2 : passes;
  for (int i = 0; i < kFloorRepeats; ++i) {
    const auto empty = device.run({messages::Submission{}});
    if (!empty) return fail(empty.error());
    if (empty->submissions.size() == 1) {
      const auto& submission = empty->submissions.front();
      floor.empty_submission_ns.push_back(static_cast<double>(submission.done_ns - submission.submit_ns));
    }
    const auto slot = device.stamped_spacer_slot(0);
    if (!slot) return fail(slot.error());
    const auto reading = run_behind_waits(device, dither, std::vector(passes, *slot), together);
    if (!reading) return fail(reading.error());
    for (std::size_t p = 0; p < reading->passes.size(); ++p) {
      const auto& pass = reading->passes[p];
      const bool first = p % together == 0;
      if (const auto ticks = pass.ticks(); ticks && (first || !dither.waits())) floor.empty_pass_raw.push_back(*ticks);
      if (!first && pass.begin >= reading->passes[p - 1].end) {
        floor.gap_raw.push_back(static_cast<double>(pass.begin - reading->passes[p - 1].end));
      }
    }
  }
  return floor;
}

FloorFinding judge_floor(const FloorReadings& readings, double stamp_ns, const ClockLattice& lattice) {
  FloorFinding finding{.item = {.name = "floor", .state = State::passed, .rule = "reported"}};
  const auto note = [&item = finding.item](const std::string& name, const std::optional<Location>& found) {
    if (!found) return std::optional<double>();
    item.numbers.emplace(name + "_ns", found->value);
    if (found->error) item.numbers.emplace(name + "_error_ns", *found->error);
    return std::optional(found->value);
  };
  const auto in_ns = [&](std::vector<double> raw) {
    for (double& reading : raw) reading *= stamp_ns;
    return locate(raw, lattice);
  };
  const auto text = [](const std::optional<Location>& found) { return found ? text_us(*found) : "not known"; };
  const auto submission = locate(readings.empty_submission_ns, {});  // by the host's clock, which has no such lattice
  const auto pass = in_ns(readings.empty_pass_raw), gap = in_ns(readings.gap_raw);
  finding.empty_submission_ns = note("empty_submission", submission);
  finding.empty_pass_ns = note("empty_pass", pass);
  finding.gap_ns = note("gap", gap);
  finding.item.value =
      fmt::format("empty submission {}, empty pass {}, gap between passes {}", text(submission), text(pass), text(gap));
  return finding;
}

}  // namespace assay::instrument
