// SPDX-License-Identifier: Apache-2.0
#include "report/labelled_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/text_layout.hpp"

namespace assay::report {
namespace {
constexpr std::size_t kLeastColumns = 40;
}

LabelledLines::LabelledLines(Style style, std::size_t label_columns, std::string_view mark)
    : style_(style), label_columns_(label_columns), mark_(mark.empty() ? "" : std::string(mark) + ' ') {
  columns_ = style.width == 0 ? 0 : std::max(style.width, kLeastColumns) - mark_.size();
}

void LabelledLines::begin_line() { text_ += paint(mark_, Ink::yellow, style_.color); }

void LabelledLines::add(std::string_view label, std::string_view text, Ink ink) { add_wrapped(label, text, ink, true); }

void LabelledLines::add_unwrapped(std::string_view label, std::string_view text, Ink ink) {
  add_wrapped(label, text, ink, false);
}

void LabelledLines::add_wrapped(std::string_view label, std::string_view text, Ink ink, bool breaks) {
  const std::size_t label_width = display_width(label);
  const std::size_t column = std::max(label_columns_, label_width + 1);
  const std::size_t room = columns_ == 0 || !breaks ? 0 : columns_ - std::min(column, columns_ - 10);
  bool first = true;
  for (const std::string& line : wrap(printable(text), room)) {
    begin_line();
    if (first) {
      text_ += paint(label, ink, style_.color);
      text_.append(column - label_width, ' ');
    } else {
      text_.append(column, ' ');
    }
    text_ += line;
    while (text_.ends_with(' ')) text_.pop_back();
    text_ += '\n';
    first = false;
  }
}

void LabelledLines::add_sentences(std::string_view label, const std::vector<std::string>& sentences, std::size_t most,
                                  Ink ink) {
  for (std::size_t i = 0; i < std::min(sentences.size(), most); ++i) {
    add(i == 0 ? label : "", elide_middle(printable(sentences[i]), kSentenceColumns), ink);
  }
  if (sentences.size() > most) add("", fmt::format("… and {} more in the JSON", sentences.size() - most));
}

void LabelledLines::add_line(std::string_view text, Ink ink) {
  for (const std::string& line : wrap(printable(text), columns_)) {
    begin_line();
    text_ += paint(line, ink, style_.color);
    while (text_.ends_with(' ')) text_.pop_back();
    text_ += '\n';
  }
}

}  // namespace assay::report
