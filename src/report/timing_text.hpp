// SPDX-License-Identifier: Apache-2.0
/// \file
/// A profile for people: rows of passes, the wall time, and how the two fit together.
#pragma once

#include <string>
#include <string_view>

#include "report/style.hpp"
#include "result/timing.hpp"

namespace assay::report {

/// Iterations that are listed; the rest is in the JSON, and all of them with `verbose`.
inline constexpr std::size_t kMostIterations = 32;

/// `kept_at`: where the record lies; empty: nowhere.
[[nodiscard]] std::string timing_text(const result::Timing& timing, const Style& style, std::string_view kept_at,
                                      bool verbose);

/// One line when a profile of several is done: "n=2^20: tree, 1.85 ms a trial …".
[[nodiscard]] std::string timing_line(std::string_view label, const result::Timing& timing);

/// "1.85 ms"; "mean 310 ns"; "below the lattice (mean 0, at most 310 ns)"; "not known".
[[nodiscard]] std::string estimate_text(const result::Estimate& estimate);

/// "(1.84 … 1.86 ms)" without the parentheses; empty where an end is not known.
[[nodiscard]] std::string range_text(const result::Estimate& estimate);

}  // namespace assay::report
