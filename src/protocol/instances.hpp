// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each arm is built twice: A, A′, B, B′. What the two builds of one arm differ in is the floor of the comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "plan/plan.hpp"
#include "protocol/pool.hpp"

namespace assay::protocol {

/// One independent build of an arm: pipelines of its own, allocations drawn for each square.
struct Instance {
  std::size_t arm = 0;
  messages::TrackId timed = 0;
  messages::TrackId lead_in = 0;            ///< the same work without stamps
  std::vector<std::size_t> role_buffers{};  ///< role → index into Plan::buffers
};

/// Number of instances of a plan: two per arm; instance 2a is the arm, 2a+1 its duplicate.
[[nodiscard]] inline std::uint32_t instance_count(const plan::Plan& plan) {
  return static_cast<std::uint32_t>(2 * plan.arms.size());
}

/// "tree" or "tree′".
[[nodiscard]] std::string instance_name(const plan::Plan& plan, std::size_t instance);

/// Compiles and lowers all instances in the order given (a permutation of 0 … instance_count − 1); the result is
/// indexed by instance.
[[nodiscard]] Expected<std::vector<Instance>> build_instances(instrument::Device& device, const plan::Plan& plan,
                                                              const std::vector<std::uint32_t>& creation_order);

/// One execution of an instance; `allocation` holds, per buffer of the plan, the index in the pool.
[[nodiscard]] messages::Slot slot_of(const Instance& instance, const Pool& pool,
                                     const std::vector<std::uint32_t>& allocation, std::uint32_t trials, bool stamped);

}  // namespace assay::protocol
