// SPDX-License-Identifier: Apache-2.0
/// \file
/// Self-tests of the clock: is it alive, on what lattice do its stamps lie, and is its unit what the engine says?
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "instrument/dither.hpp"
#include "instrument/known_work.hpp"
#include "instrument/lattice_reading.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Known work must read 0 < begin < end and no longer than the wall time round it. `stamp_ns` is absent where nobody
/// tells the period; then the wall time is not asked.
[[nodiscard]] result::CertificateItem judge_alive(const std::vector<WorkReading>& readings,
                                                  std::optional<double> stamp_ns);

/// The spacing of the stamps in raw units, over at least 200 of them.
struct LatticeFinding {
  result::CertificateItem item{};
  std::optional<double> quantum_raw{};
};
[[nodiscard]] LatticeFinding judge_lattice(std::span<const std::uint64_t> stamps, std::optional<double> stamp_ns);

/// Span against the host's clock on long work: the ratio must lie in [0.5, 1.02].
[[nodiscard]] result::CertificateItem judge_unit(const std::vector<WorkReading>& readings,
                                                 std::optional<double> stamp_ns);

/// Enough stamps for the lattice: submissions of short passes of unequal work, each waiting for the one before it.
[[nodiscard]] Expected<std::vector<std::vector<PassStamps>>> collect_stamps(Device& device, std::uint32_t steps);

/// What everything costs before any work: an empty submission, a pass of one workgroup, the gap between two passes.
struct FloorReadings {
  std::vector<double> empty_submission_ns{};
  std::vector<double> empty_pass_raw{};
  std::vector<double> gap_raw{};
};
/// Where `dither` waits, 336 pairs of passes behind a wait each: of these the first is read, and the gap to the second.
[[nodiscard]] Expected<FloorReadings> measure_floor(Device& device, Dither& dither);

/// Reported: the median host time, and the span of a pass and the gap as locate() finds them. `stamp_ns` and `lattice`
/// (in ns) turn the readings into what they mean.
struct FloorFinding {
  result::CertificateItem item{};
  std::optional<double> empty_submission_ns{}, empty_pass_ns{}, gap_ns{};
};
[[nodiscard]] FloorFinding judge_floor(const FloorReadings& readings, double stamp_ns, const ClockLattice& lattice);

}  // namespace assay::instrument
