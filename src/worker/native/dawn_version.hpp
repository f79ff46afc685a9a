// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which Dawn a library is. It tells no version by itself.
#pragma once

#include <filesystem>
#include <string>

namespace assay::worker::native {

/// What the file VERSION beside the library's folder says after "dawn ": "2026-09-09 (1a75cb7f)". Without one the
/// library's own bytes: "sha256:" and the first 16 digits of their digest; "unknown" where they cannot be read.
[[nodiscard]] std::string version_of_dawn(const std::filesystem::path& library);

}  // namespace assay::worker::native
