// SPDX-License-Identifier: Apache-2.0
/// \file
/// The interval over independent replicates: what one process's luck can do is seen only between processes.
#pragma once

#include <span>

#include "stats/interval.hpp"

namespace assay::stats {

/// mean ± t(R−1, 1−alpha/2) · s / √R of the replicates' effects. Infinite for fewer than two or for non-finite values.
[[nodiscard]] Interval replicate_interval(std::span<const double> effects, double alpha);

}  // namespace assay::stats
