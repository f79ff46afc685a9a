// SPDX-License-Identifier: Apache-2.0
#include "plan/wgsl_tokens.hpp"

#include <algorithm>
#include <string_view>

#include "plan/characters.hpp"

namespace assay::plan {
namespace {

/// Every byte of a multi-byte UTF-8 sequence counts as a letter: identifiers may hold them.
bool begins_word(char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 128; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        skip_block_comment();
      } else {
        tokens.push_back(next(c));
      }
    }
    return tokens;
  }

 private:
  void skip_block_comment() {
    int depth = 0;
    do {
      const std::string_view two = text_.substr(at_, 2);
      if (two == "/*" || two == "*/") {
        depth += two == "/*" ? 1 : -1;
        at_ += 2;
      } else {
        if (text_[at_] == '\n') ++line_;
        ++at_;
      }
    } while (depth > 0 && at_ < text_.size());
  }

  Token next(char c) {
    const std::size_t begin = at_++;
    Token token{.kind = Token::Kind::mark, .text = {}, .line = line_};
    if (begins_word(c) || is_digit(c)) {
      token.kind = begins_word(c) ? Token::Kind::word : Token::Kind::number;
      while (at_ < text_.size() &&
             (begins_word(text_[at_]) || is_digit(text_[at_]) || continues_number(token, begin))) {
        ++at_;
      }
    }
    token.text = text_.substr(begin, at_ - begin);
    return token;
  }

  /// "1.5", "1e+3", "0x1p-2".
  bool continues_number(const Token& token, std::size_t begin) const {
    if (token.kind != Token::Kind::number) return false;
    const char c = text_[at_];
    const char before = text_[at_ - 1];
    const bool hexadecimal = text_.substr(begin, 2) == "0x" || text_.substr(begin, 2) == "0X";
    const bool exponent = hexadecimal ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
    return c == '.' || ((c == '+' || c == '-') && exponent);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

std::vector<Token> wgsl_tokens(std::string_view text) { return Lexer(text).all(); }

}  // namespace assay::plan
