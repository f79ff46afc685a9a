// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where results and tables go.
#pragma once

#include <cstddef>
#include <string>

#include "error/error.hpp"
#include "result/comparison.hpp"
#include "result/timing.hpp"

namespace assay::cli {

/// Fails before anything is measured where nothing could be written afterwards; "-" and "" can always be. `option` is
/// named in the error.
[[nodiscard]] Expected<void> check_place(const std::string& place, const char* option);

/// Writes the result and says where; `json` empty: the results folder, "-": stdout. Of several results the second and
/// later go to FILE-2.json and so on.
[[nodiscard]] Expected<std::string> keep_result(const result::Comparison& comparison, const std::string& json,
                                                std::size_t index);
[[nodiscard]] Expected<std::string> keep_result(const result::Timing& timing, const std::string& json,
                                                std::size_t index);

}  // namespace assay::cli
