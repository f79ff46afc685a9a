// SPDX-License-Identifier: Apache-2.0
/// \file
/// Several comparisons of one command, a line each: over sizes, over engines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/style.hpp"
#include "result/comparison.hpp"

namespace assay::report {

struct SummaryRow {
  std::vector<std::string> at{};                       ///< a cell for each heading: "2^20", "wgpu-native"
  const result::Comparison* comparison = nullptr;      ///< null: it could not be made
  std::string problem{};                               ///< why not, a sentence
};

/// The line that is printed when a comparison of several is done: "n=2^20: FASTER, B takes …".
[[nodiscard]] std::string summary_line(std::string_view label, const result::Comparison& comparison);

/// All of them in columns: the headings, then verdict, effect, interval, floor and the time of each arm; what a verdict
/// does not publish is "–". `mark` begins every line; without one each simulated row has its own.
[[nodiscard]] std::string summary_table(const std::vector<std::string>& headings, const std::vector<SummaryRow>& rows,
                                        const Style& style, std::string_view mark = {});

}  // namespace assay::report
