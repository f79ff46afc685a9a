// SPDX-License-Identifier: Apache-2.0
/// \file
/// [check]: what must be equal before a time may be published.
#pragma once

#include <filesystem>

#include "plan/fields.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// `node` may be null, except for two arms and more. Every arm must write every output, as far as its kernels were
/// read.
[[nodiscard]] Check read_check(const Scope& scope, const Node* node, const Plan& plan,
                               const std::filesystem::path& folder, bool files_must_exist);

}  // namespace assay::plan
