// SPDX-License-Identifier: Apache-2.0
#include "cli/typed_words.hpp"

#include <algorithm>
#include <string_view>

namespace assay::cli {

std::vector<std::string> with_table_places(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view ending = words[i] == "--markdown" ? ".md" : words[i] == "--csv" ? ".csv" : "";
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
