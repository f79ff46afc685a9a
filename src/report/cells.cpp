// SPDX-License-Identifier: Apache-2.0
#include "report/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "report/text_layout.hpp"

namespace assay::report {

std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : printable(text)) {
    if (std::string_view("|\\`*_<>[]").find(c) != std::string_view::npos) cell += '\\';
    cell += c;
  }
  return cell;
}

std::string csv_cell(std::string_view raw) {
  std::string text = printable(raw);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string params_text(const std::map<std::string, double>& params) {
  std::string text;
  for (const auto& [name, value] : params) text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  return text;
}

std::string aligned(std::vector<std::vector<std::string>> table, const Style& style, std::string_view mark) {
  if (table.empty()) return {};
  std::vector<bool> right;
  for (std::string& heading : table.front()) {
    right.push_back(heading.starts_with('>'));
    if (right.back()) heading.erase(0, 1);
  }
  std::vector<std::size_t> widths(table.front().size());
  for (const auto& cells : table) {
    // A row that ends early is a sentence, which must not push the columns apart.
    const std::size_t counted = cells.size() < widths.size() ? cells.size() - 1 : widths.size();
    for (std::size_t i = 0; i < counted; ++i) widths[i] = std::max(widths[i], display_width(cells[i]));
  }
  std::string text;
  for (std::size_t line = 0; line < table.size(); ++line) {
    std::string joined;
    const auto& cells = table[line];
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string pad(widths[i] - std::min(widths[i], display_width(cells[i])), ' ');
      joined += right[i] ? pad + cells[i] : cells[i] + pad;
      if (i + 1 < cells.size()) joined += "  ";
    }
    joined.erase(joined.find_last_not_of(' ') + 1);
    if (!mark.empty()) text += paint(std::string(mark) + ' ', Ink::yellow, style.color);
    text += paint(joined, line == 0 ? Ink::bold : Ink::plain, style.color) + '\n';
  }
  return text;
}

}  // namespace assay::report
