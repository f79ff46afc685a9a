// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a series of readings of one thing comes to rest: the first readings are reported, never averaged in.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace assay::clock {

struct WarmUp {
  std::size_t readings = 0;         ///< at the front that do not belong to the plateau
  double plateau = 0;               ///< median of the last half, in the unit of the readings
  double first_over_plateau = 0;
};

/// The last reading of the first half that lies further from the plateau than three robust standard deviations of the
/// last half (and more than 2 %) ends the warm-up. Nothing for fewer than six readings, or readings that are not
/// positive.
[[nodiscard]] std::optional<WarmUp> find_warm_up(std::span<const double> readings);

}  // namespace assay::clock
