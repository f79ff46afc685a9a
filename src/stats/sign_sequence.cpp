// SPDX-License-Identifier: Apache-2.0
#include "stats/sign_sequence.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "stats/distributions.hpp"

namespace assay::stats {

namespace {

/// Evidence, as a natural log, against a median that has s of n values on its lower side.
double log_evidence(std::size_t s, std::size_t n) {
  const double below = static_cast<double>(s), all = static_cast<double>(n);
  const double prior = std::log(std::numbers::pi);  // Beta(½, ½) = π
  return log_beta(below + 0.5, all - below + 0.5).value_or(0) - prior + all * std::numbers::ln2;
}

}  // namespace

std::size_t order_statistic(std::size_t n, double alpha) {
  const double needed = -std::log(alpha);
  std::size_t k = 0;
  // The evidence falls as s approaches n/2: the last s that still has enough is the one.
  for (std::size_t s = 0; s <= n / 2 && log_evidence(s, n) >= needed; ++s) k = s + 1;
  return k;
}

Interval sequence_interval(std::span<const double> values, double alpha) {
  if (std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); })) return {};
  const std::size_t n = values.size(), k = order_statistic(n, alpha);
  if (k == 0) return {};
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return {sorted[k - 1], sorted[n - k]};
}

std::size_t least_values(double alpha) {
  std::size_t n = 1;
  while (order_statistic(n, alpha) == 0) ++n;
  return n;
}

}  // namespace assay::stats
