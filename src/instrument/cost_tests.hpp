// SPDX-License-Identifier: Apache-2.0
/// \file
/// Self-tests of what things cost: a pipeline's first runs, the stamps themselves, an indirect dispatch.
#pragma once

#include <cstdint>
#include <span>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "instrument/dither.hpp"
#include "instrument/lattice_reading.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Spans (raw) of the first runs of a new pipeline, in order: how far the first ones are off the plateau of the last
/// half, and which is the first that stays within a twentieth of it; that is not told where one quantum is more than a
/// twentieth. Reported.
[[nodiscard]] result::CertificateItem judge_knee(std::span<const double> spans_raw, double quantum_raw = 0);
[[nodiscard]] Expected<result::CertificateItem> test_knee(Device& device, std::uint32_t steps, double quantum_raw);

/// Wall times (ns, by the host's clock) of the same submission with and without stamps, in turns. Passed: the quickest
/// agree within 5 %. A failure says that the instrument changes what it measures.
[[nodiscard]] result::CertificateItem judge_control(std::span<const double> stamped_ns,
                                                    std::span<const double> unstamped_ns);
[[nodiscard]] Expected<result::CertificateItem> test_control(Device& device, std::uint32_t steps);

/// Spans (ns) of one workgroup dispatched directly and with its count from a buffer. Reported: engines may put a
/// validating pass before each indirect one.
[[nodiscard]] result::CertificateItem judge_indirect(std::span<const double> direct_ns,
                                                     std::span<const double> indirect_ns,
                                                     const ClockLattice& lattice = {});
/// Where `dither` waits, `steps` do not matter: 240 passes without work of each kind stand behind a wait each.
[[nodiscard]] Expected<result::CertificateItem> test_indirect(Device& device, double stamp_ns, std::uint32_t steps,
                                                              Dither& dither, double quantum_ns);

}  // namespace assay::instrument
