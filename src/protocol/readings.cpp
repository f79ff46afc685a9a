// SPDX-License-Identifier: Apache-2.0
#include "protocol/readings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "clock/span.hpp"
#include "stats/location.hpp"

namespace assay::protocol {
namespace {

/// Spans of both instances of an arm in the usable ones of these squares, in running order.
std::vector<double> spans_in(std::span<const result::SquareRecord> squares, std::uint32_t arm, double stamp_ns) {
  std::vector<double> spans;
  for (const auto& square : squares) {
    if (!square.void_reason.empty()) continue;
    for (const auto& block : square.blocks) {
      for (const auto& slot : block.slots) {
        if (slot.instance / 2 != arm) continue;
        if (const auto span = span_ns(slot, stamp_ns)) spans.push_back(*span);
      }
    }
  }
  return spans;
}

/// Spans of an arm over all usable squares.
std::vector<double> arm_spans(const result::Comparison& comparison, std::uint32_t arm, double stamp_ns) {
  std::vector<double> spans;
  for (const auto& replicate : comparison.replicates) {
    const auto more = spans_in(replicate.squares, arm, stamp_ns);
    spans.insert(spans.end(), more.begin(), more.end());
  }
  return spans;
}

/// First warm-up reading of the arm in the first session, over the plateau that the same session came to rest at.
double first_over_plateau(const result::Comparison& comparison, std::uint32_t arm, double stamp_ns) {
  if (comparison.replicates.empty() || comparison.replicates.front().warm_up.empty()) return 0;
  const auto& session = comparison.replicates.front();
  const auto first = spans_in(std::span(session.warm_up).first(1), arm, stamp_ns);
  const auto plateau = stats::median(spans_in(session.squares, arm, stamp_ns));
  return first.empty() || !plateau || *plateau <= 0 ? 0 : first.front() / *plateau;
}

}  // namespace

std::optional<double> span_ns(const result::SlotRecord& slot, double stamp_ns) {
  const auto ticks = clock::ticks_between(slot.begin, slot.end);
  return ticks ? std::optional(static_cast<double>(*ticks) * stamp_ns) : std::nullopt;
}

std::string why_unusable(const result::SlotRecord& slot, std::uint64_t previous_end) {
  const auto span = clock::read_span(slot.begin, slot.end, {.longest = std::numeric_limits<std::uint64_t>::max()});
  // One step of the clock may hold a whole slot: that is a reading, and leaving it out would bias the mean.
  if (!span && span.error() != clock::SpanFault::zero_length) {
    return fmt::format("its stamps are {} ({} and {})", clock::name(span.error()), slot.begin, slot.end);
  }
  if (slot.begin < previous_end) {
    return fmt::format("begins at {} before the slot before it ends at {}", slot.begin, previous_end);
  }
  return {};
}

std::vector<std::vector<double>> instance_spans(const result::SquareRecord& square, double stamp_ns) {
  std::vector<std::vector<double>> spans;
  for (const auto& block : square.blocks) {
    for (const auto& slot : block.slots) {
      if (slot.instance >= spans.size()) spans.resize(slot.instance + 1);
      if (const auto span = span_ns(slot, stamp_ns)) spans[slot.instance].push_back(*span);
    }
  }
  return spans;
}

void summarise(result::Comparison& comparison) {
  const double stamp_ns = comparison.certificate.stamp_ns.value_or(1);
  const double trials = std::max(1U, comparison.schedule.trials);
  for (std::uint32_t a = 0; a < comparison.arms.size(); ++a) {
    const auto median = stats::median(arm_spans(comparison, a, stamp_ns));
    comparison.arms[a].median_trial_ns = comparison.arms[a].first_over_plateau = 0;
    if (!median || *median <= 0) continue;
    comparison.arms[a].median_trial_ns = *median / trials;
    comparison.arms[a].first_over_plateau = first_over_plateau(comparison, a, stamp_ns);
  }
  double timed_ns = 0, wall_ns = 0;
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) {
      for (const auto& block : square.blocks) {
        wall_ns += static_cast<double>(block.wall_ns);
        for (const auto& slot : block.slots) timed_ns += span_ns(slot, stamp_ns).value_or(0);
      }
    }
  }
  comparison.duty = wall_ns > 0 ? timed_ns / wall_ns : 0;
}

}  // namespace assay::protocol
