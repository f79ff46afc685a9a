// SPDX-License-Identifier: Apache-2.0
#include "cli/typed_words.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace assay::cli {
namespace {

/// How the file of a table has to end; empty: this word asks for no table.
std::string_view ending_of_table(std::string_view word) {
  if (word == "--markdown") return ".md";
  return word == "--csv" ? ".csv" : "";
}

bool is_source(std::string_view word) { return word.ends_with(".toml") || word.ends_with(".wgsl"); }

}  // namespace

Expected<void> check_table_places(int argc, const char* const* argv) {
  for (int i = 1; i + 1 < argc; ++i) {
    const std::string_view ending = ending_of_table(argv[i]), next = argv[i + 1];
    if (ending.empty() || next.empty() || next.starts_with('-') || next.ends_with(ending) || is_source(next)) continue;
    std::error_code code;
    if (std::filesystem::exists(next, code)) continue;  // a probe, however it is called
    return fail({.fault = Fault::bad_input,
                 .what = "not the name of a file for this table",
                 .value = std::string(next),
                 .limit = "a name that ends in " + std::string(ending) + ", or nothing for stdout",
                 .where = argv[i]});
  }
  return {};
}

std::vector<std::string> with_table_places(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view ending = ending_of_table(words[i]);
    if (ending.empty()) continue;
    const bool named = i + 1 < words.size() && (words[i + 1] == "-" || words[i + 1].ends_with(ending));
    if (!named) words[i] += "=-";
  }
  return words;
}

std::vector<std::string> words_in(const std::string& type) {
  if (type.find('|') == std::string::npos) return {};
  std::vector<std::string> words(1);
  for (const char c : type) {
    if (c == '|') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  std::erase_if(words, [](const std::string& word) { return word.find('@') != std::string::npos; });
  return words;
}

}  // namespace assay::cli
