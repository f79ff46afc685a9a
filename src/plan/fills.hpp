// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a buffer holds before anything runs, as a probe says it.
#pragma once

#include <cstdint>
#include <optional>

#include "plan/buffers.hpp"

namespace assay::plan {

struct FillRead {
  Fill fill{};
  std::optional<std::uint64_t> count{};  ///< elements that the fill itself has: of values, of a file
  bool seed_named = false;               ///< the probe gave a seed
};

/// `node` is the buffer's `fill`, or null for the default (bits).
[[nodiscard]] FillRead read_fill(const Scope& scope, const Node* node, ElementType type, std::string_view buffer,
                                 const BufferOptions& options);

/// A list of numbers (or expressions) that the element type can hold.
[[nodiscard]] std::vector<double> read_values(const Scope& scope, const Node& list, ElementType type);

/// Refuses fills that cannot be exact: iota in f32 above 2^24 elements, …
void check_fill(const Scope& scope, Place place, const Buffer& buffer);

}  // namespace assay::plan
