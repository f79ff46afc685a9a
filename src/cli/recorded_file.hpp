// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text of a kept result, for `--replay`.
#pragma once

#include <string>

#include "error/error.hpp"

namespace assay::cli {

/// Fault::bad_input for what is no regular file, cannot be read, or is larger than any result.
[[nodiscard]] Expected<std::string> recorded_text(const std::string& file);

}  // namespace assay::cli
