// SPDX-License-Identifier: Apache-2.0
#include "stats/spread.hpp"

#include <cmath>
#include <vector>

#include "stats/location.hpp"

namespace assay::stats {

namespace {
/// 1 / Φ⁻¹(3/4): makes the MAD of a normal sample its standard deviation.
constexpr double kNormalConsistency = 1.4826;
}  // namespace

Number standard_deviation(std::span<const double> values) {
  if (values.size() == 1) return tl::unexpected(Missing::one_sample);
  const Number centre = mean(values);
  if (!centre) return centre;
  double squares = 0;
  for (const double value : values) squares += (value - *centre) * (value - *centre);
  return finite(std::sqrt(squares / static_cast<double>(values.size() - 1)));
}

Number median_absolute_deviation(std::span<const double> values) {
  const Number centre = median(values);
  if (!centre) return centre;
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - *centre));
  return median(distances);
}

Number robust_standard_deviation(std::span<const double> values) {
  if (values.size() == 1) return tl::unexpected(Missing::one_sample);
  return median_absolute_deviation(values).map([](double mad) { return kNormalConsistency * mad; });
}

}  // namespace assay::stats
