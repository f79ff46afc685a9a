// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded slots → spans, summaries and the judge's input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "result/comparison.hpp"

namespace assay::protocol {

/// Why a slot's reading cannot be used, or empty. `previous_end` is the raw end of the slot before it in the same
/// submission sequence; 0: none.
[[nodiscard]] std::string why_unusable(const result::SlotRecord& slot, std::uint64_t previous_end);

/// Span of a slot; nothing where its stamps cannot be subtracted. Under a coarse lattice 0 is a reading.
[[nodiscard]] std::optional<double> span_ns(const result::SlotRecord& slot, double stamp_ns);

/// Spans of each instance in a square, in nanoseconds, in running order; unusable ones left out.
[[nodiscard]] std::vector<std::vector<double>> instance_spans(const result::SquareRecord& square, double stamp_ns);

/// Fills in what is said of each arm (medians, first reading against the plateau) and the duty.
void summarise(result::Comparison& comparison);

}  // namespace assay::protocol
