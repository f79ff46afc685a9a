// SPDX-License-Identifier: Apache-2.0
#include "cli/axes.hpp"

#include <algorithm>

#include "plan/quick_probe.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t kMostCells = 1000;

Unexpected wrong_axis(std::string what, const std::string& value) {
  return fail({.fault = Fault::bad_input,
               .what = std::move(what),
               .value = value,
               .limit = "NAME=EXPRESSION,EXPRESSION,…, like n=2^10,2^12,2^14",
               .where = "--over"});
}

}  // namespace

Expected<std::vector<Axis>> axes_of(const std::vector<std::string>& over, const std::vector<std::string>& set) {
  std::vector<Axis> axes;
  for (const std::string& text : over) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return wrong_axis("this is no axis", text);
    Axis axis{.name = text.substr(0, equals), .values = plan::split_list(text.substr(equals + 1))};
    if (std::ranges::any_of(axis.values, &std::string::empty)) return wrong_axis("a value of this axis is empty", text);
    if (std::ranges::find(axes, axis.name, &Axis::name) != axes.end()) {
      return wrong_axis("the same axis twice", axis.name);
    }
    const bool fixed =
        std::ranges::any_of(set, [&](const std::string& option) { return option.starts_with(axis.name + "="); });
    if (fixed) return wrong_axis("--set fixes what --over should change", axis.name);
    axes.push_back(std::move(axis));
  }
  return axes;
}

Expected<std::vector<Cell>> cells_of(const std::vector<Axis>& axes) {
  std::vector<Cell> cells(1);
  for (const Axis& axis : axes) {
    if (cells.size() * axis.values.size() > kMostCells) {
      return fail({.fault = Fault::bad_input,
                   .what = "too many comparisons at once",
                   .value = "more than " + std::to_string(kMostCells),
                   .limit = std::to_string(kMostCells),
                   .where = "--over",
                   .advice = "take fewer values, or several commands"});
    }
    std::vector<Cell> finer;
    for (const Cell& cell : cells) {
      for (const std::string& value : axis.values) {
        finer.push_back(cell);
        finer.back().emplace_back(axis.name, value);
      }
    }
    cells = std::move(finer);
  }
  return cells;
}

std::string cell_text(const Cell& cell) {
  std::string text;
  for (const auto& [name, value] : cell) text += (text.empty() ? "" : ", ") + name + "=" + value;
  return text;
}

}  // namespace assay::cli
