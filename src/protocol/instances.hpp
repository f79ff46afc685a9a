// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each arm is built twice: A, A′, B, B′. What the two builds of one arm differ in is the floor of the comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "lower/arm.hpp"
#include "plan/plan.hpp"
#include "protocol/pool.hpp"

namespace assay::protocol {

/// One independent build of an arm: pipelines of its own, allocations drawn for each square.
struct Instance {
  std::size_t arm = 0;
  messages::TrackId timed = 0;
  messages::TrackId lead_in = 0;                ///< the same work without stamps
  std::vector<lower::RoleSource> roles{};       ///< of both
  std::uint32_t stamped_passes = 1;             ///< of one trial of `timed`
  messages::TrackId restore = 0;                ///< puts `restored` back before a slot; 0: nothing to put back
  std::vector<std::size_t> restored{};          ///< buffers
  std::vector<std::uint32_t> data_sets{};       ///< of each buffer of the plan
  messages::AllocationId bracket_parameters = 0, bracket_sink = 0, bracket_spare = 0;
};

/// Number of instances of a plan: two per arm; instance 2a is the arm, 2a+1 its duplicate.
[[nodiscard]] inline std::uint32_t instance_count(const plan::Plan& plan) {
  return static_cast<std::uint32_t>(2 * plan.arms.size());
}

/// "tree" or "tree′".
[[nodiscard]] std::string instance_name(const plan::Plan& plan, std::size_t instance);

/// Compiles and lowers one build of an arm; `label_prefix` stands before the label of each of its passes.
[[nodiscard]] Expected<Instance> build_instance(instrument::Device& device, const plan::Plan& plan, std::size_t arm,
                                                const std::string& label_prefix = "");

/// Compiles and lowers all instances in the order given (a permutation of 0 … instance_count − 1); the result is
/// indexed by instance.
[[nodiscard]] Expected<std::vector<Instance>> build_instances(instrument::Device& device, const plan::Plan& plan,
                                                              const std::vector<std::uint32_t>& creation_order);

/// How an instance is executed once.
struct Execution {
  std::uint32_t trials = 1;
  bool stamped = false;
  std::uint64_t first_data_set = 0;  ///< trial t uses data set first_data_set + t (mod the buffer's number of them)
};

/// One execution of an instance; `allocation` holds, per buffer of the plan, the index in the pool.
[[nodiscard]] messages::Slot slot_of(const Instance& instance, const Pool& pool,
                                     const std::vector<std::uint32_t>& allocation, Execution execution);

/// An untimed slot that puts back what the instance consumes; nothing where it consumes nothing.
[[nodiscard]] std::optional<messages::Slot> restore_slot(const Instance& instance, const Pool& pool,
                                                         const std::vector<std::uint32_t>& allocation);

/// Adds that slot to a submission, behind the one that puts back what it consumes.
void add_slots(messages::Submission& submission, const Instance& instance, const Pool& pool,
               const std::vector<std::uint32_t>& allocation, Execution execution);

/// The same place of the pool for every buffer: `index` mod its size.
[[nodiscard]] std::vector<std::uint32_t> one_place(const plan::Plan& plan, const Pool& pool, std::uint32_t index);

}  // namespace assay::protocol
