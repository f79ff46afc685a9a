// SPDX-License-Identifier: Apache-2.0
/// \file
/// What outputs must be, as data: a file's, or what a program wrote that was given the plan's inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"

namespace assay::protocol {

/// Output (index into Plan::buffers) → its words; what lies behind the last element of f16 is zero.
using References = std::map<std::size_t, std::vector<std::uint32_t>>;

inline const References kNoReferences{};

/// The references of a plan: those that are files are read, the others are taken from `commanded`, what commands wrote.
/// Fault::bad_input where one is missing or has another size than its output.
[[nodiscard]] Expected<References> references_of(const plan::Plan& plan, const References& commanded);

/// Buffers that hold data of the plan's before anything runs: all but outputs and scratch without a fill.
[[nodiscard]] std::vector<std::size_t> buffers_with_data(const plan::Plan& plan);

/// The elements of such a buffer, without the bytes that round it up to words.
[[nodiscard]] Expected<std::vector<std::byte>> data_before(const plan::Plan& plan, std::size_t buffer);

/// Little-endian bytes as words, zeros behind them.
[[nodiscard]] std::vector<std::uint32_t> words_from(const std::vector<std::byte>& bytes);

}  // namespace assay::protocol
