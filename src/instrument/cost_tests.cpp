// SPDX-License-Identifier: Apache-2.0
#include "instrument/cost_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "instrument/known_work.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr int kFirstRuns = 24;
constexpr double kWithinPlateau = 0.05;
constexpr int kControlPairs = 15;
constexpr std::size_t kControlPasses = 8;
constexpr double kMostControl = 0.05;
constexpr std::size_t kIndirectPairs = 15;
constexpr std::size_t kDitheredIndirect = 16;  // in one submission

/// A track of the spacer on a pipeline of its own, its count direct or from role 2.
Expected<messages::TrackId> fresh_spacer(Device& device, bool indirect) {
  const auto kernels = device.compile({lower::helper_source(lower::Helper::spacer, 0)});
  if (!kernels) return fail(kernels.error());
  messages::Track track = lower::spacer_track(device.fresh_track_id(), kernels->front());
  std::erase_if(track.ops, [](const messages::Op& op) { return std::holds_alternative<messages::FenceOp>(op); });
  for (auto& op : track.ops) {
    auto* pass = std::get_if<messages::PassOp>(&op);
    if (pass == nullptr) continue;
    pass->stamped = true;
    if (indirect) pass->dispatches.front().groups = messages::IndirectGroups{.role = 2};
  }
  if (indirect) track.roles = 3;
  const auto id = track.id;
  if (auto added = device.add_track(track); !added) return fail(added.error());
  return id;
}

}  // namespace

result::CertificateItem judge_knee(std::span<const double> spans_raw, double quantum_raw) {
  result::CertificateItem item{.name = "knee", .rule = "reported"};
  const auto plateau = locate(spans_raw.last(spans_raw.size() / 2), {.quantum = quantum_raw}, kQuantaOfPercent);
  if (!plateau || plateau->value <= 0) return item;
  const double first = spans_raw.front() / plateau->value, step = quantum_raw / plateau->value;
  item.state = State::passed;
  item.numbers = {{"first_over_plateau", first}};
  std::string first_text = fmt::format("{:.2f}", first);
  // A single reading: nothing averages its lattice out.
  if (step > 1 / kQuantaOfPercent) {
    first_text += fmt::format(" ± {:.2f}", step);
    item.numbers["clock_step_fraction"] = step;
  }
  item.value = fmt::format("the first run of a new pipeline reads {} × the plateau; ", first_text);
  if (step > kWithinPlateau) {
    item.value += fmt::format("one step of the clock is {:.0f} % of a reading: 5 % cannot be told", 100 * step);
    return item;
  }
  std::size_t settled = spans_raw.size();
  while (settled > 0 && std::abs(spans_raw[settled - 1] / plateau->value - 1) <= kWithinPlateau) --settled;
  item.value += settled < spans_raw.size() ? fmt::format("from run {} on all are within 5 % of it", settled + 1)
                                           : std::string("the last runs are not yet within 5 % of it");
  item.numbers["settled_after_runs"] = static_cast<double>(settled);
  return item;
}

Expected<result::CertificateItem> test_knee(Device& device, std::uint32_t steps, double quantum_raw) {
  const auto track = fresh_spacer(device, false);
  if (!track) return fail(track.error());
  std::vector<double> spans;
  for (int i = 0; i < kFirstRuns; ++i) {
    auto slot = device.stamped_spacer_slot(steps);
    if (!slot) return fail(slot.error());
    slot->track = *track;
    const auto reading = run_slots(device, {.slots = {std::move(*slot)}});
    if (!reading) return fail(reading.error());
    if (const auto ticks = reading->passes.front().ticks()) spans.push_back(*ticks);
  }
  return judge_knee(spans, quantum_raw);
}

result::CertificateItem judge_control(std::span<const double> stamped_ns, std::span<const double> unstamped_ns) {
  result::CertificateItem item{.name = "control",
                               .state = State::failed,
                               .rule = "a submission takes as long without stamps as with them, within 5 %"};
  item.forbids = "taking a pass's span for what it takes without stamps";
  if (stamped_ns.empty() || unstamped_ns.empty()) {
    item.value = "no reading came back";
    return item;
  }
  // The quickest of each: what else uses the machine only adds to a wall time.
  const double with = *std::min_element(stamped_ns.begin(), stamped_ns.end());
  const double without = *std::min_element(unstamped_ns.begin(), unstamped_ns.end());
  const double cost = without > 0 ? with / without - 1 : 0;
  item.value = fmt::format("with stamps the wall time of eight passes is {} %", signed_text({.value = 100 * cost}, 1));
  item.numbers = {{"stamped_over_unstamped_fraction", cost}};
  if (std::abs(cost) <= kMostControl) {
    item.state = State::passed;
    item.forbids.clear();
  }
  return item;
}

