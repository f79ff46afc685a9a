// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results ↔ versioned, strict JSON (docs/results.md).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "error/error.hpp"
#include "result/comparison.hpp"
#include "result/timing.hpp"

namespace assay::result {

/// Longest file that is read: a slot of thousands of trials keeps each of them.
inline constexpr std::size_t kMostResultBytes = 512U << 20U;

[[nodiscard]] Expected<std::string> to_json(const Comparison& comparison);
/// Fault::bad_input for anything that is not a comparison of a known schema.
[[nodiscard]] Expected<Comparison> comparison_from_json(std::string_view text, std::string_view where);

[[nodiscard]] Expected<std::string> to_json(const Timing& timing);
/// Fault::bad_input for anything that is not a profile of a known schema.
[[nodiscard]] Expected<Timing> timing_from_json(std::string_view text, std::string_view where);

}  // namespace assay::result
