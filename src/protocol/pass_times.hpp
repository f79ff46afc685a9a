// SPDX-License-Identifier: Apache-2.0
/// \file
/// The stamps of a trial → a time for each of its passes, or the reason why there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clock/submission.hpp"
#include "result/timing.hpp"

namespace assay::protocol {

/// A trial longer than this is no trial: four minutes at 1 ns a stamp, longer than any deadline lets a pass be.
inline constexpr std::uint64_t kLongestTrialRaw = std::uint64_t{1} << 38U;

/// One trial, read.
struct TrialReading {
  /// Why it cannot be used at all; overlapping passes and begins that are all alike are none: they decide about the
  /// attribution, for all trials alike.
  std::optional<clock::SpanFault> fault{};
  bool overlaps = false, begins_alike = false, ends_in_order = true;
  clock::Region region{};  ///< raw; of a usable trial
};

/// `previous_end`: raw end of the trial before it; 0: none. A trial that begins before it is stale.
[[nodiscard]] TrialReading read_trial(std::span<const std::uint64_t> stamps, std::uint64_t previous_end,
                                      std::uint64_t longest_raw);

/// Raw time of each pass of a usable trial. By `derived`, end − the end before it, the first one from the first begin:
/// they add up to the region. Empty for no_passes and no_clock.
[[nodiscard]] std::vector<double> pass_ticks(std::span<const std::uint64_t> stamps, result::Attribution attribution);

}  // namespace assay::protocol
