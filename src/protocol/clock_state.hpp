// SPDX-License-Identifier: Apache-2.0
/// \file
/// The device's clock as a fixed reference kernel saw it, at the start, in the middle and at the end of every block:
/// what the arms read never decides about their own squares.
#pragma once

#include <string>
#include <vector>

#include "result/comparison.hpp"
#include "stats/interval.hpp"

namespace assay::protocol {

/// A square whose reference is further than this off its session's plateau was run at another clock.
inline constexpr double kMostClockShift = 0.02;

/// Why a square of the replicate was run at another clock than its session, or empty; one entry per square. A session's
/// plateau is a robust line (Theil and Sen) through its squares: slow drift cancels in mirrored blocks and is no change
/// of clock, but 5 % of it over a session would lie more than 2 % off any one level. The tolerance is kMostClockShift,
/// and four robust standard deviations of the squares' references where these are noisier (a software device): noise is
/// no change of clock. All empty where there are no references.
/// `quantum_raw`: spacing of the stamps, whose error in a square's reference counts as noise too.
[[nodiscard]] std::vector<std::string> clock_shifts(const result::ReplicateRecord& replicate, double quantum_raw = 1);

/// Why each square is not used, [replicate][square]; empty: it is. What its own readings say, else clock_shifts().
[[nodiscard]] std::vector<std::vector<std::string>> void_reasons(const result::Comparison& comparison);

/// Reference behind the second arm against behind the first, per square, over all replicates: interval of its median
/// at α 0.01 (natural logs). Not finite where there are no references or too few squares.
[[nodiscard]] stats::Interval reference_difference(const result::Comparison& comparison, std::uint32_t first,
                                                   std::uint32_t second);

}  // namespace assay::protocol
