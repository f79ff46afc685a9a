// SPDX-License-Identifier: Apache-2.0
#include "cli/simulated_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/sim/nuisances.hpp"
#include "plan/near_miss.hpp"

namespace assay::cli {
namespace {

struct KeyRow {
  std::string key{};      ///< "drift"
  std::string written{};  ///< "drift=0%"
  std::string meaning{};
};

/// The device tells its keys as what it allows: "…, seed=1 (of everything that is drawn), group=1000 (…), …".
std::vector<KeyRow> rows_of_keys() {
  const auto told = engine::sim::parse_nuisances("help");
  std::string_view list = told ? std::string_view() : std::string_view(told.error().limit);
  std::vector<KeyRow> rows;
  while (!list.empty()) {
    constexpr std::string_view kBetween = "), ";
    const auto end = list.find(kBetween);
    std::string_view entry = list.substr(0, end);
    list.remove_prefix(end == std::string_view::npos ? list.size() : end + kBetween.size());
    const auto open = entry.find(" (");
    if (open == std::string_view::npos || entry.find('=') > open) continue;  // whole sets are no keys
    std::string_view meaning = entry.substr(open + 2);
    if (meaning.ends_with(')')) meaning.remove_suffix(1);
    rows.push_back({.key = std::string(entry.substr(0, entry.find('='))),
                    .written = std::string(entry.substr(0, open)),
                    .meaning = std::string(meaning)});
  }
  return rows;
}

}  // namespace

bool asks_for_keys(const EngineWish& engine) { return engine.name == "sim" && engine.variant == "help"; }

std::string simulated_keys_text() {
  const auto rows = rows_of_keys();
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.written.size());
  std::string text =
      "--engine sim:KEY=VALUE,… compares on a device that does not exist and whose truth is known.\n"
      "sim:rough,KEY=VALUE,… and sim:quiet,… begin from a whole set. Without a word of yours holds:\n\n";
  for (const auto& row : rows) text += fmt::format("  {:<{}}  {}\n", row.written, width, row.meaning);
  return text + "\nMore of each: docs/simulated-device.md\n";
}

Expected<void> check_simulated(const EngineWish& engine) {
  if (engine.name != "sim") return {};
  const auto nuisances = engine::sim::parse_nuisances(engine.variant);
  if (nuisances) return {};
  Error error = nuisances.error();
  std::vector<std::string> keys{"rough", "quiet", "help"};
  for (const auto& row : rows_of_keys()) keys.push_back(row.key);
  // A key with a value that it cannot have is told with the values; only of an unknown one all keys would be listed.
  if (error.limit.find("), ") != std::string::npos) {
    const std::string meant = plan::suggestion(error.value, keys);
    error.limit.clear();
    error.advice = (meant.empty() ? "" : meant + " ") + std::string("--engine sim:help lists all keys");
  }
  return fail(std::move(error));
}

}  // namespace assay::cli
