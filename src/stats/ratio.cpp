// SPDX-License-Identifier: Apache-2.0
#include "stats/ratio.hpp"

#include <cmath>

namespace assay::stats {

Number ratio(double numerator, double denominator) {
  if (!std::isfinite(numerator) || !std::isfinite(denominator)) return tl::unexpected(Missing::not_finite);
  if (denominator == 0) return tl::unexpected(Missing::division_by_zero);
  return finite(numerator / denominator);
}

Number time_ratio(double time, double reference, double floor) {
  if (!std::isfinite(reference) || !std::isfinite(floor)) return tl::unexpected(Missing::not_finite);
  if (reference <= floor) return tl::unexpected(Missing::reference_at_floor);
  return ratio(time, reference);
}

Number per_second(double amount, double time_ns) {
  return ratio(amount, time_ns).and_then([](double per_ns) { return finite(per_ns * 1e9); });
}

}  // namespace assay::stats
