// SPDX-License-Identifier: Apache-2.0
/// \file
/// SHA-256 (FIPS 180-4) of memory and of files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "error/error.hpp"

namespace assay::plan {

/// 64 hex digits.
[[nodiscard]] Expected<std::string> sha256_hex(std::string_view bytes);

/// Of the file's bytes from `offset` on, streamed. Fault::bad_input when it cannot be read.
[[nodiscard]] Expected<std::string> sha256_of_file(const std::filesystem::path& file, std::uint64_t offset);

}  // namespace assay::plan
