// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading the members of one table: each reader says the key, what was found and what is allowed.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "plan/document.hpp"
#include "plan/expression.hpp"

namespace assay::plan {

/// What a probe is read with: where it comes from, and what its names mean.
struct Scope {
  const Source& source;
  Lookup lookup;  ///< parameters, then loop names
};

/// Refuses keys outside `allowed`: "unknown key 'colour' …, did you mean …". Words of later versions (texture, sampler,
/// render) get a sentence of their own. `what` names the table: "a buffer".
void only_keys(const Source& source, const Node& table, std::string_view what,
               std::initializer_list<std::string_view> allowed);

/// The node itself when it has that kind; `key` names it in the refusal.
const Node& of_kind(const Source& source, const Node& node, Node::Kind kind);
/// The member, or null.
const Node* optional_member(const Source& source, const Node& table, std::string_view key, Node::Kind kind);
/// The member; refuses a missing one.
const Node& required_member(const Source& source, const Node& table, std::string_view key);

[[nodiscard]] std::string text_of(const Source& source, const Node& node);
/// A non-empty name of at most 100 bytes.
[[nodiscard]] std::string name_of(const Source& source, const Node& node);
/// A whole number or an expression with a whole result within [least, most].
[[nodiscard]] std::int64_t whole_of(const Scope& scope, const Node& node, std::int64_t least, std::int64_t most);
/// A number as it stands, or an expression with a whole result.
[[nodiscard]] double number_of(const Scope& scope, const Node& node);

}  // namespace assay::plan
