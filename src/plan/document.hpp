// SPDX-License-Identifier: Apache-2.0
/// \file
/// A TOML document as a plain tree with places. The TOML library stays behind read_document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plan/refusal.hpp"

namespace assay::plan {

/// One value. A table's members and an array's items are its `children`, in the order of the file.
struct Node {
  enum class Kind { table, array, string, integer, real, boolean, other };
  Kind kind = Kind::other;
  std::string key{};   ///< of a table's member
  Place key_place{};   ///< where the key stands
  Place place{};       ///< where the value begins
  std::string text{};  ///< `string`
  std::int64_t integer = 0;
  double real = 0;
  bool boolean = false;
  std::vector<Node> children{};

  /// The member of that key, or null.
  [[nodiscard]] const Node* find(std::string_view member) const;
};

/// "a string", "a table", …
[[nodiscard]] std::string_view kind_name(Node::Kind kind);
/// The value as a person would write it, shortened.
[[nodiscard]] std::string shown(const Node& node);

/// Parses TOML. Throws a Refusal for anything that is not TOML, with line and column.
[[nodiscard]] Node read_document(std::string_view text, const Source& source);

}  // namespace assay::plan
