// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which start of the system this is.
#pragma once

#include <string>

namespace assay::host {

/// A text that changes with every start of the system; empty where the system does not tell.
[[nodiscard]] std::string boot_id();

}  // namespace assay::host
