// SPDX-License-Identifier: Apache-2.0
/// \file
/// Files that are either whole or not there.
#pragma once

#include <filesystem>
#include <string_view>

#include "error/error.hpp"

namespace assay::host {

/// Writes `bytes` to a new file beside `path`, brings it to the disk and renames it over `path`: after a crash or a
/// kill at any moment `path` holds its old bytes or all of the new ones, with the permissions that it had. A link stays
/// a link, and its target is what is written. What is no file (a device, a pipe) is written to as it is, never replaced.
/// Errors: Fault::bad_input with the system's reason; nothing is left behind then.
[[nodiscard]] Expected<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace assay::host
