// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where readings of one thing lie when the clock shows multiples of a quantum only, and how far off that may be.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "stats/lattice_error.hpp"

namespace assay::instrument {

/// The lattice that readings lie on, in their own unit.
struct ClockLattice {
  double quantum = 0;  ///< 0: not known, taken as finer than anything read
  stats::Phases phases = stats::Phases::unknown;
};

/// With so many quanta in a reading a median is at most a thirtieth off; with fewer it is mostly lattice.
inline constexpr double kQuantaOfMedian = 30;
/// What is told in per cents needs a quantum of half a per cent, or a mean.
inline constexpr double kQuantaOfPercent = 200;
/// Work this long stays above kQuantaOfMedian although its length is known to some per cent only.
inline constexpr double kQuantaOfWork = 31;

struct Location {
  double value = 0;
  /// Half width, three standard errors; nothing for a median of many quanta, which the lattice does not blur.
  std::optional<double> error{};
  [[nodiscard]] bool below_lattice() const { return error && value <= *error; }
};

/// The median where mean and median hold `quanta_of_median` quanta, else the plain mean: zeros and all, since whatever
/// ranks or trims falls on a line of the lattice. Its error is the larger of what the readings scatter and what the
/// lattice hides (sd of a span q/√6; one whole quantum where phases are not known to be spread). Readings that are all
/// zero: with n phases spread evenly a span of d would have read so with (1 − d/q)ⁿ. Nothing: no readings.
[[nodiscard]] std::optional<Location> locate(std::span<const double> readings, const ClockLattice& lattice,
                                             double quanta_of_median = kQuantaOfMedian);

/// a − b, with an error where either has one.
[[nodiscard]] Location difference(const Location& a, const Location& b);

/// Of a duration in nanoseconds: "1.90 µs", "32.5 ± 4.4 µs", or "below the lattice (at most 2.3 µs)".
[[nodiscard]] std::string text_us(const Location& ns);

/// "+1.90", or "+0.3 ± 7.3" with no more digits than the error leaves; no unit.
[[nodiscard]] std::string signed_text(const Location& value, int decimals);

/// Decimals that an error leaves to a number: two below 1, one below 10, then none.
[[nodiscard]] int decimals_beside(double error);

}  // namespace assay::instrument
