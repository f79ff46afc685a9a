// SPDX-License-Identifier: Apache-2.0
/// \file
/// Scripts that make a shell complete `assay`, made from the option table.
#pragma once

#include <string>

#include "cli/option_table.hpp"
#include "error/error.hpp"

namespace assay::cli {

/// For bash, zsh or fish; Fault::bad_input for another shell.
[[nodiscard]] Expected<std::string> completions(const std::string& shell, const OptionTable& table);

}  // namespace assay::cli
