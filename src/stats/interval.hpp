// SPDX-License-Identifier: Apache-2.0
/// \file
/// An interval on any scale.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::stats {

/// Closed interval. An end that is not known yet is infinite.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  [[nodiscard]] bool is_finite() const { return std::isfinite(low) && std::isfinite(high); }
  [[nodiscard]] bool inside(double least, double most) const { return least < low && high < most; }
};

/// Smallest interval that holds both.
[[nodiscard]] inline Interval hull(Interval a, Interval b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

}  // namespace assay::stats
