// SPDX-License-Identifier: Apache-2.0
/// \file
/// How steps name parts of buffers: "name", "name[first : count]", "a|b", "args[3]".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "plan/fields.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// Reads a range. "a|b" is a when `turn` is even and b when it is odd; without a turn (outside a repeat) it is refused.
/// The size is 0 where the buffer's own count is not known. Offset and size are multiples of four bytes.
[[nodiscard]] ByteRange read_range(const Scope& scope, const Node& node, const std::vector<Buffer>& buffers,
                                   std::optional<std::uint32_t> turn);

/// "args[3]": three words of a u32 buffer, from word 3 on; "args": from word 0 on.
[[nodiscard]] Indirect read_indirect(const Scope& scope, const Node& node, const std::vector<Buffer>& buffers,
                                     std::optional<std::uint32_t> turn);

}  // namespace assay::plan
