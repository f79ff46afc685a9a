// SPDX-License-Identifier: Apache-2.0
/// \file
/// One cell of a table, for Markdown, CSV and a terminal.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "report/style.hpp"

namespace assay::report {

/// What Markdown would take for markup is escaped.
[[nodiscard]] std::string markdown_cell(std::string_view text);

/// One line, quoted where a comma or a quote would end the cell.
[[nodiscard]] std::string csv_cell(std::string_view raw);

/// "n=1048576, m=4"
[[nodiscard]] std::string params_text(const std::map<std::string, double>& params);

/// Rows in columns as wide as their widest cell; the first row is the heading. A column whose heading begins with '>'
/// stands to the right. `mark` begins every line; see mark_of().
[[nodiscard]] std::string aligned(std::vector<std::vector<std::string>> table, const Style& style,
                                  std::string_view mark = {});

}  // namespace assay::report
