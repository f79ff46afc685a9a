// SPDX-License-Identifier: Apache-2.0
/// \file
/// An output held against what it must be, element by element.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "plan/plan.hpp"

namespace assay::protocol {

/// How an output stands to its reference.
struct ReferenceFinding {
  bool agrees = false;
  /// "tree differs from the reference in 'sums' first at element 3: 7 instead of 8 (2 of 64 elements differ)"; of an
  /// output with a tolerance that agrees, how closely.
  std::string text{};
};

/// `who` wrote `found` into `output`. Without a tolerance every bit of every element must be that of the reference (a
/// NaN that of the same NaN); with one see Agreement.
[[nodiscard]] ReferenceFinding against_reference(std::string_view who, const plan::Buffer& output,
                                                 std::span<const std::uint32_t> reference,
                                                 std::span<const std::uint32_t> found,
                                                 const std::optional<plan::Tolerance>& tolerance);

/// A word as its buffer's type prints it, with the bits beside it where they say more.
[[nodiscard]] std::string word_text(std::uint32_t word, plan::ElementType type);

}  // namespace assay::protocol
