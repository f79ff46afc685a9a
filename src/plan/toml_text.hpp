// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text as TOML writes it.
#pragma once

#include <string>
#include <string_view>

namespace assay::plan {

/// A TOML basic string with its quotes: what TOML would take for markup, and every control character, is escaped.
[[nodiscard]] std::string toml_string(std::string_view text);

}  // namespace assay::plan
