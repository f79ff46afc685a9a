// SPDX-License-Identifier: Apache-2.0
/// \file
/// How to lay text out for where it goes.
#pragma once

#include "host/terminal.hpp"
#include "report/style.hpp"

namespace assay::cli {

/// Width and colour of a terminal; 100 columns without colour elsewhere.
[[nodiscard]] report::Style style_of(host::OutputStream stream);

}  // namespace assay::cli
