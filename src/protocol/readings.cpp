// SPDX-License-Identifier: Apache-2.0
#include "protocol/readings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "stats/location.hpp"

namespace assay::protocol {
namespace {

double span_ns(const result::SlotRecord& slot, double stamp_ns) {
  return slot.end > slot.begin ? static_cast<double>(slot.end - slot.begin) * stamp_ns : 0.0;
}

/// Spans of both instances of an arm over all usable squares.
std::vector<double> arm_spans(const result::Comparison& comparison, std::uint32_t arm, double stamp_ns) {
  std::vector<double> spans;
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) {
      if (!square.void_reason.empty()) continue;
      for (const auto& block : square.blocks) {
        for (const auto& slot : block.slots) {
          if (slot.instance / 2 == arm) spans.push_back(span_ns(slot, stamp_ns));
        }
      }
    }
  }
  return spans;
}

/// The first warm-up reading of the arm in the first replicate.
double first_reading_ns(const result::Comparison& comparison, std::uint32_t arm, double stamp_ns) {
  if (comparison.replicates.empty() || comparison.replicates.front().warm_up.empty()) return 0;
  for (const auto& block : comparison.replicates.front().warm_up.front().blocks) {
    for (const auto& slot : block.slots) {
      if (slot.instance / 2 == arm) return span_ns(slot, stamp_ns);
    }
  }
  return 0;
}

}  // namespace

std::string why_unusable(const result::SlotRecord& slot, std::uint64_t previous_end) {
  if (slot.begin == 0 && slot.end == 0) return "the stamps were never written";
  if (slot.begin == 0 || slot.end == 0) return "only one of two stamps was written";
  if (slot.end < slot.begin) return fmt::format("ends before it begins ({} after {})", slot.begin, slot.end);
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
      spans[slot.instance].push_back(span_ns(slot, stamp_ns));
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
    comparison.arms[a].first_over_plateau = first_reading_ns(comparison, a, stamp_ns) / *median;
  }
  double timed_ns = 0, wall_ns = 0;
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) {
      for (const auto& block : square.blocks) {
        wall_ns += static_cast<double>(block.wall_ns);
        for (const auto& slot : block.slots) timed_ns += span_ns(slot, stamp_ns);
      }
    }
  }
  comparison.duty = wall_ns > 0 ? timed_ns / wall_ns : 0;
}

}  // namespace assay::protocol
