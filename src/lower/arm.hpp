// SPDX-License-Identifier: Apache-2.0
/// \file
/// An arm of a plan → an op list over roles.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "messages/messages.hpp"
#include "plan/plan.hpp"

namespace assay::lower {

/// One pipeline that an arm needs.
struct Pipeline {
  std::size_t kernel = 0;  ///< index into Plan::kernels
  std::map<std::string, double> overrides{};
  bool operator==(const Pipeline&) const = default;
};

/// The distinct pipelines of an arm, in order of first use.
[[nodiscard]] std::vector<Pipeline> pipelines_of(const plan::Arm& arm);
[[nodiscard]] messages::KernelSource source_of(const plan::Plan& plan, const plan::Arm& arm, const Pipeline& pipeline,
                                               messages::KernelId id);

struct LoweredArm {
  messages::Track track{};
  std::vector<std::size_t> role_buffers{};  ///< role → index into Plan::buffers
};

/// `kernel_ids` holds the id of each of `pipelines_of(arm)`. The track begins with a fence into the arm's first written
/// buffer and ends with a fence out of it. `stamped` false makes a lead-in: the same work without stamps.
/// Fault::bad_input "not yet: …" for what this version does not execute (several passes, indirect, resets).
[[nodiscard]] Expected<LoweredArm> lower_arm(const plan::Plan& plan, const plan::Arm& arm,
                                             const std::vector<messages::KernelId>& kernel_ids, messages::TrackId id,
                                             bool stamped);

/// Usage of each buffer of the plan over all arms (uniform, indirect or storage).
[[nodiscard]] std::vector<messages::Usage> usages_of(const plan::Plan& plan);

}  // namespace assay::lower
