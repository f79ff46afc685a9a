// SPDX-License-Identifier: Apache-2.0
/// \file
/// The bytes behind a fill of the kind `file`.
#pragma once

#include <cstddef>
#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// The data of one set of a buffer, read from its file behind any header; empty for every other kind of fill.
/// Fault::bad_input when the file has gone, cannot be read, or became shorter since the plan was made.
[[nodiscard]] Expected<std::vector<std::byte>> fill_data(const Buffer& buffer);

}  // namespace assay::plan
