// SPDX-License-Identifier: Apache-2.0
#include "report/several_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/labelled_lines.hpp"
#include "report/number_text.hpp"
#include "report/rig_text.hpp"

namespace assay::report {
namespace {

constexpr std::size_t kSeveralLabelColumns = 12;

std::string rigs_text(const std::vector<OneOfSeveral>& results, const Style& style) {
  std::set<std::string> told;
  std::string text;
  for (const auto& one : results) {
    const std::string rig = rig_text(*one.rig);
    if (rig.empty() || !told.insert(rig).second) continue;
    LabelledLines lines(style, kSeveralLabelColumns, mark_of(*one.rig));
    lines.add("rig", rig);
    if (one.rig->software) lines.add("", kSoftwareDevice, Ink::yellow);
    text += lines.text();
  }
  return text;
}

std::string gates_text(const std::vector<OneOfSeveral>& results) {
  std::size_t passed = 0, failed = 0;
  for (const auto& one : results) {
    passed += one.gate->passed ? 1 : 0;
    failed += !one.gate->passed && one.gate->ran() ? 1 : 0;
  }
  const std::size_t not_run = results.size() - passed - failed;
  std::string text = fmt::format("passed in {} of {}", count_text(passed), count_text(results.size()));
  if (failed > 0) text += fmt::format(", FAILED in {}", count_text(failed));
  if (not_run > 0) text += fmt::format(", not run in {}", count_text(not_run));
  return text;
}

}  // namespace

std::string_view mark_of_all(const std::vector<OneOfSeveral>& results) {
  const bool all = std::ranges::all_of(results, [](const auto& one) { return one.rig->simulated; });
  return all && !results.empty() ? kSimulatedMark : "";
}

std::string several_text(const std::vector<OneOfSeveral>& results, const KeptResults& kept, const Style& style) {
  if (results.empty()) return {};
  LabelledLines lines(style, kSeveralLabelColumns, mark_of_all(results));
  lines.add("gates", gates_text(results));
  if (!kept.last_at.empty()) {
    lines.add_unwrapped("kept", kept.count == 1
                                    ? kept.last_at
                                    : fmt::format("{}, the last as {}", counted(kept.count, "result"), kept.last_at));
  }
  return rigs_text(results, style) + lines.text();
}

}  // namespace assay::report
