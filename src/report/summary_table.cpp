// SPDX-License-Identifier: Apache-2.0
#include "report/summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "report/number_text.hpp"
#include "report/text_layout.hpp"
#include "report/verdict_sentence.hpp"

namespace assay::report {
namespace {

constexpr std::size_t kMostCellColumns = 40;
constexpr std::string_view kUnpublished = "–";

std::string simulated_mark(const result::Comparison& comparison) {
  return comparison.rig.simulated ? "SIMULATED " : "";
}

std::string time_cell(const result::Comparison& comparison, std::size_t arm) {
  if (!publishes_times(comparison.judgement.verdict) || arm >= comparison.arms.size()) return std::string(kUnpublished);
  const double ns = comparison.arms[arm].median_trial_ns;
  return ns > 0 ? duration_text(ns, 4) : std::string(kUnpublished);
}

std::vector<std::string> cells_of(const SummaryRow& row) {
  std::vector<std::string> cells;
  for (const std::string& at : row.at) cells.push_back(elide_middle(printable(at), kMostCellColumns));
  if (row.comparison == nullptr) {
    cells.push_back("not compared: " + printable(row.problem));
    return cells;
  }
  const result::Comparison& comparison = *row.comparison;
  const result::Judgement& judgement = comparison.judgement;
  const bool shown = publishes_times(judgement.verdict) && known_effect(judgement).has_value();
  const EffectText text(judgement);
  const auto where_shown = [&](bool finite, const std::string& cell) {
    return shown && finite ? cell : std::string(kUnpublished);
  };
  cells.push_back(simulated_mark(comparison) + headline_word(judgement.verdict) +
                  (comparison.rig.software ? " (software)" : ""));
  cells.push_back(where_shown(true, text.signed_percent(judgement.effect)));
  cells.push_back(where_shown(judgement.interval.is_finite(), text.range(judgement.interval)));
  cells.push_back(where_shown(judgement.band.is_finite(), text.range(judgement.band)));
  cells.push_back(time_cell(comparison, 0));
  cells.push_back(time_cell(comparison, 1));
  return cells;
}

}  // namespace

std::string summary_line(std::string_view label, const result::Comparison& comparison) {
  const std::string line = fmt::format("{}{}: {}, {}", simulated_mark(comparison), label,
                                       headline_word(comparison.judgement.verdict), verdict_sentence(comparison));
  const auto& reasons = comparison.judgement.reasons;
  const bool why = !publishes_times(comparison.judgement.verdict) && !reasons.empty();
  return printable(why ? line + " (" + reasons.front() + ")" : line);
}

std::string summary_table(const std::vector<std::string>& headings, const std::vector<SummaryRow>& rows,
                          const Style& style) {
  std::vector<std::vector<std::string>> table(1);
  for (const std::string& heading : headings) table[0].push_back(printable(heading));
  for (const char* heading : {"verdict", "effect", "interval", "floor", "A", "B"}) table[0].emplace_back(heading);
  for (const SummaryRow& row : rows) table.push_back(cells_of(row));
  std::vector<std::size_t> widths(table[0].size());
  for (const auto& cells : table) {
    // The last cell of a line needs no column: a sentence in it must not push the others apart.
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) widths[i] = std::max(widths[i], display_width(cells[i]));
  }
  std::string text;
  for (std::size_t line = 0; line < table.size(); ++line) {
    std::string joined;
    for (std::size_t i = 0; i < table[line].size(); ++i) {
      const std::string& cell = table[line][i];
      joined += cell;
      if (i + 1 < table[line].size()) joined.append(widths[i] - std::min(widths[i], display_width(cell)) + 2, ' ');
    }
    text += paint(joined, line == 0 ? Ink::bold : Ink::plain, style.color) + '\n';
  }
  return text;
}

}  // namespace assay::report
