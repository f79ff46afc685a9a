// SPDX-License-Identifier: Apache-2.0
/// \file
/// Environment variables as a value, so that what depends on them can be tried on made-up ones.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace assay::host {

using Environment = std::map<std::string, std::string, std::less<>>;

/// A copy of this process's environment.
[[nodiscard]] Environment current_environment();

/// The value of `name`; empty when it is not set (the two are treated alike everywhere).
[[nodiscard]] std::string variable(const Environment& environment, std::string_view name);

}  // namespace assay::host
