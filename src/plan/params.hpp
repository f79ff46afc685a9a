// SPDX-License-Identifier: Apache-2.0
/// \file
/// [params]: named whole numbers that may be built from each other.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "plan/document.hpp"
#include "plan/expression.hpp"

namespace assay::plan {

using Params = std::map<std::string, std::int64_t>;

/// Resolves the table (null: none). `set` replaces values, as `--set n=2^20` does; a name that the table lacks is
/// refused. So is a cycle, by its members.
[[nodiscard]] Params resolve_params(const Source& source, const Node* table,
                                    const std::map<std::string, std::string>& set);

[[nodiscard]] Lookup lookup_in(const Params& params);

}  // namespace assay::plan
