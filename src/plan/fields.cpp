// SPDX-License-Identifier: Apache-2.0
#include "plan/fields.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "plan/near_miss.hpp"

namespace assay::plan {
namespace {

std::string in_quotes(std::string_view key) { return "'" + std::string(key) + "'"; }

/// What version 1 leaves out, which a WebGPU programmer may well try.
bool is_left_out(std::string_view key) {
  constexpr std::string_view kWords[] = {"texture", "sampler", "render", "draw", "vertex", "fragment"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return key.find(word) != std::string_view::npos; });
}

std::string subject(const Node& node) { return node.key.empty() ? "this entry" : in_quotes(node.key); }

}  // namespace

void only_keys(const Source& source, const Node& table, std::string_view what,
               std::initializer_list<std::string_view> allowed) {
  of_kind(source, table, Node::Kind::table);
  for (const Node& member : table.children) {
    if (std::ranges::find(allowed, member.key) != allowed.end()) continue;
    if (is_left_out(member.key)) {
      source.refuse(member.key_place, {.what = in_quotes(member.key) + " is not in version 1",
                                       .limit = "compute passes over buffers",
                                       .advice = "textures, samplers and render passes cannot be measured yet"});
    }
    const std::vector<std::string> names(allowed.begin(), allowed.end());
    source.refuse(member.key_place, {.what = "unknown key " + in_quotes(member.key) + " in " + std::string(what),
                                     .limit = listed(names),
                                     .advice = suggestion(member.key, names)});
  }
}

const Node& of_kind(const Source& source, const Node& node, Node::Kind kind) {
  if (node.kind != kind) {
    source.refuse(node.place, {.what = subject(node) + " is of the wrong kind",
                               .value = std::string(kind_name(node.kind)),
                               .limit = std::string(kind_name(kind))});
  }
  return node;
}

const Node* optional_member(const Source& source, const Node& table, std::string_view key, Node::Kind kind) {
  const Node* member = table.find(key);
  return member == nullptr ? nullptr : &of_kind(source, *member, kind);
}

const Node& required_member(const Source& source, const Node& table, std::string_view key) {
  of_kind(source, table, Node::Kind::table);
  const Node* member = table.find(key);
  if (member == nullptr) {
    source.refuse(table.place, {.what = "the key " + in_quotes(key) + " is missing" +
                                        (table.key.empty() ? std::string() : " in " + in_quotes(table.key))});
  }
  return *member;
}

std::string text_of(const Source& source, const Node& node) { return of_kind(source, node, Node::Kind::string).text; }

std::string name_of(const Source& source, const Node& node) {
  constexpr std::size_t kMostBytes = 100;
  std::string name = text_of(source, node);
  if (name.empty() || name.size() > kMostBytes) {
    source.refuse(node.place, {.what = subject(node) + " is not a usable name",
                               .value = std::to_string(name.size()) + " bytes",
                               .limit = "1 to 100 bytes"});
  }
  return name;
}

std::int64_t whole_of(const Scope& scope, const Node& node, std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  if (node.kind == Node::Kind::integer) {
    value = node.integer;
  } else if (node.kind == Node::Kind::string) {
    const auto result = evaluate_whole(node.text, scope.lookup, scope.source.at(node.place) + ": " + subject(node));
    if (!result) throw Refusal{result.error()};
    value = *result;
  } else {
    scope.source.refuse(node.place, {.what = subject(node) + " is of the wrong kind",
                                     .value = shown(node),
                                     .limit = "a whole number or an expression in quotes"});
  }
  if (value < least || value > most) {
    scope.source.refuse(node.place, {.what = subject(node) + " is out of range",
                                     .value = std::to_string(value),
                                     .limit = std::to_string(least) + " to " + std::to_string(most)});
  }
  return value;
}

double number_of(const Scope& scope, const Node& node) {
  if (node.kind == Node::Kind::real) {
    if (!std::isfinite(node.real)) {
      scope.source.refuse(node.place, {.what = subject(node) + " is not finite", .value = shown(node)});
    }
    return node.real;
  }
  if (node.kind == Node::Kind::boolean) return node.boolean ? 1 : 0;
  return static_cast<double>(whole_of(scope, node, -kMostWhole, kMostWhole));
}

}  // namespace assay::plan
