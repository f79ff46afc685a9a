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

/// The same of the folder for results, which is made where it is missing; nothing is asked of it where `json` names
/// another place.
[[nodiscard]] Expected<void> check_results_folder(const std::string& json);

/// What became of a result.
struct Kept {
  std::string at{};       ///< where it lies; empty: on stdout, or nowhere
  std::string problem{};  ///< why it lies nowhere, a sentence; empty: it does not
};

/// Writes the result; `json` empty: into the results folder, "-": to stdout. Of several results the second and later
/// go to FILE-2.json and so on. What was measured is worth more than its file, so that a failure is a remark and no
/// error.
[[nodiscard]] Kept keep_result(const result::Comparison& comparison, const std::string& json, std::size_t index);
[[nodiscard]] Kept keep_result(const result::Timing& timing, const std::string& json, std::size_t index);

/// Says on stderr that a result was not kept, where that is so. `code`, or that of bad input where that is more
/// serious.
[[nodiscard]] int code_after_keeping(const Kept& kept, int code);

}  // namespace assay::cli
