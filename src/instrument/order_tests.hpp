// SPDX-License-Identifier: Apache-2.0
/// \file
/// Self-tests of attribution: does the time of a pass belong to that pass, and does it depend on the pass's position?
#pragma once

#include <cstdint>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "instrument/dither.hpp"
#include "instrument/known_work.hpp"
#include "instrument/lattice_reading.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Four passes light, heavy, heavy, light in one submission, then heavy, light, light, heavy: the identical ones must
/// agree, and with the order swapped the mass must stay where the work is. `steps` is the light work; heavy is
/// kHeavyFactor times as much.
inline constexpr std::uint32_t kHeavyFactor = 8;
[[nodiscard]] Expected<result::CertificateItem> test_decomposition(Device& device, std::uint32_t steps,
                                                                   double quantum_raw);

/// Spans of the two orders, one row per submission, four spans (raw units) a row.
struct DecompositionReadings {
  std::vector<std::vector<double>> light_outside{};  ///< light, heavy, heavy, light
  std::vector<std::vector<double>> heavy_outside{};  ///< heavy, light, light, heavy
};
/// The item holds how far repeats of one pass differ (result::kRepeatsItem), from which a busy machine is told from a
/// broken clock. `quantum_raw` is told beside the numbers where it is more than the passes may differ by.
[[nodiscard]] result::CertificateItem judge_decomposition(const DecompositionReadings& readings,
                                                          double quantum_raw = 0);

/// Eight identical passes in a submission, located per position over many submissions. The effect is reported, and
/// never corrected for: the schedule cancels it. Where a quantum is more than half a per cent of a pass, means are
/// compared, and what they cannot tell is said.
[[nodiscard]] Expected<result::CertificateItem> test_position(Device& device, std::uint32_t steps, Dither& dither,
                                                              double quantum_raw);
/// `spans` and `lattice` in raw units, one row per submission.
[[nodiscard]] result::CertificateItem judge_position(const std::vector<std::vector<double>>& spans,
                                                     const ClockLattice& lattice = {});

}  // namespace assay::instrument
