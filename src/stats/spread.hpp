// SPDX-License-Identifier: Apache-2.0
/// \file
/// How far a group of readings is spread.
#pragma once

#include <span>

#include "stats/missing.hpp"

namespace assay::stats {

/// Sample standard deviation (divisor n − 1). Missing: no samples, one sample, not finite.
[[nodiscard]] Number standard_deviation(std::span<const double> values);

/// Median absolute deviation from the median, unscaled. Missing: no samples, not finite.
[[nodiscard]] Number median_absolute_deviation(std::span<const double> values);

/// 1.4826 · MAD, the standard deviation of normal noise with the outliers left out of account. Missing: as above, and
/// one sample.
[[nodiscard]] Number robust_standard_deviation(std::span<const double> values);

}  // namespace assay::stats
