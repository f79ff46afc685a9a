// SPDX-License-Identifier: Apache-2.0
/// \file
/// The unrolled steps of an arm as lines of text.
#pragma once

#include <string>

#include "plan/plan.hpp"

namespace assay::report {

/// One line a step, numbered; the middle turns of loops of more than three are told in one line.
[[nodiscard]] std::string steps_text(const plan::Plan& plan, const plan::Arm& arm);

}  // namespace assay::report
