// SPDX-License-Identifier: Apache-2.0
#include "plan/toml_complaint.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

namespace assay::plan {
namespace {

/// What the library calls a part of the grammar, and what people call it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kParts = {{{"root table", "the text"},
                                                                                   {"table header", "a [table] header"},
                                                                                   {"inline table", "a { table }"},
                                                                                   {"key-value pair", "a key = value"},
                                                                                   {"array", "a list"},
                                                                                   {"string", "a string"},
                                                                                   {"unicode", "an escape in a string"},
                                                                                   {"comment", "a comment"},
                                                                                   {"boolean", "true or false"},
                                                                                   {"key", "a key"},
                                                                                   {"value", "a value"}}};

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string_view part_of(std::string_view description) {
  constexpr std::string_view kBefore = "parsing ";
  const auto begin = description.find(kBefore);
  if (begin == std::string_view::npos) return "the text";
  std::string_view part = description.substr(begin + kBefore.size());
  part = part.substr(0, part.find(':'));
  for (const auto& [library, people] : kParts) {
    if (holds(part, library)) return people;
  }
  return "a number, date or time";
}

/// What stands at the place: the character, or that the line or the text ends there.
std::string found_at(std::string_view text, Place place) {
  for (std::uint32_t line = 1; line < place.line; ++line) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return "the end of the text";
    text.remove_prefix(end + 1);
  }
  const std::string_view line = text.substr(0, text.find('\n'));
  std::size_t at = 0;
  for (std::uint32_t column = 1; column < place.column && at < line.size(); ++column) {
    ++at;
    while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U) ++at;
  }
  if (at >= line.size()) return line.size() == text.size() ? "the end of the text" : "the end of the line";
  const auto byte = static_cast<unsigned char>(line[at]);
  if (byte < 0x20 || byte == 0x7F) return fmt::format("the control character U+{:04X}", byte);
  std::size_t bytes = 1;
  while (at + bytes < line.size() && (static_cast<unsigned char>(line[at + bytes]) & 0xC0U) == 0x80U) ++bytes;
  return fmt::format("'{}'", line.substr(at, bytes));
}

}  // namespace

Complaint toml_complaint(std::string_view text, Place place, std::string_view description) {
  const std::string_view part = part_of(description);
  if (holds(description, "redefine")) {
    return {.what = "not TOML: the same key or table stands here a second time", .advice = "keep one of them"};
  }
  if (holds(description, "end-of-file") && found_at(text, place).starts_with("the end")) {
    return {.what = fmt::format("not TOML: the text ends in the middle of {}", part),
            .advice = "close what is open: a bracket, a brace or a quote"};
  }
  Complaint complaint{.what = fmt::format("not TOML: {} cannot go on like this", part), .value = found_at(text, place)};
  if (holds(description, "inline table")) {
    complaint.advice = "a line may break inside [ ] only, not between the { } of an inline table";
  }
  return complaint;
}

}  // namespace assay::plan
