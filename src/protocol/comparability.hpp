// SPDX-License-Identifier: Apache-2.0
/// \file
/// What of a plan this version can compare, and what should be said about it beforehand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

/// Fault::bad_input, by name, for what is not a comparison, not a fair one (arms that read different inputs), or not
/// yet one that can be run.
[[nodiscard]] Expected<void> check_comparable(const plan::Plan& plan);

/// Sentences for above the verdict: arms that differ in their number of passes, buffers
/// that only one arm binds.
[[nodiscard]] std::vector<std::string> comparison_notes(const plan::Plan& plan);

/// A rate above the declared peak of the memory as a clause; empty: plausible, or nothing to hold it against.
/// Source: krrishnarraj/clpeak#159, where regular data was compressed on the way.
[[nodiscard]] std::string implausible_rate(double bytes, double trial_ns, double peak_bytes_per_second);

/// What is said of each arm's rate in bytes a second: above the declared peak, or above a large copy on this device. A
/// rate that a cache serves is held against neither peak, and said to be above the copy where it is.
[[nodiscard]] std::vector<std::string> rate_warnings(const result::Comparison& comparison,
                                                     std::optional<double> declared_peak);

}  // namespace assay::protocol
