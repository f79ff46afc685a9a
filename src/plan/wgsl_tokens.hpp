// SPDX-License-Identifier: Apache-2.0
/// \file
/// WGSL text → tokens: enough to find declarations, not a compiler.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::plan {

struct Token {
  enum class Kind { word, number, mark } kind = Kind::mark;
  std::string_view text{};  ///< points into the source; a mark is one character
  std::uint32_t line = 1;
};

/// Comments (// and nested /* */) and white space are gone. Never fails: an engine judges the text, this only reads it.
/// Source: https://www.w3.org/TR/WGSL/#textual-structure
[[nodiscard]] std::vector<Token> wgsl_tokens(std::string_view text);

}  // namespace assay::plan
