// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a reader of a profile should know before believing a row of it.
#pragma once

#include "result/timing.hpp"

namespace assay::protocol {

/// Fills in the profile's comparisons of one part with another (alone against steady, the reference kernel) and its
/// notes. Rows and wall must be there.
void add_notes(result::Timing& timing);

}  // namespace assay::protocol
