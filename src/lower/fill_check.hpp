// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which fills a buffer can hold.
#pragma once

#include "error/error.hpp"
#include "plan/plan.hpp"

namespace assay::lower {

/// Fault::bad_input when the buffer's element type cannot hold the fill: whole numbers that would round or overflow, a
/// normal fill of integers, values outside the type. Everything it accepts is defined to the bit.
[[nodiscard]] Expected<void> fill_check(const plan::Buffer& buffer);

}  // namespace assay::lower
