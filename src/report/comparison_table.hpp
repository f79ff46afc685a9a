// SPDX-License-Identifier: Apache-2.0
/// \file
/// Comparisons one a line: a Markdown table for people, CSV for spreadsheets.
#pragma once

#include <string>

#include "result/comparison.hpp"

namespace assay::report {

/// Heading and rule of the table; ends in a line feed.
[[nodiscard]] std::string markdown_header();
/// One row; cells that the verdict does not publish are "–".
[[nodiscard]] std::string markdown_row(const result::Comparison& comparison);

/// Names of the columns, with units; ends in a line feed.
[[nodiscard]] std::string csv_header();
/// One record after RFC 4180. Numbers are the shortest that read back exactly; one that is missing, not finite or not
/// published is an empty cell. Effects are fractions, exp(x) − 1.
[[nodiscard]] std::string csv_row(const result::Comparison& comparison);

}  // namespace assay::report
