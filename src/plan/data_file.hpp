// SPDX-License-Identifier: Apache-2.0
/// \file
/// A file of elements that a probe names: raw little-endian, or .npy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"
#include "plan/refusal.hpp"

namespace assay::plan {

struct DataFile {
  std::uint64_t offset = 0;    ///< bytes before the data
  std::uint64_t elements = 0;  ///< at least 1
  std::string sha256{};        ///< of the data
};

/// Reads size and, for .npy, header, and hashes the data; leaves it where it is. Refuses at `place` a file that is
/// missing, of another element type, or does not hold whole elements. `what` names it there: "fill file".
[[nodiscard]] DataFile read_data_file(const Source& source, Place place, std::string_view what,
                                      const std::filesystem::path& path, ElementType type);

/// Exactly `bytes` bytes of a file from `offset` on. `what` is the subject of the error: "the data of buffer 'input'".
/// Fault::bad_input when the file has gone, cannot be read, or became shorter since the plan was made.
[[nodiscard]] Expected<std::vector<std::byte>> bytes_of_file(const std::filesystem::path& path, std::uint64_t offset,
                                                             std::uint64_t bytes, std::string_view what);

}  // namespace assay::plan
