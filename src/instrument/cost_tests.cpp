// SPDX-License-Identifier: Apache-2.0
#include "instrument/cost_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "instrument/known_work.hpp"
#include "stats/location.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr int kFirstRuns = 24;
constexpr double kWithinPlateau = 0.05;
constexpr int kControlPairs = 15;
constexpr std::size_t kControlPasses = 8;
constexpr double kMostControl = 0.05;
constexpr int kIndirectPairs = 15;

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

result::CertificateItem judge_knee(std::span<const double> spans_raw) {
  result::CertificateItem item{.name = "knee", .rule = "reported"};
  const auto plateau = stats::median(spans_raw.last(spans_raw.size() / 2));
  if (!plateau || *plateau <= 0) return item;
  std::size_t settled = spans_raw.size();
  while (settled > 0 && std::abs(spans_raw[settled - 1] / *plateau - 1) <= kWithinPlateau) --settled;
  const double first = spans_raw.front() / *plateau;
  item.state = State::passed;
  item.value =
      fmt::format("the first run of a new pipeline reads {:.2f} × the plateau; {}", first,
                  settled < spans_raw.size() ? fmt::format("from run {} on all are within 5 % of it", settled + 1)
                                             : std::string("the last runs are not yet within 5 % of it"));
  item.numbers = {{"first_over_plateau", first}, {"settled_after_runs", static_cast<double>(settled)}};
  return item;
}

Expected<result::CertificateItem> test_knee(Device& device, std::uint32_t steps) {
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
  return judge_knee(spans);
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
  item.value = fmt::format("with stamps the wall time of eight passes is {:+.1f} %", 100 * cost);
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

result::CertificateItem judge_indirect(std::span<const double> direct_ns, std::span<const double> indirect_ns) {
  result::CertificateItem item{.name = "indirect", .rule = "reported"};
  const auto direct = stats::median(direct_ns), indirect = stats::median(indirect_ns);
  if (!direct || !indirect) return item;
  item.state = State::passed;
  item.value = fmt::format("an indirect dispatch reads {:+.2f} µs against a direct one", (*indirect - *direct) / 1e3);
  item.numbers = {{"indirect_minus_direct_ns", *indirect - *direct}};
  return item;
}

Expected<result::CertificateItem> test_indirect(Device& device, double stamp_ns, std::uint32_t steps) {
  const auto direct = fresh_spacer(device, false), indirect = fresh_spacer(device, true);
  if (!direct) return fail(direct.error());
  if (!indirect) return fail(indirect.error());
  const auto arguments = device.allocate(12, messages::Usage::indirect);
  if (!arguments) return fail(arguments.error());
  const std::array<std::uint32_t, 3> one_group{1, 1, 1};
  if (auto written = device.write_all(*arguments, one_group); !written) return fail(written.error());
  std::vector<double> spans[2];
  for (int i = 0; i < 2 * kIndirectPairs; ++i) {
    const bool from_buffer = i % 2 == 1;
    auto slot = device.stamped_spacer_slot(steps);
    if (!slot) return fail(slot.error());
    slot->track = from_buffer ? *indirect : *direct;
    if (from_buffer) slot->roles.push_back(*arguments);
    const auto reading = run_slots(device, {.slots = {std::move(*slot)}});
    if (!reading) return fail(reading.error());
    if (const auto ticks = reading->passes.front().ticks()) spans[from_buffer ? 1 : 0].push_back(*ticks * stamp_ns);
  }
  return judge_indirect(spans[0], spans[1]);
}

}  // namespace assay::instrument
