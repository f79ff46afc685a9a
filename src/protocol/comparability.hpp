// SPDX-License-Identifier: Apache-2.0
/// \file
/// What of a plan this version can compare, and what should be said about it beforehand.
#pragma once

#include <string>
#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"

namespace assay::protocol {

/// Fault::bad_input, by name, for what is not a comparison or not yet one that can be run.
[[nodiscard]] Expected<void> check_comparable(const plan::Plan& plan);

/// Sentences for above the verdict: arms that differ in their number of passes, a reference that is not checked.
[[nodiscard]] std::vector<std::string> comparison_notes(const plan::Plan& plan);

}  // namespace assay::protocol
