// SPDX-License-Identifier: Apache-2.0
/// \file
/// The module-scope declarations of a WGSL text.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/wgsl_tokens.hpp"

namespace assay::plan {

using Tokens = std::span<const Token>;

/// One declaration; the parts point into the module's tokens.
struct Declaration {
  enum class Kind { function, variable, constant, override_, other } kind = Kind::other;
  std::string_view name{};
  std::uint32_t line = 1;
  std::map<std::string, Tokens, std::less<>> attributes{};  ///< "group" → the tokens between its parentheses
  Tokens address_space{};  ///< of a variable: storage , read_write
  Tokens type{};           ///< of a variable, constant or override; may be empty
  Tokens value{};          ///< initialiser of a constant or override
  Tokens body{};           ///< of a function: parameters, result and block
};

struct Module {
  std::vector<Token> tokens{};
  std::vector<Declaration> declarations{};
  std::vector<Token> directives{};  ///< the words enable, requires, diagnostic where they begin a directive

  [[nodiscard]] const Declaration* find(std::string_view name) const;
};

[[nodiscard]] Module read_module(std::string_view wgsl);

}  // namespace assay::plan
