// SPDX-License-Identifier: Apache-2.0
/// \file
/// One duration from the readings of several sessions, with an interval that counts the clock's lattice and the luck of
/// a process.
#pragma once

#include <vector>

#include "result/timing.hpp"

namespace assay::protocol {

/// Readings in nanoseconds, by session.
using Readings = std::vector<std::vector<double>>;

struct Lattice {
  double quantum_ns = 1;
  double spans = 1;  ///< that one reading is the sum of
  /// Whether the readings begin at phases of the lattice that are spread evenly; else an error is never below a quantum
  /// for each span.
  bool dithered = false;
};

/// Below this many quanta a span is mostly lattice: a median or a trimmed mean of such readings is biased, their plain
/// mean is not.
inline constexpr double kQuantaOfMedian = 30;

/// The part of a span that one quantum must stay below for its phase to be no matter.
inline constexpr double kQuantumThatMatters = 0.005;

/// The median where a span holds kQuantaOfMedian quanta and the readings of a session scatter (robust sd) by a quantum
/// or more, so that the lattice is not what the median falls upon; with the hull of the time-uniform interval over all
/// readings and the t interval over the sessions' medians; else the mean, with the larger of what the readings scatter
/// and what the lattice may hide (sd of a span q/√6), and the t interval over the sessions' means. Readings that are
/// all zero are below the lattice: with n phases spread evenly a span of d would have read zero throughout with (1 −
/// d/q)ⁿ. All at 95 %.
[[nodiscard]] result::Estimate estimate_of(const Readings& readings, const Lattice& lattice);

}  // namespace assay::protocol
