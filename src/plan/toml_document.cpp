// SPDX-License-Identifier: Apache-2.0
// The only file that includes toml++ (it alone costs several seconds of compile time).
#include <algorithm>
#include <tuple>

namespace assay::plan {
namespace {

/// An assertion of the library failed; on garbled texts some do, in toml++ 3.3.
struct BrokenAssertion {};

}  // namespace
}  // namespace assay::plan

// Checked in every build, as an error that can be told: by itself the library would abort or, with NDEBUG, read on.
#undef NDEBUG
#define TOML_ASSERT(expression) (static_cast<bool>(expression) ? void(0) : throw assay::plan::BrokenAssertion())
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wterminate"  // some stand in noexcept functions, where they end the program as before
#endif
#include <toml++/toml.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include "plan/document.hpp"
#include "plan/one_line.hpp"
#include "plan/toml_complaint.hpp"
#include "plan/toml_precheck.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostTextBytes = 1U << 20U;

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

}  // namespace

Node read_document(std::string_view text, const Source& source) {
  if (text.size() > kMostTextBytes) {
    source.refuse({}, {.what = "the probe is too large",
                       .value = std::to_string(text.size()) + " bytes",
                       .limit = std::to_string(kMostTextBytes) + " bytes"});
  }
  refuse_before_toml(text, source);
  try {
    Node document = converted(toml::parse(text, std::string_view(source.name)));
    refuse_unprintable(source, document);
    return document;
  } catch (const toml::parse_error& error) {
    const Place place = place_of(error.source());
    source.refuse(place, toml_complaint(text, place, error.description()));
  } catch (const BrokenAssertion&) {
    source.refuse({},
                  {.what = "not TOML: the text confuses the parser", .advice = "look for a stray bracket or quote"});
  }
}

}  // namespace assay::plan
