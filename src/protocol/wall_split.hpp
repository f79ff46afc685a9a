// SPDX-License-Identifier: Apache-2.0
/// \file
/// Trials that ran alone → where the time of the caller went.
#pragma once

#include "result/timing.hpp"

namespace assay::protocol {

/// `attribution` no_clock: host times alone.
[[nodiscard]] result::WallSplit split_wall(const result::Timing& timing, result::Attribution attribution);

}  // namespace assay::protocol
