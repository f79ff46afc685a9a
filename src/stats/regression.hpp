// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lines through points: of least squares, and a robust one.
#pragma once

#include <cstddef>
#include <span>

#include "stats/missing.hpp"

namespace assay::stats {

struct Line {
  double slope = 0;
  double intercept = 0;
  double residual = 0;        ///< root mean square distance of the points from the line, in units of y
  double slope_error = 0;     ///< one standard error; 0 for two points, which fit exactly
};

/// The line y = intercept + slope · x through equally long series. Missing: no samples (or unequal lengths), one
/// sample, not finite, zero spread.
[[nodiscard]] tl::expected<Line, Missing> fit_line(std::span<const double> x, std::span<const double> y);

/// Slopes that robust_slope() looks at, at most: 8 MiB of them, whatever the number of points.
inline constexpr std::size_t kMostSlopes = std::size_t{1} << 20;

/// Median of the slopes through pairs of points (Theil and Sen): one spike in four moves it little. Of points that have
/// more than kMostSlopes pairs every k-th is taken, in the order of the points, which leaves the median where it was to
/// within its own error. Missing: no two points with different x.
[[nodiscard]] Number robust_slope(std::span<const double> x, std::span<const double> y);

/// Kendall's τ-b: +1 when y rises wherever x does, −1 when it falls, about 0 when they have nothing to do with each
/// other; ties count for neither. Missing as for `fit_line`.
[[nodiscard]] Number rank_correlation(std::span<const double> x, std::span<const double> y);

}  // namespace assay::stats
