// SPDX-License-Identifier: Apache-2.0
#include "protocol/readings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "clock/span.hpp"
#include "protocol/clock_state.hpp"
#include "stats/location.hpp"

namespace assay::protocol {
namespace {

/// First begin and last end of a trial's passes. A stamp of 0 or a pass that ends before it begins makes the extent
/// what that pass reads, so that it is found out below.
std::pair<std::uint64_t, std::uint64_t> extent(std::span<const std::uint64_t> stamps) {
  std::uint64_t begin = std::numeric_limits<std::uint64_t>::max(), end = 0;
  for (std::size_t i = 0; i + 1 < stamps.size(); i += 2) {
    if (!clock::ticks_between(stamps[i], stamps[i + 1])) return {stamps[i], stamps[i + 1]};
    begin = std::min(begin, stamps[i]);
    end = std::max(end, stamps[i + 1]);
  }
  return {begin, end};
}

std::string why_pair_unusable(std::uint64_t begin, std::uint64_t end, std::uint64_t previous_end) {
  const auto span = clock::read_span(begin, end, {.longest = std::numeric_limits<std::uint64_t>::max()});
  // One step of the clock may hold a whole slot: that is a reading, and leaving it out would bias the mean.
  if (!span && span.error() != clock::SpanFault::zero_length) {
    return fmt::format("its stamps are {} ({} and {})", clock::name(span.error()), begin, end);
  }
  if (begin < previous_end) {
    return fmt::format("begins at {} before the one before it ends at {}", begin, previous_end);
  }
  return {};
}

/// Spans of both instances of an arm in these squares, in running order; those with a reason in `void_reasons` are left
/// out.
std::vector<double> spans_in(std::span<const result::SquareRecord> squares, std::span<const std::string> void_reasons,
                             std::uint32_t arm, double stamp_ns) {
  std::vector<double> spans;
  for (std::size_t s = 0; s < squares.size(); ++s) {
    if (!void_reasons[s].empty()) continue;
    for (const auto& block : squares[s].blocks) {
      for (const auto& slot : block.slots) {
        if (slot.instance / 2 != arm) continue;
        if (const auto span = span_ns(slot, stamp_ns)) spans.push_back(*span);
      }
    }
  }
  return spans;
}

using VoidReasons = std::vector<std::vector<std::string>>;

/// Spans of an arm over all squares that were used.
std::vector<double> arm_spans(const result::Comparison& comparison, const VoidReasons& void_reasons, std::uint32_t arm,
                              double stamp_ns) {
  std::vector<double> spans;
  for (std::size_t r = 0; r < comparison.replicates.size(); ++r) {
    const auto more = spans_in(comparison.replicates[r].squares, void_reasons[r], arm, stamp_ns);
    spans.insert(spans.end(), more.begin(), more.end());
  }
  return spans;
}

/// First warm-up reading of the arm in the first session, over the plateau that the same session came to rest at.
double first_over_plateau(const result::Comparison& comparison, const VoidReasons& void_reasons, std::uint32_t arm,
                          double stamp_ns) {
  if (comparison.replicates.empty() || comparison.replicates.front().warm_up.empty()) return 0;
  const auto& session = comparison.replicates.front();
  const auto& warm = session.warm_up.front();
  const auto first = spans_in(std::span(&warm, 1), std::span(&warm.void_reason, 1), arm, stamp_ns);
  const auto plateau = stats::median(spans_in(session.squares, void_reasons.front(), arm, stamp_ns));
  return first.empty() || !plateau || *plateau <= 0 ? 0 : first.front() / *plateau;
}

}  // namespace

std::optional<result::SlotRecord> slot_record(const std::vector<std::uint64_t>& stamps, std::uint32_t instance,
                                              std::uint32_t passes) {
  const std::size_t of_a_trial = 2 * std::size_t{passes};
  if (of_a_trial == 0 || stamps.empty() || stamps.size() % of_a_trial != 0) return std::nullopt;
  result::SlotRecord record{.instance = instance};
  for (std::size_t first = 0; first < stamps.size(); first += of_a_trial) {
    auto [begin, end] = extent(std::span(stamps).subspan(first, of_a_trial));
    if (first == 0) {
      record.begin = begin;
      record.end = end;
    } else {
      record.later.insert(record.later.end(), {begin, end});
    }
  }
  return record;
}

std::optional<double> span_ns(const result::SlotRecord& slot, double stamp_ns) {
  auto sum = clock::ticks_between(slot.begin, slot.end);
  for (std::size_t i = 0; sum && i + 1 < slot.later.size(); i += 2) {
    const auto more = clock::ticks_between(slot.later[i], slot.later[i + 1]);
    sum = more ? std::optional(*sum + *more) : std::nullopt;
  }
  return sum ? std::optional(static_cast<double>(*sum) * stamp_ns) : std::nullopt;
}

std::uint64_t last_end(const result::SlotRecord& slot) { return slot.later.empty() ? slot.end : slot.later.back(); }

std::string why_unusable(const result::SlotRecord& slot, std::uint64_t previous_end) {
  std::string reason = why_pair_unusable(slot.begin, slot.end, previous_end);
  std::uint64_t end = slot.end;
  for (std::size_t i = 0; reason.empty() && i + 1 < slot.later.size(); i += 2) {
    reason = why_pair_unusable(slot.later[i], slot.later[i + 1], end);
    end = slot.later[i + 1];
  }
  return reason;
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

double shortest_span_ns(const result::SquareRecord& square, double stamp_ns) {
  std::map<std::uint32_t, std::pair<double, double>> sums;  // instance → sum and count
  for (const auto& block : square.blocks) {
    for (const auto& slot : block.slots) {
      auto& [sum, count] = sums[slot.instance];
      sum += span_ns(slot, stamp_ns).value_or(0);
      count += static_cast<double>(contiguous_spans(slot));
    }
  }
  double shortest = sums.empty() ? 0 : std::numeric_limits<double>::infinity();
  for (const auto& [instance, sum] : sums) shortest = std::min(shortest, sum.first / sum.second);
  return shortest;
}

JudgedSquare judged_square(const result::SquareRecord& square, double stamp_ns) {
  JudgedSquare judged{.void_reason = square.void_reason};
  for (const auto& block : square.blocks) {
    auto& slots = judged.blocks.emplace_back();
    for (const auto& slot : block.slots) {
      // Stamps that cannot be subtracted have made the whole square void already.
      slots.push_back({.instance = slot.instance,
                       .span_ns = span_ns(slot, stamp_ns).value_or(0),
                       .contiguous_spans = contiguous_spans(slot)});
    }
  }
  return judged;
}

void summarise(result::Comparison& comparison) {
  const double stamp_ns = comparison.certificate.stamp_ns.value_or(1);
  const double trials = std::max(1U, comparison.schedule.trials);
  const VoidReasons reasons = void_reasons(comparison);
  for (std::uint32_t a = 0; a < comparison.arms.size(); ++a) {
    auto& arm = comparison.arms[a];
    const bool by_sums = comparison.schedule.location == result::Location::sum;
    const auto spans = arm_spans(comparison, reasons, a, stamp_ns);
    const auto typical = by_sums ? stats::mean(spans) : stats::median(spans);
    arm.median_trial_ns = arm.first_over_plateau = 0;
    arm.mean_trial_ns.reset();
    if (!typical || *typical <= 0) continue;
    if (by_sums) {
      arm.mean_trial_ns = *typical / trials;
    } else {
      arm.median_trial_ns = *typical / trials;
    }
    comparison.arms[a].first_over_plateau = first_over_plateau(comparison, reasons, a, stamp_ns);
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
