// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `assay plan FILE` prints: everything that would run, before anything runs.
#pragma once

#include <optional>
#include <string>

#include "plan/limits.hpp"
#include "plan/plan.hpp"

namespace assay::report {

/// Question, identity, parameters, buffers, the unrolled passes of each arm (a loop of more than three turns shows its
/// first and its last), the check, and whether the limits allow it. `limits` are those of a device; without them the
/// plan is held against what every WebGPU device grants. UTF-8, one trailing line break, no colour.
[[nodiscard]] std::string plan_text(const plan::Plan& plan, const std::optional<plan::DeviceLimits>& limits = {});

}  // namespace assay::report
