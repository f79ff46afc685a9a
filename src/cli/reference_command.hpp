// SPDX-License-Identifier: Apache-2.0
/// \file
/// References that a program computes: it is given the plan's inputs as files, and writes what the outputs must be.
#pragma once

#include "error/error.hpp"
#include "plan/plan.hpp"
#include "protocol/references.hpp"

namespace assay::cli {

/// Fault::bad_input for a plan with a reference that is a command, unless commands were allowed: a probe is data, and
/// reading somebody's data must not run their programs.
[[nodiscard]] Expected<void> check_commands(const plan::Plan& plan, bool allowed);

/// Runs each command in its probe's folder, one after the other, with a temporary folder as its last argument:
/// NAME.bin for each buffer that holds data, params.json, and an empty folder `out` for one NAME.bin of each output.
/// What it prints is captured. Fault::bad_input when it cannot be started, takes longer than five minutes, does not
/// exit with 0, or leaves an output of another size; Fault::interrupted.
[[nodiscard]] Expected<protocol::References> run_reference_commands(const plan::Plan& plan);

}  // namespace assay::cli
