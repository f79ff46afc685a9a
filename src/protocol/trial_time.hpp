// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long one trial of each arm takes, roughly: enough to choose a slot length and to predict the whole.
#pragma once

#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"
#include "protocol/session.hpp"

namespace assay::protocol {

struct TrialTimes {
  std::vector<double> trial_ns{};  ///< between its stamps, per arm
  double longest_wall_ns = 0;      ///< of one trial with what is put back before it, of the arm that takes longest
};

/// Nanoseconds of one trial per arm: the quickest of a few short slots, with enough trials each that the clock's
/// lattice is not what is read. Fault::unfit when an arm reads no time at all even for thousands of trials.
[[nodiscard]] Expected<TrialTimes> measure_trial_ns(Session& session, const plan::Plan& plan, double stamp_ns,
                                                    double quantum_ns, std::uint32_t most_trials);

/// A dither over whole quanta, from the spacer's measured time per step.
struct Dither {
  std::vector<std::uint32_t> iterations{};  ///< of the spacer, one per level
  double longest_ns = 0;
};
[[nodiscard]] Expected<Dither> calibrate_dither(instrument::Device& device, double stamp_ns, double quantum_ns);

}  // namespace assay::protocol
