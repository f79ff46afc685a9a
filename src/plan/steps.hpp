// SPDX-License-Identifier: Apache-2.0
/// \file
/// Steps of an arm, unrolled: loops repeated, groups put in place.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "plan/kernels.hpp"
#include "plan/params.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// Steps that one arm may unroll to. A person reads a plan, and a submission has 4,096 timestamp queries.
inline constexpr std::size_t kMostSteps = 65536;

/// The [[group]] tables by name; the nodes stay in the document.
using Groups = std::map<std::string, const Node*, std::less<>>;

/// `list` may be null: no groups. Refuses duplicate names and unknown keys.
[[nodiscard]] Groups read_groups(const Source& source, const Node* list);

struct StepSources {
  const Source& source;
  const Params& params;
  const std::vector<Buffer>& buffers;
  KernelShelf& kernels;
  const Groups& groups;
  std::set<std::string>& used_groups;
};

/// Refuses a group that no arm used: its contents would go unchecked.
void refuse_unused_groups(const Source& source, const Groups& groups, const std::set<std::string>& used);

/// Unrolls `list`, which must have at least one step.
[[nodiscard]] std::vector<Step> unroll(const StepSources& sources, const Node& list);

}  // namespace assay::plan
