// SPDX-License-Identifier: Apache-2.0
/// \file
/// A number that may be missing, and then says why. Zero, NaN and infinity never stand for "missing".
#pragma once

#include <string_view>
#include <tl/expected.hpp>

namespace assay::stats {

/// Why a statistic has no value.
enum class Missing {
  no_samples,          ///< the group is empty
  one_sample,          ///< a spread or an interval needs two
  too_few_rounds,      ///< no interval of the wished level exists for so few values
  reference_at_floor,  ///< a ratio to something at or below the floor has no meaning
  division_by_zero,
  not_finite,        ///< a sample is NaN or infinite
  zero_spread,       ///< the abscissae of a fit are all alike
  below_resolution,  ///< every reading is below the lattice of the clock
  too_many_samples,  ///< past the bound of an exact method
};

/// One clause for people and for the "reason" next to a null in a file: "reference at or below the floor".
[[nodiscard]] std::string_view reason(Missing missing);

/// A finite number, or why there is none.
using Number = tl::expected<double, Missing>;

/// `value` when it is finite, else Missing::not_finite.
[[nodiscard]] Number finite(double value);

}  // namespace assay::stats
