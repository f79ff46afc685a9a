// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether the system can load a shared library.
#pragma once

#include <string>

namespace assay::host {

/// Loads `name` ("libvulkan.so.1", or a path) the way a program would, and lets it go again.
[[nodiscard]] bool can_load_library(const std::string& name);

}  // namespace assay::host
