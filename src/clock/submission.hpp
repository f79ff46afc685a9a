// SPDX-License-Identifier: Apache-2.0
/// \file
/// The stamps of one submission → one classified reading per pass, and how many of them can be used.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clock/span.hpp"

namespace assay::clock {

struct SubmissionRules {
  SpanRules span{};
  /// Smallest stamp that was ever read on this device. With it a stale slot, which can only hold something newer, is
  /// told from a counter that began again.
  std::optional<std::uint64_t> earliest_ever{};
  /// Passes that share no resource may run at once; their spans are then no faults of the clock.
  bool overlap_allowed = false;
};

struct PassReading {
  std::uint64_t begin = 0, end = 0;  ///< raw, as read
  SpanReading span = tl::unexpected(SpanFault::unwritten);
};

/// Which readings have no stamps at all, for the decision what to do about it.
enum class Gap {
  none,
  trailing,   ///< only the last passes: some drivers resolve too early; resolve again in a submission of its own
  scattered,
  everything  ///< the instrument is dead, or nothing ran
};

struct SubmissionReading {
  std::vector<PassReading> passes{};  ///< in the order of recording
  Gap gap = Gap::none;
  std::size_t resets = 0;  ///< of the counter, within the submission
};

/// Classifies stamps `[b0, e0, b1, e1, …]` in the order in which the passes were recorded. A last stamp without its
/// partner is half-written. The first fault in the order of SpanFault that applies is told; a usable reading has none.
[[nodiscard]] SubmissionReading read_submission(std::span<const std::uint64_t> stamps,
                                                const SubmissionRules& rules = {});

/// How many readings of how many were usable, and why the others were not.
struct Yield {
  std::size_t usable = 0, total = 0;
  std::array<std::size_t, kSpanFaults> faults{};  ///< by SpanFault

  void add(const SubmissionReading& reading);
  [[nodiscard]] std::size_t count(SpanFault fault) const { return faults[static_cast<std::size_t>(fault)]; }
  /// Nothing was read: no share.
  [[nodiscard]] std::optional<double> share() const;
  /// False too when nothing was read.
  [[nodiscard]] bool reaches(double least_share) const;
  /// "6 of 8 readings usable; 1 reversed, 1 unwritten".
  [[nodiscard]] std::string sentence() const;
};

/// Times of a multi-pass region in raw units, from the usable readings of one submission; overlapping readings count
/// here, since only the outermost stamps and the union matter.
struct Region {
  std::uint64_t extent = 0;  ///< last end − first begin
  std::uint64_t sum = 0;     ///< Σ spans
  std::uint64_t covered = 0; ///< length of the union of the spans
  [[nodiscard]] std::uint64_t gaps() const { return extent - covered; }
  [[nodiscard]] bool overlaps() const { return sum > covered; }
};

/// Nothing when a pass has a fault other than zero_length or overlapping: a region with a hole has no length.
[[nodiscard]] std::optional<Region> region(const SubmissionReading& reading);

/// Spans for means on a coarse lattice: readings of length zero are readings there and stay in; every other fault is
/// left out.
[[nodiscard]] std::vector<std::uint64_t> spans_with_zeros(const SubmissionReading& reading);

}  // namespace assay::clock
