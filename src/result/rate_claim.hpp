// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a rate in bytes a second says of the memory: nothing where a cache may have served it.
#pragma once

#include <cstdint>
#include <optional>

#include "result/comparison.hpp"

namespace assay::result {

struct RateClaim {
  /// The working set fits into the last-level cache, and nothing kept it out: no share of any memory's peak is said.
  bool cache_resident = false;
  std::optional<double> share_of_copy{};  ///< of the rate of a large copy; absent: resident, or not calibrated
  bool above_copy = false;  ///< faster than a large copy here, which memory alone cannot be
};

/// `cache`: of the schedule; nothing where it was not recorded.
[[nodiscard]] RateClaim claim_of(double bytes_per_second, std::uint64_t working_set_bytes,
                                 const std::optional<CacheRecord>& cache);

}  // namespace assay::result
