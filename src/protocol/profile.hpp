// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded stamps of one arm → its profile. Pure: a fresh record and a replayed one go the same way.
#pragma once

#include "error/error.hpp"
#include "result/timing.hpp"

namespace assay::protocol {

/// Of all trials read, the share that must be usable; below it the run is void.
inline constexpr double kLeastTimedYield = 0.9;

/// Fills in `timing.profile` from everything else. Rows keep the order in which labels and iterations first appear.
void profile(result::Timing& timing);

/// Fault::bad_input for a record that contradicts itself: stamps of another number of passes, or no passes.
[[nodiscard]] Expected<void> check_timing(const result::Timing& timing, const std::string& where);

}  // namespace assay::protocol
