// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a group of readings lies.
#pragma once

#include <span>

#include "stats/missing.hpp"

namespace assay::stats {

/// Arithmetic mean. Missing: no samples, not finite.
[[nodiscard]] Number mean(std::span<const double> values);

/// Middle value; the mean of the two middle ones for an even count. Missing: no samples, not finite.
[[nodiscard]] Number median(std::span<const double> values);

/// ln(Σ spans): unbiased on a coarse lattice, because the lattice's error averages out in the sum and in nothing that
/// trims or ranks. Single spans may be zero. Missing: no samples, not finite, below resolution (the sum is zero).
[[nodiscard]] Number log_of_sum(std::span<const double> spans_ns);

/// Mean of the logs without the ⌊m/8⌋ lowest and the ⌈m/4⌉ highest of m spans: spikes are always slow, so more is cut
/// above than below. Missing: no samples, not finite, below resolution (a span is zero or negative), one sample (m = 1:
/// nothing would be left).
[[nodiscard]] Number trimmed_log_mean(std::span<const double> spans_ns);

}  // namespace assay::stats
