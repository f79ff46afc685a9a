// SPDX-License-Identifier: Apache-2.0
#include "report/summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "report/cells.hpp"
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
  const double ns = comparison.arms[arm].trial_ns();
  return ns > 0 ? duration_text(ns, 4) : std::string(kUnpublished);
}

std::vector<std::string> cells_of(const SummaryRow& row, bool marked) {
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
  cells.push_back((marked ? "" : simulated_mark(comparison)) + headline_word(judgement.verdict) +
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
                          const Style& style, std::string_view mark) {
  std::vector<std::vector<std::string>> table(1);
  for (const std::string& heading : headings) table[0].push_back(printable(heading));
  for (const char* heading : {"verdict", "effect", "interval", "floor", "A", "B"}) table[0].emplace_back(heading);
  for (const SummaryRow& row : rows) table.push_back(cells_of(row, !mark.empty()));
  return aligned(std::move(table), style, mark);
}

}  // namespace assay::report
