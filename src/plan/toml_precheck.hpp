// SPDX-License-Identifier: Apache-2.0
/// \file
/// What must not reach the TOML library, found by a scan that knows strings and comments and nothing else.
#pragma once

#include <string_view>

#include "plan/refusal.hpp"

namespace assay::plan {

/// Refuses, with line and column:
/// - more than 256 dots of keys on a line: toml++ builds and destroys the tables of `a.a.a…` recursively;
/// - characters outside ASCII that stand outside strings and comments: toml++ 3.3 runs into undefined behaviour on some
///   (U+00A1 to U+0499, U+FEFD) where it asks whether they are white space, and TOML allows none there;
/// - quotes where no string can begin (`+"…"`): the library takes what follows them for a number, and asks the same;
/// - multi-line strings, whose line continuations ask the same question; a probe has comments for long texts.
void refuse_before_toml(std::string_view text, const Source& source);

}  // namespace assay::plan
