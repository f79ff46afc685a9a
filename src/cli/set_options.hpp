// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--set NAME=EXPRESSION` → what the plan loader takes.
#pragma once

#include <string>
#include <vector>

#include "error/error.hpp"
#include "plan/load.hpp"

namespace assay::cli {

[[nodiscard]] Expected<plan::LoadOptions> load_options(const std::vector<std::string>& set);

}  // namespace assay::cli
