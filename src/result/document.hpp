// SPDX-License-Identifier: Apache-2.0
/// \file
/// What all kept documents have in common: a schema with a version, and one member a line.
#pragma once

#include <string>
#include <string_view>

#include "error/error.hpp"
#include "json/json_fwd.hpp"

namespace assay::result {

struct Schema {
  std::string_view name;  ///< "assay.comparison/", the version follows
  int oldest = 1, newest = 1;
  std::string_view what;  ///< "a comparison"
  std::string_view again;  ///< what makes another one: "compare again"
};

/// One member a line: whole files stay small, and a line of a diff says which part changed.
[[nodiscard]] Expected<std::string> lines_of(const json::Value& document);

/// Fault::bad_input for what is no JSON, a document of another kind, or one of a version that is not known.
[[nodiscard]] Expected<json::Value> document_of(std::string_view text, const Schema& schema, std::string_view where);

/// The error of a member, as one of the whole file.
[[nodiscard]] Error unreadable(Error error, const Schema& schema, std::string_view where);

}  // namespace assay::result
