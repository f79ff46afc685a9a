// SPDX-License-Identifier: Apache-2.0
#include "report/timing_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "report/cache_text.hpp"
#include "report/cells.hpp"
#include "report/number_text.hpp"
#include "report/rig_text.hpp"
#include "report/text_layout.hpp"
#include "report/timing_text.hpp"
#include "report/verdict_sentence.hpp"
#include "result/rate_claim.hpp"

namespace assay::report {
namespace {

using result::Estimate;
using result::Timing;

constexpr std::string_view kUnknownCell = "–";
constexpr std::size_t kWidestCell = 40;

std::string simulated(const Timing& timing) { return timing.rig.simulated ? "SIMULATED " : ""; }

std::string markdown_row_of(const std::string& name, const std::string& passes, const Estimate& total,
                            const std::string& share, const Estimate& range) {
  return fmt::format("| {} | {} | {} | {} | {} |\n", markdown_cell(name), passes, estimate_text(total), share,
                     range_text(range));
}

/// An empty cell where there is no number.
std::string number_cell(double value, bool known) {
  return known && std::isfinite(value) ? fmt::format("{}", value) : "";
}

struct CsvRow {
  std::string_view kind;
  std::string name{};
  std::uint32_t passes = 0;
  Estimate total{};
  std::optional<double> share{};
};

std::string csv_record(const Timing& timing, const CsvRow& row) {
  const bool known = row.total.known();
  const auto kind_of = [](Estimate::Kind kind) -> std::string_view {
    switch (kind) {
      case Estimate::Kind::median: return "median";
      case Estimate::Kind::mean: return "mean";
      case Estimate::Kind::below_lattice: return "below the lattice";
      case Estimate::Kind::missing: break;
    }
    return "";
  };
  return fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_cell(timing.probe), csv_cell(timing.arm),
      csv_cell(params_text(timing.params)), csv_cell(engine_text(timing.rig)), csv_cell(device_text(timing.rig)),
      timing.rig.software ? "true" : "false", timing.rig.simulated ? "true" : "false", row.kind, csv_cell(row.name),
      row.passes > 0 ? fmt::format("{}", row.passes) : "", kind_of(row.total.kind), number_cell(row.total.ns, known),
      number_cell(row.total.interval.low, true), number_cell(row.total.interval.high, true),
      number_cell(row.share.value_or(0), row.share.has_value()));
}

/// The row that takes most of the time.
const result::TimingRow* longest(const Timing& timing) {
  const auto& rows = timing.profile.labels;
  const auto found = std::ranges::max_element(rows, {}, [](const auto& row) { return row.total.ns; });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string> summary_cells(const TimingSummaryRow& row, bool marked) {
  std::vector<std::string> cells;
  for (const auto& at : row.at) cells.push_back(elide_middle(printable(at), kWidestCell));
  if (row.timing == nullptr) {
    cells.push_back("not timed: " + printable(row.problem));
    return cells;
  }
  const auto& timing = *row.timing;
  cells.push_back((marked ? "" : simulated(timing)) + elide_middle(printable(timing.arm), kWidestCell) +
                  (timing.rig.software ? " (software)" : ""));
  if (const auto& impediment = timing.profile.impediment) {
    cells.push_back(fmt::format("{}: {}", headline_word(impediment->verdict), printable(impediment->reason)));
    return cells;
  }
  const auto& profile = timing.profile;
  cells.push_back(estimate_text(profile.span));
  cells.push_back(range_text(profile.span));
  cells.push_back(estimate_text(profile.passes));
  cells.push_back(estimate_text(profile.wall.wall));
  const auto bytes = timing.rates.find("bytes");
  const bool rated = bytes != timing.rates.end() && profile.span.known() && profile.span.ns > 0;
  const double per_second = rated ? bytes->second / profile.span.ns * 1e9 : 0;
  cells.push_back(rated ? rate_text(per_second, "B") +
                              rate_remark(result::claim_of(per_second, timing.working_set_bytes, timing.cache))
                        : std::string(kUnknownCell));
  const auto* most = longest(timing);
  cells.push_back(
      most != nullptr && most->share
          ? fmt::format("{} {}", elide_middle(printable(most->name), kWidestCell), percent_text(*most->share, 0))
          : std::string(kUnknownCell));
  return cells;
}

}  // namespace

std::string timing_markdown(const Timing& timing) {
  const auto& profile = timing.profile;
  std::string text = fmt::format(
      "**{}{}** ({}{}{}), {}\n\n", simulated(timing), markdown_cell(timing.arm), markdown_cell(timing.probe),
      timing.params.empty() ? "" : ", ", markdown_cell(params_text(timing.params)),
      markdown_cell(rig_text(timing.rig) + (timing.rig.software ? ", software device" : "")));
  if (profile.impediment) {
    return text + fmt::format("{}: {}\n\n", headline_word(profile.impediment->verdict),
                              markdown_cell(profile.impediment->reason));
  }
  text += "| pass | passes | a trial | share | 95 % |\n|---|--:|--:|--:|---|\n";
  for (const auto& row : profile.labels) {
    text += markdown_row_of(row.name, count_text(row.passes), row.total,
                            row.share ? percent_text(*row.share, 1) : std::string(kUnknownCell), row.total);
  }
  text += markdown_row_of("Σ passes", "", profile.passes, "", profile.passes);
  text += markdown_row_of("between them", "", profile.gaps, "", profile.gaps);
  text += markdown_row_of("span", "", profile.span, "", profile.span);
  text += markdown_row_of("wall, alone", "", profile.wall.wall, "", profile.wall.wall);
  return text + "\n";
}

std::string timing_csv_header() {
  return "probe,arm,params,engine,device,software,simulated,row,name,passes,statistic,trial_ns,low_ns,high_ns,share\n";
}

std::string timing_csv_rows(const Timing& timing) {
  const auto& profile = timing.profile;
  if (profile.impediment) {
    return csv_record(timing, {.kind = result::word(profile.impediment->verdict), .name = profile.impediment->reason});
  }
  std::string text;
  for (const auto& [kind, rows] :
       {std::pair<std::string_view, const std::vector<result::TimingRow>*>{"label", &profile.labels},
        {"iteration", &profile.iterations}}) {
    for (const auto& row : *rows) {
      text += csv_record(
          timing, {.kind = kind, .name = row.name, .passes = row.passes, .total = row.total, .share = row.share});
    }
  }
  text += csv_record(timing, {.kind = "passes", .total = profile.passes});
  text += csv_record(timing, {.kind = "gaps", .total = profile.gaps});
  text += csv_record(timing, {.kind = "span", .total = profile.span});
  return text + csv_record(timing, {.kind = "wall", .total = profile.wall.wall});
}

std::string timing_summary(const std::vector<std::string>& headings, const std::vector<TimingSummaryRow>& rows,
                           const Style& style, std::string_view mark) {
  std::vector<std::vector<std::string>> table(1);
  for (const auto& heading : headings) table[0].push_back(printable(heading));
  for (const char* heading : {"arm", ">a trial", "95 %", ">passes", ">wall alone", ">rate", "longest"}) {
    table[0].emplace_back(heading);
  }
  for (const auto& row : rows) table.push_back(summary_cells(row, !mark.empty()));
  return aligned(std::move(table), style, mark);
}

}  // namespace assay::report
