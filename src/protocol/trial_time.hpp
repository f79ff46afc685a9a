// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long one trial of each arm takes, roughly: enough to choose a slot length and to predict the whole.
#pragma once

#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"
#include "protocol/session.hpp"

namespace assay::protocol {

/// Nanoseconds of one trial per arm: the median of a few short slots, with enough trials each that the clock's lattice
/// is not what is read. Fault::unfit when an arm reads no time at all even for thousands of trials.
[[nodiscard]] Expected<std::vector<double>> measure_trial_ns(Session& session, const plan::Plan& plan, double stamp_ns,
                                                             double quantum_ns);

/// Iteration counts of the spacer for a dither over whole quanta, from its measured time per step; one per level.
[[nodiscard]] Expected<std::vector<std::uint32_t>> dither_levels(instrument::Device& device, double stamp_ns,
                                                                 double quantum_ns);

}  // namespace assay::protocol
