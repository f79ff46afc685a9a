// SPDX-License-Identifier: Apache-2.0
/// \file
/// Characters as probe files and kernels use them. Not <cctype>: it asks the locale.
#pragma once

#include <string_view>

namespace assay::plan {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// What a name may begin with.
[[nodiscard]] constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Without spaces and tabs at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace assay::plan
