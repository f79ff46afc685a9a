// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is known of the rig before an engine was asked.
#pragma once

#include "result/rig.hpp"

namespace assay::cli {

[[nodiscard]] result::Rig machine_rig();

}  // namespace assay::cli
