// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which Assay this is.
#pragma once

#include <string>

namespace assay::cli {

/// "0.1.0 (0123456789ab)".
[[nodiscard]] std::string version_text();

}  // namespace assay::cli
