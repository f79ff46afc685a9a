// SPDX-License-Identifier: Apache-2.0
#include "stats/location.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace assay::stats {

namespace {

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

double sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

Number mean(std::span<const double> values) {
  if (values.empty()) return tl::unexpected(Missing::no_samples);
  if (!all_finite(values)) return tl::unexpected(Missing::not_finite);
  return finite(sum(values) / static_cast<double>(values.size()));
}

Number median(std::span<const double> values) {
  if (values.empty()) return tl::unexpected(Missing::no_samples);
  if (!all_finite(values)) return tl::unexpected(Missing::not_finite);
  std::vector<double> sorted(values.begin(), values.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  if (sorted.size() % 2 == 1) return *middle;
  const double below = *std::max_element(sorted.begin(), middle);
  return std::midpoint(below, *middle);
}

Number log_of_sum(std::span<const double> spans_ns) {
  if (spans_ns.empty()) return tl::unexpected(Missing::no_samples);
  if (!all_finite(spans_ns)) return tl::unexpected(Missing::not_finite);
  const double total = sum(spans_ns);
  if (total <= 0) return tl::unexpected(Missing::below_resolution);
  return finite(std::log(total));
}

Number trimmed_log_mean(std::span<const double> spans_ns) {
  const std::size_t count = spans_ns.size();
  if (count == 0) return tl::unexpected(Missing::no_samples);
  if (count == 1) return tl::unexpected(Missing::one_sample);
  if (!all_finite(spans_ns)) return tl::unexpected(Missing::not_finite);
  std::vector<double> logs(spans_ns.begin(), spans_ns.end());
  std::sort(logs.begin(), logs.end());
  if (logs.front() <= 0) return tl::unexpected(Missing::below_resolution);
  for (double& value : logs) value = std::log(value);
  const std::size_t low = count / 8, high = (count + 3) / 4;
  return mean(std::span(logs).subspan(low, count - low - high));
}

}  // namespace assay::stats
