// SPDX-License-Identifier: Apache-2.0
#include "stats/replicate_interval.hpp"

#include <cmath>

#include "stats/distributions.hpp"
#include "stats/location.hpp"
#include "stats/spread.hpp"

namespace assay::stats {

Interval replicate_interval(std::span<const double> effects, double alpha) {
  const Number centre = mean(effects), sd = standard_deviation(effects);
  if (!centre || !sd) return {};
  const double count = static_cast<double>(effects.size());
  const Number factor = student_t_quantile(1 - alpha / 2, count - 1);
  if (!factor) return {};
  const double half = *factor * *sd / std::sqrt(count);
  return {*centre - half, *centre + half};
}

}  // namespace assay::stats
