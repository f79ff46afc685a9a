// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a clock that only shows multiples of a quantum can say about means.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "stats/missing.hpp"

namespace assay::stats {

/// Whether the places of the readings on the lattice are known to be spread evenly (dithered, and tested).
enum class Phases { unknown, uniform };

/// One standard error, from the lattice alone, of the mean of `count` spans: quantum/√6/√count for uniform phases (a
/// span ends twice on the lattice, each end off by a uniform error). Phases that may be locked do not average out: one
/// whole quantum, as a bound. Missing: no samples.
[[nodiscard]] Number mean_error(double quantum, std::size_t count, Phases phases);

/// How two series of spans on one lattice stand to each other.
struct MeanComparison {
  enum class Answer {
    too_few,  ///< a series of fewer than two readings
    below_resolution,  ///< a series reads zero throughout: unfit, not fast
    indistinguishable,  ///< the difference is within its error
    different,
  } answer = Answer::too_few;
  Number difference = tl::unexpected(Missing::no_samples);  ///< mean(b) − mean(a), in the unit of the spans
  Number error = tl::unexpected(Missing::no_samples);  ///< half width that the difference was held against
  /// Smallest difference that could have been seen, as a fraction of the median of `a`: with identical readings
  /// quantum / median.
  Number bound = tl::unexpected(Missing::no_samples);
  std::string reason{};  ///< one sentence, with what to do
};

/// Compares means, never minima or medians: on a coarse lattice those tie, and the first in line would win.
[[nodiscard]] MeanComparison compare_means(std::span<const double> a, std::span<const double> b, double quantum,
                                           Phases phases);

}  // namespace assay::stats
