// SPDX-License-Identifier: Apache-2.0
/// \file
/// Other experiments made of a probe: against its own WGSL of an earlier commit, and with its subject removed.
#pragma once

#include <string>
#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"

namespace assay::cli {

/// The arm of a one-arm probe, or the last arm of a longer one, against itself with the kernels as they were at a
/// commit of the repository that the probe's folder lies in: two arms, the old one first. Fault::bad_input where git
/// has no such file or commit.
[[nodiscard]] Expected<plan::Plan> against_revision(const plan::Plan& plan, const std::string& revision);

/// Every arm runs the steps of the first one: a verdict other than "null" or "unresolved" then accuses the instrument.
[[nodiscard]] plan::Plan empty_room(plan::Plan plan);

/// One plan for each state of the cache that is asked for: "both" is cold, then warm.
[[nodiscard]] std::vector<plan::Plan> cache_states(const plan::Plan& plan);

}  // namespace assay::cli
