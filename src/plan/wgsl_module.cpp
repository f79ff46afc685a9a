// SPDX-License-Identifier: Apache-2.0
#include "plan/wgsl_module.hpp"

namespace assay::plan {
namespace {

class Reader {
 public:
  explicit Reader(Module& module) : module_(module), tokens_(module.tokens) {}

  void all() {
    while (at_ < tokens_.size()) {
      Declaration declaration;
      while (is("@")) attribute(declaration);
      if (at_ >= tokens_.size()) return;
      declaration.line = tokens_[at_].line;
      if (is("fn")) {
        function(declaration);
      } else if (is("var")) {
        variable(declaration);
      } else if (is("const") || is("override")) {
        constant(declaration);
      } else {
        directive_or_other();
        continue;
      }
      module_.declarations.push_back(std::move(declaration));
    }
  }

 private:
  [[nodiscard]] bool is(std::string_view text) const { return at_ < tokens_.size() && tokens_[at_].text == text; }
  [[nodiscard]] Tokens since(std::size_t begin) const { return tokens_.subspan(begin, at_ - begin); }
  std::string_view take() { return at_ < tokens_.size() ? tokens_[at_++].text : std::string_view{}; }

  /// Past the bracket that closes the one here; the tokens between both.
  Tokens bracketed(std::string_view open, std::string_view close) {
    const std::size_t begin = at_ + 1;
    int depth = 0;
    while (at_ < tokens_.size()) {
      if (is(open)) ++depth;
      if (is(close) && --depth == 0) {
        const Tokens inside = since(begin);
        ++at_;
        return inside;
      }
      ++at_;
    }
    return {};
  }

  /// Up to one of the two marks outside all brackets.
  Tokens until(std::string_view first, std::string_view second) {
    const std::size_t begin = at_;
    int depth = 0;
    for (; at_ < tokens_.size(); ++at_) {
      if (depth <= 0 && (is(first) || is(second))) break;
      if (is("(") || is("[") || is("{") || is("<")) ++depth;
      if (is(")") || is("]") || is("}") || is(">")) --depth;
    }
    return since(begin);
  }

  void attribute(Declaration& declaration) {
    ++at_;
    const std::string name(take());
    declaration.attributes[name] = is("(") ? bracketed("(", ")") : Tokens{};
  }

  void function(Declaration& declaration) {
    ++at_;
    declaration.kind = Declaration::Kind::function;
    declaration.name = take();
    const std::size_t begin = at_;
    while (at_ < tokens_.size() && !is("{") && !is(";")) ++at_;
    if (is("{")) (void)bracketed("{", "}");
    declaration.body = since(begin);
  }

  void variable(Declaration& declaration) {
    ++at_;
    declaration.kind = Declaration::Kind::variable;
    if (is("<")) declaration.address_space = bracketed("<", ">");
    named_and_typed(declaration);
  }

  void constant(Declaration& declaration) {
    declaration.kind = is("const") ? Declaration::Kind::constant : Declaration::Kind::override_;
    ++at_;
    named_and_typed(declaration);
  }

  void named_and_typed(Declaration& declaration) {
    declaration.name = take();
    if (is(":")) {
      ++at_;
      declaration.type = until("=", ";");
    }
    if (is("=")) {
      ++at_;
      declaration.value = until(";", ";");
    }
    if (is(";")) ++at_;
  }

  void directive_or_other() {
    if (is("enable") || is("requires") || is("diagnostic")) module_.directives.push_back(tokens_[at_]);
    while (at_ < tokens_.size() && !is(";") && !is("{")) ++at_;
    if (is("{")) {
      (void)bracketed("{", "}");
    } else {
      ++at_;
    }
  }

  Module& module_;
  Tokens tokens_;
  std::size_t at_ = 0;
};

}  // namespace

const Declaration* Module::find(std::string_view name) const {
  for (const Declaration& declaration : declarations) {
    if (declaration.name == name) return &declaration;
  }
  return nullptr;
}

Module read_module(std::string_view wgsl) {
  Module module;
  module.tokens = wgsl_tokens(wgsl);
  Reader(module).all();
  return module;
}

}  // namespace assay::plan
