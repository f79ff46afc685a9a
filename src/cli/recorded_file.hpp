// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text of a kept result, for `--replay`.
#pragma once

#include <string>

#include "error/error.hpp"

namespace assay::cli {

/// What a verb judges again.
enum class Recorded { comparison, profile };

/// Fault::bad_input for what is no regular file, cannot be read, or is larger than any result; and for a result of the
/// other kind, with the verb that takes it.
[[nodiscard]] Expected<std::string> recorded_text(const std::string& file, Recorded wanted);

}  // namespace assay::cli
