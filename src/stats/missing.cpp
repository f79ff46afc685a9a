// SPDX-License-Identifier: Apache-2.0
#include "stats/missing.hpp"

#include <cmath>

namespace assay::stats {

std::string_view reason(Missing missing) {
  switch (missing) {
    case Missing::no_samples: return "no samples";
    case Missing::one_sample: return "one sample is too few";
    case Missing::too_few_rounds: return "too few rounds for an interval of this level";
    case Missing::reference_at_floor: return "reference at or below the floor";
    case Missing::division_by_zero: return "division by zero";
    case Missing::not_finite: return "not a finite number";
    case Missing::zero_spread: return "all abscissae are alike";
    case Missing::below_resolution: return "below the resolution of the clock";
    case Missing::too_many_samples: return "too many samples for the exact method";
  }
  return "not known";
}

Number finite(double value) {
  if (!std::isfinite(value)) return tl::unexpected(Missing::not_finite);
  return value;
}

}  // namespace assay::stats
