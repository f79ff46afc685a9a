// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `validate` and the bind lists need to know of a kernel, read from its text: which bindings the entry point
/// uses, how large its workgroup is, which constants it takes. A scan, not a compiler: engines have the last word.
#pragma once

#include <string>
#include <string_view>

#include "error/error.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// Reads the kernel's text. `file` names it in errors. Refused: an `enable` line (engines differ; the probe's
/// `requires` replaces it), a missing entry point, a texture or sampler among its bindings.
[[nodiscard]] Expected<Kernel::Reflection> scan_wgsl(std::string_view wgsl, std::string_view entry,
                                                     std::string_view file);

}  // namespace assay::plan
