// SPDX-License-Identifier: Apache-2.0
#include "plan/one_line.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

namespace assay::plan {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
};

/// The TOML library has refused whatever is not UTF-8 already.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) return {((lead & 0x1FU) << 6U) | (byte(at + 1) & 0x3FU), 2};
  if (lead < 0xF0) {
    return {((lead & 0x0FU) << 12U) | ((byte(at + 1) & 0x3FU) << 6U) | (byte(at + 2) & 0x3FU), 3};
  }
  return {0x10000, 4};  // beyond the first plane nothing is refused
}

bool is_unprintable(std::uint32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool separator = code == 0x2028 || code == 0x2029;
  const bool direction =
      code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return control || separator || direction;
}

/// "U+001B at character 5", or nothing.
std::optional<std::string> first_unprintable(std::string_view text) {
  std::size_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const Character c = character_at(text, at);
    if (is_unprintable(c.code)) return fmt::format("U+{:04X} at character {}", c.code, number);
    at += c.bytes;
  }
  return std::nullopt;
}

void refuse_inside(const Source& source, const Node& node, std::string_view nearest_key) {
  constexpr const char* kAllowed = "one line of visible characters";
  if (const auto found = first_unprintable(node.key)) {
    source.refuse(node.key_place, {.what = "a key holds a control character", .value = *found, .limit = kAllowed});
  }
  const std::string_view key = node.key.empty() ? nearest_key : std::string_view(node.key);
  if (node.kind == Node::Kind::string) {
    if (const auto found = first_unprintable(node.text)) {
      source.refuse(node.place, {.what = fmt::format("'{}' holds a control character", key),
                                 .value = *found,
                                 .limit = kAllowed,
                                 .advice = "longer stories belong into the comment above the probe"});
    }
  }
  for (const Node& child : node.children) refuse_inside(source, child, key);
}

}  // namespace

void refuse_unprintable(const Source& source, const Node& document) { refuse_inside(source, document, ""); }

}  // namespace assay::plan