Expected<result::CertificateItem> test_control(Device& device, std::uint32_t steps) {
  std::vector<double> walls[2];
  for (int i = 0; i < 2 * kControlPairs; ++i) {
    const bool stamped = i % 2 == 0;
    messages::Submission submission;
    for (std::size_t p = 0; p < kControlPasses; ++p) {
      auto slot = stamped ? device.stamped_spacer_slot(steps) : device.unstamped_spacer_slot(steps);
      if (!slot) return fail(slot.error());
      submission.slots.push_back(std::move(*slot));
    }
    const auto answer = device.run({std::move(submission)});
    if (!answer) return fail(answer.error());
    if (answer->submissions.size() != 1) continue;
    const auto& times = answer->submissions.front();
    walls[stamped ? 0 : 1].push_back(static_cast<double>(times.done_ns - times.submit_ns));
  }
  return judge_control(walls[0], walls[1]);
}

result::CertificateItem judge_indirect(std::span<const double> direct_ns, std::span<const double> indirect_ns,
                                       const ClockLattice& lattice) {
  result::CertificateItem item{.name = "indirect", .rule = "reported"};
  const auto direct = locate(direct_ns, lattice, kQuantaOfPercent);
  const auto indirect = locate(indirect_ns, lattice, kQuantaOfPercent);
  if (!direct || !indirect) return item;
  const auto more = difference(*indirect, *direct);
  item.state = State::passed;
  item.numbers = {{"indirect_minus_direct_ns", more.value}};
  if (more.error) item.numbers["indirect_minus_direct_error_ns"] = *more.error;
  Location more_us{.value = more.value / 1e3};
  if (more.error) more_us.error = *more.error / 1e3;
  item.value = fmt::format("an indirect dispatch reads {} µs against a direct one", signed_text(more_us, 2));
  if (more.error && std::abs(more.value) <= *more.error) item.value += ": no difference that this clock can tell";
  return item;
}

namespace {

/// Dispatches of one amount of work on two tracks, in mirrored turns: direct, indirect, indirect, direct.
struct TwoWays {
  messages::TrackId direct = 0, indirect = 0;
  messages::AllocationId arguments = 0;
  static bool from_buffer(std::size_t place) { return place % 4 == 1 || place % 4 == 2; }

  [[nodiscard]] Expected<messages::Slot> slot(Device& device, std::uint32_t steps, std::size_t place) const {
    auto slot = device.stamped_spacer_slot(steps);
    if (!slot) return slot;
    slot->track = from_buffer(place) ? indirect : direct;
    if (from_buffer(place)) slot->roles.push_back(arguments);
    return slot;
  }
};

}  // namespace

Expected<result::CertificateItem> test_indirect(Device& device, double stamp_ns, std::uint32_t steps, Dither& dither,
                                                double quantum_ns) {
  const auto direct = fresh_spacer(device, false), indirect = fresh_spacer(device, true);
  if (!direct) return fail(direct.error());
  if (!indirect) return fail(indirect.error());
  const auto arguments = device.allocate(12, messages::Usage::indirect);
  if (!arguments) return fail(arguments.error());
  const std::array<std::uint32_t, 3> one_group{1, 1, 1};
  if (auto written = device.write_all(*arguments, one_group); !written) return fail(written.error());
  const TwoWays ways{.direct = *direct, .indirect = *indirect, .arguments = *arguments};
  // A mean is not better for long work, so that a coarse clock gets many readings of none.
  const std::size_t together = dither.waits() ? kDitheredIndirect : 1;
  std::vector<double> spans[2];
  for (std::size_t i = 0; i < 2 * kIndirectPairs; ++i) {
    std::vector<messages::Slot> slots;
    for (std::size_t p = 0; p < together; ++p) {
      auto slot = ways.slot(device, dither.waits() ? 0 : steps, i * together + p);
      if (!slot) return fail(slot.error());
      slots.push_back(std::move(*slot));
    }
    const auto reading = run_behind_waits(device, dither, std::move(slots), 1);
    if (!reading) return fail(reading.error());
    for (std::size_t p = 0; p < reading->passes.size(); ++p) {
      const std::size_t way = TwoWays::from_buffer(i * together + p) ? 1 : 0;
      if (const auto ticks = reading->passes[p].ticks()) spans[way].push_back(*ticks * stamp_ns);
    }
  }
  return judge_indirect(spans[0], spans[1], {.quantum = quantum_ns, .phases = dither.phases()});
}

}  // namespace assay::instrument
