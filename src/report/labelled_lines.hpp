// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text in two columns: a short label, and sentences wrapped beside it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/style.hpp"

namespace assay::report {

/// Of one sentence that comes from outside.
inline constexpr std::size_t kSentenceColumns = 400;

class LabelledLines {
 public:
  /// `mark` begins every line ("SIMULATED"); empty: none.
  LabelledLines(Style style, std::size_t label_columns, std::string_view mark = {});

  /// One entry; `text` is made printable and wrapped. An empty label continues the entry above.
  void add(std::string_view label, std::string_view text, Ink ink = Ink::faint);

  /// Sentences from outside under one label, each cut to a few lines; past `most` they are counted.
  void add_sentences(std::string_view label, const std::vector<std::string>& sentences, std::size_t most,
                     Ink ink = Ink::faint);

  /// One entry on one line, however long: a path that a person copies.
  void add_unwrapped(std::string_view label, std::string_view text, Ink ink = Ink::faint);

  /// A line over the full width, wrapped, without a label; empty text gives an empty line.
  void add_line(std::string_view text, Ink ink = Ink::plain);

  /// All lines, each ended by a line feed.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void begin_line();
  void add_wrapped(std::string_view label, std::string_view text, Ink ink, bool breaks);

  Style style_;
  std::size_t label_columns_;
  std::string mark_;
  std::size_t columns_;  ///< of a line without the mark; 0: no limit
  std::string text_{};
};

}  // namespace assay::report
