// SPDX-License-Identifier: Apache-2.0
/// \file
/// One dispatch of a step: kernel, bind list, workgroups, overrides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/fields.hpp"
#include "plan/kernels.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// What a step is read with.
struct StepContext {
  const Scope& scope;
  const std::vector<Buffer>& buffers;
  KernelShelf& kernels;
  std::optional<std::uint32_t> turn;  ///< of the innermost repeat
};

/// Reads kernel, bind, workgroups or indirect, and overrides of `table`.
[[nodiscard]] Dispatch read_dispatch(const StepContext& context, const Node& table);

/// The label of a dispatch that names none: its kernel, without ".wgsl".
[[nodiscard]] std::string default_label(const Kernel& kernel);

/// Refuses a bind list that the kernel's text contradicts: a binding too many or missing, a uniform slot without a
/// uniform buffer, a buffer that is written and used a second time in one dispatch. Does nothing without the text.
void check_bindings(const StepContext& context, const Node& table, const Dispatch& dispatch);

}  // namespace assay::plan
