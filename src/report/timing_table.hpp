// SPDX-License-Identifier: Apache-2.0
/// \file
/// Profiles as tables: Markdown for people, CSV for spreadsheets, and one line for each of several profiles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/style.hpp"
#include "result/timing.hpp"

namespace assay::report {

/// One table for each profile, headed by what was timed and where.
[[nodiscard]] std::string timing_markdown(const result::Timing& timing);

/// Names of the columns, with units; ends in a line feed.
[[nodiscard]] std::string timing_csv_header();
/// A record for each label, each iteration, and for Σ passes, gaps, span and wall. What is not known is an empty cell.
[[nodiscard]] std::string timing_csv_rows(const result::Timing& timing);

struct TimingSummaryRow {
  std::vector<std::string> at{};  ///< a cell for each heading
  const result::Timing* timing = nullptr;  ///< null: it could not be made
  std::string problem{};  ///< why not, a sentence
};
/// `mark` begins every line; without one each simulated row has its own.
[[nodiscard]] std::string timing_summary(const std::vector<std::string>& headings,
                                         const std::vector<TimingSummaryRow>& rows, const Style& style,
                                         std::string_view mark = {});

}  // namespace assay::report
