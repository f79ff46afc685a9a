// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdict → exit code.
#pragma once

#include "result/judgement.hpp"

namespace assay::cli {

/// Without `gate` a comparison that says anything at all ends in 0; with it, 1 for slower and 3 for unresolved.
[[nodiscard]] int exit_code_of(result::Verdict verdict, bool gate);

}  // namespace assay::cli
