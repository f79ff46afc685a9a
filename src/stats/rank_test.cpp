// SPDX-License-Identifier: Apache-2.0
#include "stats/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace assay::stats {

namespace {

/// Twice the mid-rank of each pooled value, in the order a then b: twice, so that ties stay whole numbers.
std::vector<std::size_t> doubled_ranks(std::span<const double> a, std::span<const double> b) {
  std::vector<double> pooled(a.begin(), a.end());
  pooled.insert(pooled.end(), b.begin(), b.end());
  std::vector<double> sorted = pooled;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::size_t> ranks;
  ranks.reserve(pooled.size());
  for (const double value : pooled) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    ranks.push_back(static_cast<std::size_t>((first - sorted.begin()) + (last - sorted.begin())) + 1);
  }
  return ranks;
}

/// ways[s]: number of subsets of `size` ranks whose sum is s.
std::vector<double> subset_sums(const std::vector<std::size_t>& ranks, std::size_t size) {
  const std::size_t total = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  std::vector<std::vector<double>> ways(size + 1, std::vector<double>(total + 1, 0.0));
  ways[0][0] = 1;
  for (std::size_t used = 0; used < ranks.size(); ++used) {
    for (std::size_t k = std::min(size, used + 1); k >= 1; --k) {
      for (std::size_t s = total; s >= ranks[used]; --s) ways[k][s] += ways[k - 1][s - ranks[used]];
    }
  }
  return ways[size];
}

bool usable(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

}  // namespace

Number rank_test_p(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return tl::unexpected(Missing::no_samples);
  if (a.size() + b.size() > kMostRankedSamples) return tl::unexpected(Missing::too_many_samples);
  if (!usable(a) || !usable(b)) return tl::unexpected(Missing::not_finite);
  const std::vector<std::size_t> ranks = doubled_ranks(a, b);
  const auto seen =
      std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(a.size()), std::size_t{0});
  const std::vector<double> ways = subset_sums(ranks, a.size());
  double all = 0, at_most = 0, at_least = 0;
  for (std::size_t s = 0; s < ways.size(); ++s) {
    all += ways[s];
    if (s <= seen) at_most += ways[s];
    if (s >= seen) at_least += ways[s];
  }
  return std::min(1.0, 2 * std::min(at_most, at_least) / all);
}

}  // namespace assay::stats
