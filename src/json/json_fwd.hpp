// SPDX-License-Identifier: Apache-2.0
/// \file
/// `json::Value` by name only, for headers.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace assay::json {
using Value = nlohmann::ordered_json;
}  // namespace assay::json
