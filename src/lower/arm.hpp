// SPDX-License-Identifier: Apache-2.0
/// \file
/// An arm of a plan → an op list over roles.
#pragma once

#include <map>
#include <optional>
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

/// "i=3", innermost loop first; empty outside a repeat.
[[nodiscard]] std::string iteration_text(const plan::Pass& pass);

/// What a role of an arm's track is bound to.
struct RoleSource {
  enum class Kind {
    buffer,              ///< the instance's allocation of plan buffer `buffer`
    pristine,            ///< the untouched copy of plan buffer `buffer`
    bracket_parameters,  ///< parameter block of a spacer of no steps
    bracket_sink,        ///< four bytes that brackets write
    bracket_spare,       ///< four more
  } kind = Kind::buffer;
  std::size_t buffer = 0;  ///< index into Plan::buffers
  bool operator==(const RoleSource&) const = default;
};

struct LoweredArm {
  messages::Track track{};
  std::vector<RoleSource> roles{};      ///< by role
  std::uint32_t stamped_passes = 0;     ///< of one trial
};

struct ArmLoweringOptions {
  bool stamped = true;  ///< false: a lead-in, the same work without stamps
  messages::Track::Trials trials = messages::Track::Trials::inside;  ///< of trials_of(plan)
  /// Kernel of the spacer, where the arm's steps are put between two empty passes (needs_brackets(plan)).
  std::optional<messages::KernelId> bracket{};
};

/// `kernel_ids` holds the id of each of `pipelines_of(arm)`. The track begins with a fence into a buffer that its first
/// pass uses and ends with a fence out of one that its last pass wrote. `around`: each trial begins by putting back
/// what `each_trial` says, outside the stamps. Fault::bad_input for an arm that dispatches or binds nothing, and for
/// fills that their buffers cannot hold.
[[nodiscard]] Expected<LoweredArm> lower_arm(const plan::Plan& plan, const plan::Arm& arm,
                                             const std::vector<messages::KernelId>& kernel_ids, messages::TrackId id,
                                             const ArmLoweringOptions& options);

/// Usage of each buffer of the plan over all arms (uniform, indirect or storage).
[[nodiscard]] std::vector<messages::Usage> usages_of(const plan::Plan& plan);

}  // namespace assay::lower
