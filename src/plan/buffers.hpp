// SPDX-License-Identifier: Apache-2.0
/// \file
/// [buffers]: what the kernels read and write.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "plan/fields.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

struct BufferOptions {
  std::filesystem::path folder{};              ///< where fill files are looked up
  std::map<std::string, std::uint32_t> seeds{};  ///< buffer → seed that replaces the probe's
  bool files_must_exist = true;                ///< false: a missing fill file leaves count 0, "unknown"
};

/// Reads the table (null: none). Buffers keep the order of the file.
[[nodiscard]] std::vector<Buffer> read_buffers(const Scope& scope, const Node* table, const BufferOptions& options);

/// Seed of a buffer whose probe names none: FNV-1a of the name, so that two buffers never hold the same bits.
[[nodiscard]] std::uint32_t default_seed(std::string_view buffer_name);

/// Index of the buffer of that name; refuses an unknown one at `place`.
[[nodiscard]] std::size_t buffer_index(const Source& source, Place place, const std::vector<Buffer>& buffers,
                                       std::string_view name);

[[nodiscard]] std::string_view type_name(ElementType type);

}  // namespace assay::plan
