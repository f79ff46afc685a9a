// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text on a terminal: how wide UTF-8 is, where a line may break, what of a foreign string may be printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report {

/// Columns that a terminal gives to UTF-8 text: none for combining marks, two for East Asian wide characters and emoji.
/// Independent of the locale. A byte that is not UTF-8 counts as one.
[[nodiscard]] std::size_t display_width(std::string_view utf8);

/// A string from outside (probe, driver, engine) made safe for one line of a terminal: line breaks and tabs become
/// spaces; other control characters, text-direction overrides and bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// The same line by line: for what an engine says of a shader, with the source and a pointer into it.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// At most `columns` wide: the middle of longer text is replaced by "…", because versions differ at the ends.
[[nodiscard]] std::string elide_middle(std::string_view utf8, std::size_t columns);

/// Breaks at spaces so that no line is wider than `columns` (0: one line). A number stays with its unit; a word longer
/// than a line is cut. Never returns an empty vector.
[[nodiscard]] std::vector<std::string> wrap(std::string_view utf8, std::size_t columns);

}  // namespace assay::report
