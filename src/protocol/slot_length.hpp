// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long a slot is, whether it is dithered, and how its readings are averaged: fixed before the first timed square.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "error/error.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

/// A contiguous span must be this many quanta, and this many times what an empty pass reads.
inline constexpr double kQuantaPerSpan = 30;
inline constexpr double kFloorsPerSpan = 20;
/// Longest slot: drivers reset a device that is busy for seconds.
inline constexpr double kLongestSlotNs = 0.5e9;
/// Trials of one slot; more would make the recording of a slot longer than its run.
inline constexpr std::uint32_t kMostTrials = 65536;

struct SlotLengthInput {
  std::vector<double> trial_ns{};  ///< one trial of each arm, roughly
  double quantum_ns = 1;           ///< lattice of the clock
  double empty_pass_ns = 0;        ///< span of an empty pass
  double wished_slot_ns = 0;       ///< 0: as short as the clock allows
  double longest_slot_ns = kLongestSlotNs;
  std::uint32_t most_trials = kMostTrials;
  /// Each trial has a span of its own: more trials make a slot longer but no span, so the clock's demand cannot be met
  /// by them. Spans below it are merged when they are judged.
  bool trials_apart = false;
};

struct SlotLength {
  std::uint32_t trials = 1;  ///< of every arm
  double shortest_ns = 0;  ///< predicted slot of the quickest arm
  double longest_ns = 0;  ///< predicted slot of the slowest arm
  bool past_longest =
      false;  ///< one trial alone is longer than a slot should be: trials are split, a dispatch never is
};

/// The fewest trials that make the quickest arm's slot as long as the clock demands and as long as was wished; the wish
/// gives way to the longest slot, the clock's demand does not. Fault::unfit when both cannot be had, Fault::bad_input
/// for no arm and for times that are not positive.
[[nodiscard]] Expected<SlotLength> choose_slot_length(const SlotLengthInput& input);

/// What the clock demands of a slot: kQuantaPerSpan steps of it, and kFloorsPerSpan empty passes.
[[nodiscard]] constexpr double demanded_slot_ns(double quantum_ns, double empty_pass_ns) {
  return std::max(kQuantaPerSpan * quantum_ns, kFloorsPerSpan * empty_pass_ns);
}

/// Dither is worth its spacers where quantum / slot > margin / 50: below that a phase locked to the lattice can shift
/// a ratio by no more than a fiftieth of what matters.
[[nodiscard]] bool needs_dither(double quantum_ns, double shortest_slot_ns, double margin);

/// The sum where the quantum exceeds the robust standard deviation of the warm-up spans (pooled, each instance about
/// its own median), because trimming and ranking are biased on a lattice that shows; else the trimmed mean of logs. The
/// sum too when there are too few readings to know.
[[nodiscard]] result::Location choose_location(double quantum_ns, std::span<const std::vector<double>> warm_up_ns);

}  // namespace assay::protocol
