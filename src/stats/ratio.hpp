// SPDX-License-Identifier: Apache-2.0
/// \file
/// Quotients that may have no meaning.
#pragma once

#include "stats/missing.hpp"

namespace assay::stats {

/// numerator / denominator. Missing: division by zero, not finite.
[[nodiscard]] Number ratio(double numerator, double denominator);

/// time / reference time. Missing::reference_at_floor when the reference is at or below `floor` (same unit): what is
/// left of it is instrument, not work. Missing: division by zero, not finite.
[[nodiscard]] Number time_ratio(double time, double reference, double floor);

/// amount / seconds, for rates. Missing as for `ratio`: no time, no rate.
[[nodiscard]] Number per_second(double amount, double time_ns);

}  // namespace assay::stats
