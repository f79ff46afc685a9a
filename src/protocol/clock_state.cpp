// SPDX-License-Identifier: Apache-2.0
#include "protocol/clock_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "protocol/readings.hpp"
#include "stats/location.hpp"
#include "stats/regression.hpp"
#include "stats/sign_sequence.hpp"
#include "stats/spread.hpp"

namespace assay::protocol {
namespace {

constexpr double kReferenceAlpha = 0.01;
constexpr double kSpreadsOfNoise = 4;

/// Log of the location of references. Trimmed on any lattice: what the host kept waiting is no matter of the clock, and
/// a bias that trimming has on a lattice is the same in every square.
std::optional<double> log_location(const std::vector<double>& ticks) {
  const auto location = stats::trimmed_log_mean(ticks);
  return location ? std::optional(*location) : std::nullopt;
}

std::optional<double> reference_of(const result::SquareRecord& square) {
  std::vector<double> all;
  for (const auto& block : square.blocks) {
    for (const auto& reference : block.references) {
      const auto ticks = span_ns(reference, 1);
      if (!ticks) return std::nullopt;
      all.push_back(*ticks);
    }
  }
  return log_location(all);
}

/// Standard deviation that the lattice alone gives the log of a square's reference: q / √6 for one span, less by the
/// root of their number. The robust spread of a few values that stand on a lattice may be far below it.
double lattice_error(const result::ReplicateRecord& replicate, double quantum_raw) {
  double ticks = 0, count = 0;
  for (const auto& square : replicate.squares) {
    for (const auto& block : square.blocks) {
      for (const auto& reference : block.references) {
        ticks += span_ns(reference, 1).value_or(0);
        ++count;
      }
    }
  }
  if (ticks <= 0) return 0;
  const double in_a_square = count / static_cast<double>(replicate.squares.size());
  return quantum_raw / std::sqrt(6.0) / (ticks / count) / std::sqrt(in_a_square);
}

/// Distance of each square from the line through all of them; nothing where too few are known.
std::vector<std::optional<double>> off_plateau(const std::vector<std::optional<double>>& logs) {
  std::vector<double> places, values;
  for (std::size_t s = 0; s < logs.size(); ++s) {
    if (!logs[s]) continue;
    places.push_back(static_cast<double>(s));
    values.push_back(*logs[s]);
  }
  const auto slope = stats::robust_slope(places, values);
  if (!slope) return {};
  std::vector<std::optional<double>> offsets;
  std::vector<double> known;
  for (std::size_t s = 0; s < logs.size(); ++s) {
    offsets.push_back(logs[s] ? std::optional(*logs[s] - *slope * static_cast<double>(s)) : std::nullopt);
    if (offsets.back()) known.push_back(*offsets.back());
  }
  const double level = stats::median(known).value_or(0);
  for (auto& offset : offsets) {
    if (offset) *offset -= level;
  }
  return offsets;
}

}  // namespace

std::vector<std::string> clock_shifts(const result::ReplicateRecord& replicate, double quantum_raw) {
  std::vector<std::string> reasons(replicate.squares.size());
  std::vector<std::optional<double>> logs;
  for (const auto& square : replicate.squares) logs.push_back(reference_of(square));
  const auto offsets = off_plateau(logs);
  if (offsets.empty()) return reasons;
  std::vector<double> known;
  for (const auto& offset : offsets) {
    if (offset) known.push_back(*offset);
  }
  const double noise =
      std::max(stats::robust_standard_deviation(known).value_or(0), lattice_error(replicate, quantum_raw));
  const double tolerance = std::max(std::log1p(kMostClockShift), kSpreadsOfNoise * noise);
  for (std::size_t s = 0; s < offsets.size(); ++s) {
    if (!offsets[s] || std::abs(*offsets[s]) <= tolerance) continue;
    reasons[s] = fmt::format("the clock-check kernel reads {:+.1f} % against its session's plateau: another clock",
                             100 * std::expm1(*offsets[s]));
  }
  return reasons;
}

namespace {

/// A record's own word is not taken for its stamps: they are read again, slot behind slot.
std::string why_stamps_unusable(const result::SquareRecord& square) {
  for (const auto& block : square.blocks) {
    std::uint64_t previous_end = 0;
    for (std::size_t s = 0; s < block.slots.size(); ++s) {
      const std::string reason = why_unusable(block.slots[s], previous_end);
      if (!reason.empty()) return fmt::format("slot {}: {}", s, reason);
      previous_end = last_end(block.slots[s]);
    }
  }
  return {};
}

}  // namespace

std::vector<std::vector<std::string>> void_reasons(const result::Comparison& comparison) {
  const double quantum_raw =
      comparison.certificate.lattice_ns.value_or(1) / comparison.certificate.stamp_ns.value_or(1);
  std::vector<std::vector<std::string>> reasons;
  for (const auto& replicate : comparison.replicates) {
    reasons.push_back(clock_shifts(replicate, quantum_raw));
    for (std::size_t s = 0; s < replicate.squares.size(); ++s) {
      const auto& square = replicate.squares[s];
      std::string own = square.void_reason.empty() ? why_stamps_unusable(square) : square.void_reason;
      if (!own.empty()) reasons.back()[s] = std::move(own);
    }
  }
  return reasons;
}

stats::Interval reference_difference(const result::Comparison& comparison, std::uint32_t first, std::uint32_t second) {
  std::vector<double> differences;
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) {
      if (!square.void_reason.empty()) continue;
      std::vector<double> behind[2];
      for (const auto& block : square.blocks) {
        // A block's first reference follows no slot.
        for (std::size_t i = 1; i < block.references.size(); ++i) {
          const auto& reference = block.references[i];
          const std::uint32_t arm = reference.instance / 2;
          const auto ticks = span_ns(reference, 1);
          if (!ticks || (arm != first && arm != second)) continue;
          behind[arm == second ? 1 : 0].push_back(*ticks);
        }
      }
      const auto a = log_location(behind[0]), b = log_location(behind[1]);
      if (a && b) differences.push_back(*b - *a);
    }
  }
  return stats::sequence_interval(differences, kReferenceAlpha);
}

}  // namespace assay::protocol
