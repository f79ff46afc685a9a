// SPDX-License-Identifier: Apache-2.0
#include "protocol/profile_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "clock/span.hpp"
#include "protocol/estimate.hpp"

namespace assay::protocol {
namespace {

using result::Attribution;

/// Of a span alone against one of a busy device, before it is worth a sentence.
constexpr double kNotable = 1.1;
/// Of the reference kernel, before its time says that the device's clock moved.
constexpr double kMovedClock = 0.02;
constexpr std::size_t kLeastReferences = 6;

/// Of one session: processes may differ in speed without any clock having moved.
std::optional<double> reference_range(const result::TimingSession& session) {
  std::vector<double> ticks;
  for (const auto& submission : session.steady) {
    if (submission.reference.size() != 2) continue;
    const auto span = clock::ticks_between(submission.reference[0], submission.reference[1]);
    if (span && *span > 0) ticks.push_back(static_cast<double>(*span));
  }
  if (ticks.size() < kLeastReferences) return std::nullopt;
  std::ranges::sort(ticks);
  const auto at = [&](std::size_t tenth) { return ticks[(ticks.size() - 1) * tenth / 10]; };
  return (at(9) - at(1)) / at(5);
}

/// The largest of all sessions.
std::optional<double> reference_range(const result::Timing& timing) {
  std::optional<double> largest;
  for (const auto& session : timing.sessions) {
    const auto range = reference_range(session);
    if (range) largest = std::max(largest.value_or(0), *range);
  }
  return largest;
}

bool is_coarse(const result::Timing& timing) {
  return std::ranges::any_of(timing.profile.labels, [](const result::TimingRow& row) {
    return row.total.kind == result::Estimate::Kind::mean || row.total.kind == result::Estimate::Kind::below_lattice;
  });
}

}  // namespace

void add_notes(result::Timing& timing) {
  auto& profile = timing.profile;
  auto& notes = profile.notes;
  if (profile.attribution == Attribution::derived) {
    notes.emplace_back(
        "passes overlap, or all begin together: each time is derived, from the end of the pass before it to its own "
        "end, and holds the gap between them; the sum of all is the span, exactly");
  } else if (profile.attribution == Attribution::no_passes) {
    notes.emplace_back("passes run at once and end in no order: only the whole trial has a time");
  } else if (profile.attribution == Attribution::no_clock) {
    notes.emplace_back("this clock cannot be believed: the wall times are the host's, and no pass has a time");
  }
  if (timing.unstamped_steps > 0) {
    notes.push_back(timing.unstamped_steps == 1
                        ? std::string("a clear or copy of a trial bears no stamps: its time lies in the gaps")
                        : fmt::format("{} clears and copies of a trial bear no stamps: their time lies in the gaps",
                                      timing.unstamped_steps));
  }
  if (is_coarse(timing)) {
    notes.push_back(fmt::format(
        "the clock's lattice is {:g} ns: rows that are shorter than {:g} of it, or scatter by less than one, are means "
        "with their error, not medians",
        timing.certificate.lattice_ns.value_or(1), kQuantaOfMedian));
  }
  const auto& alone = profile.wall.span;
  if (alone.known() && profile.span.known() && profile.span.ns > 0) {
    profile.alone_over_steady = alone.ns / profile.span.ns;
    if (*profile.alone_over_steady > kNotable) {
      notes.push_back(fmt::format("alone in a submission a trial spans {:.2f} × what it does on a busy device",
                                  *profile.alone_over_steady));
    }
  }
  if (profile.wall.wall.known() && !profile.wall.median_submission && profile.attribution != Attribution::no_clock) {
    notes.emplace_back(
        "one submission is not taken apart to the nanosecond: a step of the clock is too large a part of its span");
  }
  if (timing.sessions.size() == 1) {
    notes.emplace_back("a single session: what is told, the intervals too, holds in this process only");
  }
  profile.reference_range = reference_range(timing);
  if (profile.reference_range && *profile.reference_range > kMovedClock && !timing.rig.software) {
    notes.push_back(fmt::format(
        "the clock-check kernel's time ranged over {:.1f} % within a session (the middle 80 %): the device's "
        "clock moved",
        100 * *profile.reference_range));
  }
}

}  // namespace assay::protocol
