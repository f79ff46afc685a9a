// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers in WGSL declarations, as far as they are plain: constants, workgroup sizes, bytes of types.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "plan/wgsl_module.hpp"

namespace assay::plan {

/// Value of an expression of literals and module-scope constants; nothing for anything else (overrides, calls, bit
/// operations).
[[nodiscard]] std::optional<std::int64_t> constant_value(const Module& module, Tokens expression);

/// Arguments of @workgroup_size; missing ones are 1. Nothing when one is not constant, or outside 1 … 2^32 − 1.
[[nodiscard]] std::optional<std::array<std::uint32_t, 3>> workgroup_size(const Module& module, Tokens arguments);

/// Bytes of a scalar, atomic, vector or array of these. Nothing for other types.
/// Source: https://www.w3.org/TR/WGSL/#alignment-and-size
[[nodiscard]] std::optional<std::uint64_t> type_bytes(const Module& module, Tokens type);

}  // namespace assay::plan
