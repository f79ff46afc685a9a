// SPDX-License-Identifier: Apache-2.0
// Whole comparisons on the simulated device: the real procedure, a known truth.
#pragma once

#include <cstdint>
#include <string>

#include "engine/sim/nuisances.hpp"
#include "error/error.hpp"
#include "plan/plan.hpp"
#include "result/comparison.hpp"

namespace assay::protocol::testing {

/// Two arms of 2,000 workgroups (2 ms by the simulated device's default) over the same input and output, whose kernels
/// differ in what the simulated device is told of them: "time=1.01", "skip", … (engine/sim/program.hpp).
[[nodiscard]] plan::Plan simulated_plan(const std::string& directives_a, const std::string& directives_b);

/// The same with a true effect of B against A, a fraction.
[[nodiscard]] plan::Plan simulated_plan(double effect);

struct Counts {
  std::uint32_t replicates = 5, squares = 16;
};

[[nodiscard]] Expected<result::Comparison> compare_simulated(const plan::Plan& plan,
                                                             const engine::sim::Nuisances& nuisances,
                                                             std::uint64_t seed, Counts counts = {});

}  // namespace assay::protocol::testing
