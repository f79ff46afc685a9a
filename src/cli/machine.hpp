// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is known of the rig before an engine was asked.
#pragma once

#include "cli/command_line.hpp"
#include "result/rig.hpp"

namespace assay::cli {

[[nodiscard]] result::Rig machine_rig();

/// The same, and the engine by the name that was asked for: all that is known of a rig before a device was opened.
[[nodiscard]] result::Rig rig_asked_for(const EngineWish& engine);

}  // namespace assay::cli
