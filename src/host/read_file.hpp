// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole files into memory, up to a bound.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "error/error.hpp"

namespace assay::host {

/// The bytes of a regular file. Fault::bad_input: there is none, it cannot be read, or it is larger than `most_bytes`.
[[nodiscard]] Expected<std::string> read_file(const std::filesystem::path& path, std::uint64_t most_bytes);

}  // namespace assay::host
