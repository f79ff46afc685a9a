// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded slots → spans, summaries and the judge's input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/contrasts.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

/// The stamps of one slot as they are kept: of each trial its passes' first begin and last end. `passes`: stamped
/// passes of a trial. Nothing where the engine answered with another number of stamps.
[[nodiscard]] std::optional<result::SlotRecord> slot_record(const std::vector<std::uint64_t>& stamps,
                                                            std::uint32_t instance, std::uint32_t passes);

/// Why a slot's reading cannot be used, or empty. `previous_end` is the raw end of the slot before it in the same
/// submission sequence; 0: none.
[[nodiscard]] std::string why_unusable(const result::SlotRecord& slot, std::uint64_t previous_end);

/// Sum of the spans of a slot's trials; nothing where stamps cannot be subtracted. Under a coarse lattice 0 is a
/// reading.
[[nodiscard]] std::optional<double> span_ns(const result::SlotRecord& slot, double stamp_ns);

/// Raw end of a slot's last trial.
[[nodiscard]] std::uint64_t last_end(const result::SlotRecord& slot);

/// Trials of a slot that have a span of their own.
[[nodiscard]] inline std::size_t contiguous_spans(const result::SlotRecord& slot) { return 1 + slot.later.size() / 2; }

/// Spans of each instance in a square, in nanoseconds, in running order; unusable ones left out.
[[nodiscard]] std::vector<std::vector<double>> instance_spans(const result::SquareRecord& square, double stamp_ns);

/// Mean contiguous span of the instance whose mean is smallest, in nanoseconds; 0 where nothing was read.
[[nodiscard]] double shortest_span_ns(const result::SquareRecord& square, double stamp_ns);

/// A square as the judge takes it.
[[nodiscard]] JudgedSquare judged_square(const result::SquareRecord& square, double stamp_ns);

/// Fills in what is said of each arm (medians and first reading against the plateau, over the squares that
/// void_reasons() leaves) and the duty.
void summarise(result::Comparison& comparison);

}  // namespace assay::protocol
