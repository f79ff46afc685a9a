// SPDX-License-Identifier: Apache-2.0
/// \file
/// What can be said of one group of readings, however small.
#pragma once

#include <cstddef>
#include <span>

#include "stats/interval.hpp"
#include "stats/missing.hpp"

namespace assay::stats {

/// Every member is a finite number or says why there is none. An empty group has count 0 and nothing else.
struct Summary {
  std::size_t count = 0;
  Number least = tl::unexpected(Missing::no_samples);
  Number median = tl::unexpected(Missing::no_samples);
  Number mean = tl::unexpected(Missing::no_samples);
  Number greatest = tl::unexpected(Missing::no_samples);
  Number standard_deviation = tl::unexpected(Missing::no_samples);
  Number relative_deviation = tl::unexpected(Missing::no_samples);  ///< standard deviation / mean
  /// Of the median, time-uniform at `alpha`.
  tl::expected<Interval, Missing> interval = tl::unexpected(Missing::no_samples);
};

[[nodiscard]] Summary summarise(std::span<const double> values, double alpha = 0.05);

}  // namespace assay::stats
