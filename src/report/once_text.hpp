// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `--once` did, for whoever looks for it in a GPU debugger.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/comparison.hpp"

namespace assay::report {

/// The gate, then the debug labels of the passes that were run, in their order; no number that could be taken for a
/// time. `at` names the cell of a sweep; empty: there is none. `mark` begins every line; see mark_of().
[[nodiscard]] std::string once_text(const result::GateRecord& gate, const std::vector<std::string>& labels,
                                    std::string_view at, std::string_view mark = {});

}  // namespace assay::report
