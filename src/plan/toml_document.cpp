// SPDX-License-Identifier: Apache-2.0
// The only file that includes toml++ (it alone costs several seconds of compile time).
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <tuple>

#include "plan/document.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostBytes = 1U << 20U;

Place place_of(const toml::source_region& region) { return {region.begin.line, region.begin.column}; }

Node converted(const toml::node& node);

void add_members(const toml::table& table, Node& result) {
  for (auto&& [key, value] : table) {
    Node child = converted(value);
    child.key = std::string(key.str());
    child.key_place = place_of(key.source());
    result.children.push_back(std::move(child));
  }
  // The library keeps members sorted by name; the file's order is what people see, and buffers are numbered by it.
  std::ranges::stable_sort(result.children, [](const Node& a, const Node& b) {
    return std::tie(a.key_place.line, a.key_place.column) < std::tie(b.key_place.line, b.key_place.column);
  });
}

Node converted(const toml::node& node) {
  Node result;
  result.place = place_of(node.source());
  if (const auto* table = node.as_table()) {
    result.kind = Node::Kind::table;
    add_members(*table, result);
  } else if (const auto* array = node.as_array()) {
    result.kind = Node::Kind::array;
    for (const auto& item : *array) result.children.push_back(converted(item));
  } else if (const auto* text = node.as_string()) {
    result.kind = Node::Kind::string;
    result.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    result.kind = Node::Kind::integer;
    result.integer = integer->get();
  } else if (const auto* real = node.as_floating_point()) {
    result.kind = Node::Kind::real;
    result.real = real->get();
  } else if (const auto* boolean = node.as_boolean()) {
    result.kind = Node::Kind::boolean;
    result.boolean = boolean->get();
  }
  return result;
}

/// The library builds and destroys the tables of `a.a.a.a…` recursively and bounds only brackets, so a long dotted key
/// would overflow the stack. A line of so many dots is no probe.
void refuse_long_dotted_keys(std::string_view text, const Source& source) {
  constexpr std::uint32_t kMostDots = 256;
  Place place{.line = 1, .column = 0};
  std::uint32_t dots = 0;
  bool blank = true;  // nothing on this line yet
  bool comment = false;  // the whole line; a # further right may stand in a string
  for (const char c : text) {
    ++place.column;
    if (c == '\n') {
      place = {.line = place.line + 1, .column = 0};
      dots = 0;
      blank = true;
      comment = false;
      continue;
    }
    if (blank && c == '#') comment = true;
    if (c != ' ' && c != '\t') blank = false;
    if (c == '.' && !comment && ++dots > kMostDots) {
      source.refuse(place, {.what = "a line has too many dots", .limit = std::to_string(kMostDots)});
    }
  }
}

}  // namespace

Node read_document(std::string_view text, const Source& source) {
  if (text.size() > kMostBytes) {
    source.refuse({}, {.what = "the probe is too large",
                       .value = std::to_string(text.size()) + " bytes",
                       .limit = std::to_string(kMostBytes) + " bytes"});
  }
  refuse_long_dotted_keys(text, source);
  const toml::parse_result parsed = toml::parse(text, std::string_view(source.name));
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    std::string what(error.description());
    std::string advice;
    if (what.find("inline table") != std::string::npos) {
      advice = "a line may break inside [ ] only, not between the { } of an inline table";
    }
    source.refuse(place_of(error.source()), {.what = "not TOML: " + what, .advice = std::move(advice)});
  }
  return converted(parsed.table());
}

}  // namespace assay::plan
