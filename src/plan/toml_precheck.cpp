// SPDX-License-Identifier: Apache-2.0
#include "plan/toml_precheck.hpp"

#include <cstdint>
#include <string>

namespace assay::plan {
namespace {

constexpr std::uint32_t kMostDots = 256;

class Scan {
 public:
  Scan(std::string_view text, const Source& source) : text_(text), source_(source) {}

  void all() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        next_line();
      } else if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') step();
      } else if (c == '"' || c == '\'') {
        string(c);
      } else {
        outside(c);
        step();
      }
    }
  }

 private:
  void step() {
    ++at_;
    ++place_.column;
  }
  void next_line() {
    ++at_;
    place_ = {.line = place_.line + 1, .column = 1};
    dots_ = 0;
    before_ = '\n';
  }

  /// Ends behind the closing quote, or at the line break of a string that the library will refuse.
  void string(char quote) {
    if (text_.substr(at_, 3) == std::string(3, quote)) {
      source_.refuse(
          place_, {.what = "multi-line strings are not allowed in a probe", .advice = "write one line, or a comment"});
    }
    if (std::string_view("\n=[,{.").find(before_) == std::string_view::npos) {
      source_.refuse(place_, {.what = "a string cannot begin here",
                              .value = std::string("'") + before_ + "' before it",
                              .advice = "a value stands alone behind =, and between commas in an array"});
    }
    before_ = quote;
    step();
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') step();
      step();
    }
    if (at_ < text_.size() && text_[at_] == quote) step();
  }

  void outside(char c) {
    if (static_cast<unsigned char>(c) >= 128) {
      source_.refuse(place_, {.what = "a character outside ASCII stands outside strings and comments",
                              .advice = "put it into quotes"});
    }
    if (c != ' ' && c != '\t' && c != '\r') before_ = c;
    if (c == '.' && ++dots_ > kMostDots) {
      source_.refuse(place_, {.what = "a line has too many dots", .limit = std::to_string(kMostDots)});
    }
  }

  std::string_view text_;
  const Source& source_;
  std::size_t at_ = 0;
  Place place_{.line = 1, .column = 1};
  std::uint32_t dots_ = 0;
  char before_ = '\n';  ///< last character of this line that is no white space
};

}  // namespace

void refuse_before_toml(std::string_view text, const Source& source) { Scan(text, source).all(); }

}  // namespace assay::plan
