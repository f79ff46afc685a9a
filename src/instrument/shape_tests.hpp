// SPDX-License-Identifier: Apache-2.0
/// \file
/// Self-tests of what the clock makes of known work: does twice the work read twice the time, do passes keep out of
/// each other's way, how much of the wall time do the spans explain, and how many different readings does one work
/// give?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "instrument/known_work.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Quickest spans (ns) of `steps` steps each. Passed: the slope is positive and no point is further from the line than
/// a tenth of the longest. A flat series is a dead instrument. The intercept is told with what a quantum in each span
/// may make of it. The quickest of spans below kQuantaOfMedian quanta are none: give them more steps.
[[nodiscard]] result::CertificateItem judge_linearity(std::span<const double> steps, std::span<const double> spans_ns,
                                                      double quantum_ns = 0);
[[nodiscard]] Expected<result::CertificateItem> test_linearity(Device& device, double stamp_ns, std::uint32_t steps,
                                                               double quantum_ns);

/// Submissions of passes that share no buffer, and of passes that share one. Passed: no pass begins before the one
/// before it ended. A failure forbids attribution by stamps, not the comparison: its slots lie between fences.
[[nodiscard]] result::CertificateItem judge_isolation(std::span<const WorkReading> disjoint,
                                                      std::span<const WorkReading> shared);
[[nodiscard]] Expected<result::CertificateItem> test_isolation(Device& device, std::uint32_t steps);

/// Σ spans / wall time of submissions of eight equal passes. Reported, with what the lattice of the spans may add to
/// one of them, since phases are as they come.
[[nodiscard]] result::CertificateItem judge_share_of_wall(std::span<const WorkReading> readings, double stamp_ns,
                                                          double quantum_ns = 0);
[[nodiscard]] Expected<result::CertificateItem> test_share_of_wall(Device& device, double stamp_ns, std::uint32_t steps,
                                                                   double quantum_ns);

/// Different spans among repeats of the same work: "24 of 24" on a fine clock, "7 of 24" on a coarse one. Reported.
/// Readings on two neighbouring lines of the lattice are what work that never varies would give.
[[nodiscard]] result::CertificateItem judge_repeats(std::span<const double> spans_raw, double quantum_raw = 0);
[[nodiscard]] Expected<result::CertificateItem> test_repeats(Device& device, std::uint32_t steps, double quantum_raw);

}  // namespace assay::instrument
