// SPDX-License-Identifier: Apache-2.0
/// \file
/// Invented comparisons, one for each thing that a report has to say. None of the numbers was measured.
#pragma once

#include <string>

#include "result/comparison.hpp"

namespace assay::report::testing {

/// Five replicates of sixteen squares on a GPU with a fine clock, judged `slower` by 4.9 %.
[[nodiscard]] result::Comparison slower_comparison();
[[nodiscard]] result::Comparison faster_comparison();
/// The sign is resolved and small: 0.30 % slower.
[[nodiscard]] result::Comparison null_comparison();
[[nodiscard]] result::Comparison unresolved_comparison();
/// A kernel that left words unwritten; the squares measured before are in the record, with times.
[[nodiscard]] result::Comparison incorrect_comparison();
[[nodiscard]] result::Comparison void_comparison();
[[nodiscard]] result::Comparison unfit_comparison();

/// The slower one on the simulated device, with a coarse clock.
[[nodiscard]] result::Comparison simulated_comparison();

/// Of a text of one line at least.
[[nodiscard]] bool every_line_begins_with(const std::string& text, const std::string& mark);

/// The sample of a verdict word.
[[nodiscard]] result::Comparison sample(result::Verdict verdict);

}  // namespace assay::report::testing
