// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdicts → exit code.
#pragma once

#include <span>

#include "result/judgement.hpp"

namespace assay::cli {

/// Without `gate` a comparison that says anything at all ends in 0; with it, 1 for slower and 3 for unresolved.
[[nodiscard]] int exit_code_of(result::Verdict verdict, bool gate);

/// Of several results the most serious decides: 70, 2, 5, 6, 4, 7, 1, 3, 0. None at all is 7: nothing was compared.
[[nodiscard]] int most_serious(std::span<const int> codes);

}  // namespace assay::cli
