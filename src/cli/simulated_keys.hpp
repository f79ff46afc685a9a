// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--engine sim:KEY=VALUE,…` before anything is started: the list of keys for people, and what a misspelt one was
/// meant to be.
#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "error/error.hpp"

namespace assay::cli {

/// Whether `sim:help` was asked for.
[[nodiscard]] bool asks_for_keys(const EngineWish& engine);

/// One key a line, with its default and its meaning.
[[nodiscard]] std::string simulated_keys_text();

/// Of a simulated engine: Fault::bad_input for a key that there is not or a value that it cannot have. Nothing of
/// another.
[[nodiscard]] Expected<void> check_simulated(const EngineWish& engine);

}  // namespace assay::cli
