// SPDX-License-Identifier: Apache-2.0
/// \file
/// How many workgroups a dispatch has.
#pragma once

#include <array>
#include <cstdint>

#include "plan/fields.hpp"

namespace assay::plan {

/// A number, a list of up to three, or { linear = N }. Zero is refused ("nothing to do"); plain numbers above the
/// device's limit are left to `validate`, which knows the device.
[[nodiscard]] std::array<std::uint32_t, 3> read_workgroups(const Scope& scope, const Node& node);

/// The shape x × y × 1 of at least `count` workgroups, each at most `limit`: one row when it fits, else the fewest
/// rows, or a few more where that meets the count exactly. Nothing when limit² is not enough.
[[nodiscard]] std::optional<std::array<std::uint32_t, 3>> linear_shape(std::uint64_t count, std::uint32_t limit);

}  // namespace assay::plan
