// SPDX-License-Identifier: Apache-2.0
/// \file
/// What slots found in the last-level cache, and what a rate says of the memory behind it.
#pragma once

#include <string>

#include "result/comparison.hpp"
#include "result/rate_claim.hpp"

namespace assay::report {

/// "warm: the same build ran once, untimed, before each slot; working set 4 MiB …". The schedule has a cache record.
[[nodiscard]] std::string cache_text(const result::Comparison& comparison);

/// Behind a rate in bytes a second: " (cache-resident)", " (82 % of a large copy)"; empty where nothing is known.
[[nodiscard]] std::string rate_remark(const result::RateClaim& claim);

}  // namespace assay::report
