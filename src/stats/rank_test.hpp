// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact two-sided rank-sum test (Wilcoxon, Mann and Whitney) with mid-ranks for ties; nothing is dropped.
#pragma once

#include <cstddef>
#include <span>

#include "stats/missing.hpp"

namespace assay::stats {

/// Both groups together; the exact distribution of the rank sum is counted up to here.
inline constexpr std::size_t kMostRankedSamples = 120;

/// Of all ways to deal the pooled ranks into groups of these sizes: twice the share whose rank sum is at least as
/// extreme as the one seen, on its side; at most 1. Missing: no samples (either group), not finite, too many samples.
[[nodiscard]] Number rank_test_p(std::span<const double> a, std::span<const double> b);

}  // namespace assay::stats
