// SPDX-License-Identifier: Apache-2.0
#include "plan/document.hpp"

#include <fmt/format.h>

namespace assay::plan {

const Node* Node::find(std::string_view member) const {
  if (kind != Kind::table) return nullptr;
  for (const Node& child : children) {
    if (child.key == member) return &child;
  }
  return nullptr;
}

std::string_view kind_name(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::table: return "a table";
    case Node::Kind::array: return "a list";
    case Node::Kind::string: return "a string";
    case Node::Kind::integer: return "a whole number";
    case Node::Kind::real: return "a number with a point";
    case Node::Kind::boolean: return "true or false";
    case Node::Kind::other: return "a date or time";
  }
  return "a value";
}

std::string shown(const Node& node) {
  switch (node.kind) {
    case Node::Kind::string: return "\"" + node.text.substr(0, 120) + (node.text.size() > 120 ? "…\"" : "\"");
    case Node::Kind::integer: return std::to_string(node.integer);
    case Node::Kind::real: return fmt::format("{}", node.real);
    case Node::Kind::boolean: return node.boolean ? "true" : "false";
    default: return std::string(kind_name(node.kind));
  }
}

}  // namespace assay::plan
