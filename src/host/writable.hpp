// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether this process may create files in a folder.
#pragma once

#include <filesystem>

namespace assay::host {

[[nodiscard]] bool is_writable_folder(const std::filesystem::path& folder);

}  // namespace assay::host
