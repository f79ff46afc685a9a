// SPDX-License-Identifier: Apache-2.0
/// \file
/// [check] reference: what outputs must be, besides the same for all arms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "error/error.hpp"
#include "plan/fields.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// Bytes of one output that has a reference, at most: it is held against the output on the host.
inline constexpr std::uint64_t kMostReferenceBytes = 256ULL << 20U;

/// `{ file = "…" }`, `{ command = ["…", …] }` or "shipped:NAME" for all outputs, or a table of these by output. A file
/// must exist where `files_must_exist`, and hold as many elements as its output.
[[nodiscard]] std::vector<Reference> read_references(const Source& source, const Node& node,
                                                     const std::vector<Buffer>& buffers,
                                                     const std::vector<std::size_t>& outputs,
                                                     const std::filesystem::path& folder, bool files_must_exist);

/// The data of a reference of the kind `file`: the elements of its output, and nothing behind them. Fault::bad_input
/// when the file has gone or is no longer the one that the plan was made of.
[[nodiscard]] Expected<std::vector<std::byte>> reference_data(const Reference& reference, const Buffer& output);

/// "file sums.bin", "command python3 sums.py", "shipped:block_sum".
[[nodiscard]] std::string reference_text(const Reference& reference);

}  // namespace assay::plan
