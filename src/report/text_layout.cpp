// SPDX-License-Identifier: Apache-2.0
#include "report/text_layout.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace assay::report {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";

struct Character {
  char32_t code = kReplacement;
  std::size_t bytes = 1;
};

/// The character that starts at `at`; malformed input gives U+FFFD and one byte.
Character decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + bytes > text.size()) return {};
  char32_t code = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte(at + i) & 0x3FU);
  }
  static constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[bytes] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, bytes};
}

struct Range {
  char32_t first, last;
};
template <std::size_t N>
bool in(char32_t code, const std::array<Range, N>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [&](Range r) { return r.first <= code && code <= r.last; });
}

// Blocks, not single characters: enough for aligned columns. Source: Unicode Standard Annex #11 (East Asian Width).
constexpr std::array<Range, 8> kZeroWidth{{{0x0300, 0x036F},
                                           {0x0483, 0x0489},
                                           {0x0591, 0x05BD},
                                           {0x064B, 0x065F},
                                           {0x1AB0, 0x1AFF},
                                           {0x200B, 0x200F},
                                           {0x20D0, 0x20FF},
                                           {0xFE00, 0xFE0F}}};
constexpr std::array<Range, 9> kWide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};
// Marks that turn the direction of text and can make a terminal show something else than what was written.
constexpr std::array<Range, 3> kDirection{{{0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}}};

std::size_t width_of(char32_t code) {
  if (in(code, kZeroWidth)) return 0;
  return in(code, kWide) ? 2 : 1;
}

/// Bytes of the longest prefix that is at most `columns` wide.
std::size_t prefix_bytes(std::string_view text, std::size_t columns) {
  std::size_t at = 0, width = 0;
  while (at < text.size()) {
    const Character c = decode(text, at);
    if (width + width_of(c.code) > columns) break;
    width += width_of(c.code);
    at += c.bytes;
  }
  return at;
}

bool is_unit(std::string_view word) {
  static constexpr std::array<std::string_view, 21> kUnits{"%",    "ns",   "µs",   "ms",  "s",   "×",    "B",
                                                           "KiB",  "MiB",  "GiB",  "TiB", "B/s", "kB/s", "MB/s",
                                                           "GB/s", "TB/s", "PB/s", "k",   "M",   "G",    "T"};
  while (!word.empty() && std::string_view(",;:).").find(word.back()) != std::string_view::npos) word.remove_suffix(1);
  return std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end();
}

bool starts_number(std::string_view word) {
  while (!word.empty() && std::string_view("(+-").find(word.front()) != std::string_view::npos) word.remove_prefix(1);
  return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

/// Words that a line break may separate: "4.9 %" and "± 1 µs" are one.
std::vector<std::string> unbreakable_words(std::string_view text) {
  std::vector<std::string> words;
  std::string previous;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word(text.substr(at, end - at));
    at = end + 1;
    if (word.empty()) continue;
    const bool stays = !words.empty() && (previous == "±" || (starts_number(previous) && is_unit(word)));
    if (stays) {
      words.back() += ' ' + word;
    } else {
      words.push_back(word);
    }
    previous = word;
  }
  return words;
}

}  // namespace

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const Character c = decode(utf8, at);
    width += width_of(c.code);
    at += c.bytes;
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character c = decode(text, at);
    const bool control = c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0) || in(c.code, kDirection);
    const bool space = c.code == '\n' || c.code == '\r' || c.code == '\t' || c.code == 0xA0;
    if (space) {
      safe += ' ';
    } else if (control || c.code == kReplacement) {
      safe += kReplacementUtf8;
    } else {
      safe += text.substr(at, c.bytes);
    }
    at += c.bytes;
  }
  return safe;
}

std::string printable_lines(std::string_view text) {
  std::string safe;
  while (true) {
    const std::string_view line = text.substr(0, text.find('\n'));
    safe += printable(line);
    if (line.size() == text.size()) return safe;
    safe += '\n';
    text.remove_prefix(line.size() + 1);
  }
}

std::string elide_middle(std::string_view utf8, std::size_t columns) {
  const std::size_t width = display_width(utf8);
  if (width <= columns) return std::string(utf8);
  if (columns < 3) return std::string(utf8.substr(0, prefix_bytes(utf8, columns)));
  const std::size_t tail_columns = (columns - 1) / 2;
  const std::string_view head = utf8.substr(0, prefix_bytes(utf8, columns - 1 - tail_columns));
  // Whole characters are dropped from the front until the rest fits; a mark must not lose its letter.
  std::size_t at = 0;
  for (std::size_t rest = width; rest > tail_columns || (at < utf8.size() && width_of(decode(utf8, at).code) == 0);) {
    const Character c = decode(utf8, at);
    rest -= width_of(c.code);
    at += c.bytes;
  }
  return std::string(head) + "…" + std::string(utf8.substr(at));
}

std::vector<std::string> wrap(std::string_view utf8, std::size_t columns) {
  if (columns == 0) return {std::string(utf8)};
  std::vector<std::string> lines(1);
  for (std::string word : unbreakable_words(utf8)) {
    const std::size_t width = display_width(lines.back());
    if (width > 0 && width + 1 + display_width(word) > columns) lines.emplace_back();
    while (lines.back().empty() && display_width(word) > columns) {
      // At least one character, however wide, so that the loop ends.
      const std::size_t bytes = std::max(prefix_bytes(word, columns), decode(word, 0).bytes);
      if (bytes >= word.size()) break;
      lines.back() = word.substr(0, bytes);
      word.erase(0, bytes);
      word.erase(0, std::min(word.find_first_not_of(' '), word.size()));
      lines.emplace_back();
    }
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

}  // namespace assay::report
