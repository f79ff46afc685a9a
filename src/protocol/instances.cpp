// SPDX-License-Identifier: Apache-2.0
#include "protocol/instances.hpp"

#include "lower/arm.hpp"

namespace assay::protocol {

std::string instance_name(const plan::Plan& plan, std::size_t instance) {
  return plan.arms[instance / 2].name + (instance % 2 == 1 ? "′" : "");
}

Expected<std::vector<Instance>> build_instances(instrument::Device& device, const plan::Plan& plan,
                                                const std::vector<std::uint32_t>& creation_order) {
  std::vector<Instance> instances(instance_count(plan));
  for (const std::uint32_t index : creation_order) {
    Instance& instance = instances[index];
    instance.arm = index / 2;
    const auto& arm = plan.arms[instance.arm];
    std::vector<messages::KernelSource> sources;
    for (const auto& pipeline : lower::pipelines_of(arm)) sources.push_back(lower::source_of(plan, arm, pipeline, 0));
    const auto kernels = device.compile(std::move(sources));
    if (!kernels) return fail(kernels.error());
    for (const bool stamped : {true, false}) {
      const auto id = device.fresh_track_id();
      auto lowered = lower::lower_arm(plan, arm, *kernels, id, stamped);
      if (!lowered) return fail(lowered.error());
      instance.role_buffers = lowered->role_buffers;
      (stamped ? instance.timed : instance.lead_in) = id;
      if (auto added = device.add_track(std::move(lowered->track)); !added) return fail(added.error());
    }
  }
  return instances;
}

messages::Slot slot_of(const Instance& instance, const Pool& pool, const std::vector<std::uint32_t>& allocation,
                       std::uint32_t trials, bool stamped) {
  messages::Slot slot{.track = stamped ? instance.timed : instance.lead_in, .trials = trials};
  for (const std::size_t buffer : instance.role_buffers) slot.roles.push_back(pool.at(buffer, allocation[buffer]));
  return slot;
}

}  // namespace assay::protocol
