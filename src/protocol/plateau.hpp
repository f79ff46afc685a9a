// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a device has come to rest after its first readings.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace assay::protocol {

/// Readings per instance before the question may be asked.
inline constexpr std::size_t kLeastWarmUpReadings = 5;
/// Movement, as a fraction per half window, that mirrored blocks cancel anyway.
inline constexpr double kHarmlessMovement = 0.01;

struct Plateau {
  bool reached = false;
  double movement = 0;   ///< of the last half of the readings, late against early, as a fraction; + is slower
  double tolerance = 0;  ///< what `movement` was held against: three standard errors, at least kHarmlessMovement
  double first_over_plateau = 1;  ///< largest first reading of an instance / median of its last half
  std::string reason{};           ///< one sentence
};

/// Judges the warm-up readings of each instance (ns, in running order; the instances ran interleaved, so that reading j
/// of one lies near reading j of another). Only the last half of the readings counts: a robust line (Theil and Sen)
/// through all instances, each divided by its own median, says how far they still move, and the spread about that line
/// how well this is known; so that no spike, slow arm or noisy device is taken for a trend. Not reached: fewer than
/// kLeastWarmUpReadings of an instance, a reading that is not a positive number.
[[nodiscard]] Plateau find_plateau(std::span<const std::vector<double>> readings_ns);

[[nodiscard]] inline bool plateau_reached(std::span<const std::vector<double>> readings_ns) {
  return find_plateau(readings_ns).reached;
}

}  // namespace assay::protocol
