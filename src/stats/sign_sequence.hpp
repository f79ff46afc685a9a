// SPDX-License-Identifier: Apache-2.0
/// \file
/// A confidence interval for a median that may be looked at after every new value: the sign test turned into a
/// sequence by a Beta(½, ½) mixture. It assumes nothing of the values' distribution but that each lies above or below
/// the median with equal probability, whatever came before.
#pragma once

#include <cstddef>
#include <span>

#include "stats/interval.hpp"

namespace assay::stats {

/// The largest k for which [x(k), x(n+1−k)] of the sorted values is a time-uniform interval at level 1 − alpha: the
/// largest k with Beta(k−½, n−k+3⁄2) / Beta(½, ½) · 2ⁿ ≥ 1/alpha. 0: no finite interval exists yet.
/// First above 0 at n = 7 for alpha 0.05 and at n = 10 for alpha 0.01.
[[nodiscard]] std::size_t order_statistic(std::size_t n, double alpha);

/// That interval of `values`, in any order; both ends infinite when there are too few. NaN among the values makes it
/// infinite as well: nothing is known then.
[[nodiscard]] Interval sequence_interval(std::span<const double> values, double alpha);

/// The smallest n with a finite interval.
[[nodiscard]] std::size_t least_values(double alpha);

}  // namespace assay::stats
