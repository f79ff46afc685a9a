// SPDX-License-Identifier: Apache-2.0
/// \file
/// "Did you mean …": the name that a misspelt one was probably meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::plan {

/// The closest of `candidates`, or empty when none is close: at most one edit in three characters. An edit inserts,
/// removes or replaces one character, or swaps two neighbours (optimal string alignment distance).
[[nodiscard]] std::string near_miss(std::string_view name, const std::vector<std::string>& candidates);

/// "did you mean \"x\"?", or empty.
[[nodiscard]] std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);

/// "a, b, c", shortened after twelve.
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

}  // namespace assay::plan
