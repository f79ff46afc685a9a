// SPDX-License-Identifier: Apache-2.0
#include "protocol/instances.hpp"

#include <algorithm>

#include "lower/arm_state.hpp"
#include "lower/kernels.hpp"
#include "lower/restore.hpp"

namespace assay::protocol {

std::string instance_name(const plan::Plan& plan, std::size_t instance) {
  return plan.arms[instance / 2].name + (instance % 2 == 1 ? "′" : "");
}

namespace {

Expected<void> add_brackets(instrument::Device& device, Instance& instance) {
  const auto parameters = device.parameters(lower::spacer_parameters(0));
  if (!parameters) return fail(parameters.error());
  const auto sink = device.scratch(4, 1), spare = device.scratch(4, 2);
  if (!sink) return fail(sink.error());
  if (!spare) return fail(spare.error());
  instance.bracket_parameters = *parameters;
  instance.bracket_sink = *sink;
  instance.bracket_spare = *spare;
  return {};
}

Expected<void> add_restore(instrument::Device& device, const plan::Plan& plan, const plan::Arm& arm,
                           Instance& instance) {
  instance.restored = lower::restored_each_slot(plan, arm);
  if (instance.restored.empty()) return {};
  std::vector<std::uint64_t> bytes;
  for (const std::size_t buffer : instance.restored) bytes.push_back(lower::all_bytes(plan.buffers[buffer]));
  instance.restore = device.fresh_track_id();
  return device.add_track(lower::restore_track(instance.restore, bytes));
}

messages::AllocationId allocation_of(const Instance& instance, const Pool& pool,
                                     const std::vector<std::uint32_t>& allocation, lower::RoleSource role) {
  using Kind = lower::RoleSource::Kind;
  switch (role.kind) {
    case Kind::buffer: return pool.at(role.buffer, allocation[role.buffer]);
    case Kind::pristine: return pool.pristine(role.buffer).value_or(instrument::Region{}).allocation;
    case Kind::bracket_parameters: return instance.bracket_parameters;
    case Kind::bracket_sink: return instance.bracket_sink;
    case Kind::bracket_spare: return instance.bracket_spare;
  }
  return 0;
}

}  // namespace

Expected<Instance> build_instance(instrument::Device& device, const plan::Plan& plan, std::size_t arm_index,
                                  const std::string& label_prefix) {
  Instance instance{.arm = arm_index};
  const auto& arm = plan.arms[arm_index];
  std::vector<messages::KernelSource> sources;
  for (const auto& pipeline : lower::pipelines_of(arm)) sources.push_back(lower::source_of(plan, arm, pipeline, 0));
  const auto kernels = device.compile(std::move(sources));
  if (!kernels) return fail(kernels.error());
  lower::ArmLoweringOptions options{.trials = lower::trials_of(plan)};
  if (lower::needs_brackets(plan)) {
    const auto spacer = device.helper(lower::Helper::spacer);
    if (!spacer) return fail(spacer.error());
    options.bracket = *spacer;
  }
  // Only trials that lie apart have anything put back or put between passes of ours.
  if (options.trials == messages::Track::Trials::around) {
    if (auto added = add_brackets(device, instance); !added) return fail(added.error());
  }
  for (const bool stamped : {true, false}) {
    options.stamped = stamped;
    const auto id = device.fresh_track_id();
    auto lowered = lower::lower_arm(plan, arm, *kernels, id, options);
    if (!lowered) return fail(lowered.error());
    for (auto& op : lowered->track.ops) {
      if (auto* pass = std::get_if<messages::PassOp>(&op)) pass->label = label_prefix + pass->label;
    }
    if (stamped) instance.stamped_passes = lowered->stamped_passes;
    instance.roles = std::move(lowered->roles);
    (stamped ? instance.timed : instance.lead_in) = id;
    if (auto added = device.add_track(lowered->track); !added) return fail(added.error());
  }
  for (const auto& buffer : plan.buffers) instance.data_sets.push_back(std::max(1U, buffer.rotate));
  if (auto added = add_restore(device, plan, arm, instance); !added) return fail(added.error());
  return instance;
}

Expected<std::vector<Instance>> build_instances(instrument::Device& device, const plan::Plan& plan,
                                                const std::vector<std::uint32_t>& creation_order) {
  std::vector<Instance> instances(instance_count(plan));
  for (const std::uint32_t index : creation_order) {
    auto built = build_instance(device, plan, index / 2);
    if (!built) return fail(built.error());
    instances[index] = std::move(*built);
  }
  return instances;
}

messages::Slot slot_of(const Instance& instance, const Pool& pool, const std::vector<std::uint32_t>& allocation,
                       Execution execution) {
  messages::Slot slot{.track = execution.stamped ? instance.timed : instance.lead_in, .trials = execution.trials};
  for (const auto& role : instance.roles) {
    const auto number = static_cast<messages::Role>(slot.roles.size());
    slot.roles.push_back(allocation_of(instance, pool, allocation, role));
    const std::uint32_t sets = instance.data_sets[role.buffer];
    if (role.kind != lower::RoleSource::Kind::buffer || sets == 1) continue;
    auto& offsets = slot.offsets[number];
    const std::uint64_t bytes = pool.region(role.buffer, 0).bytes;
    for (std::uint32_t t = 0; t < sets; ++t) offsets.push_back((execution.first_data_set + t) % sets * bytes);
  }
  return slot;
}

std::optional<messages::Slot> restore_slot(const Instance& instance, const Pool& pool,
                                           const std::vector<std::uint32_t>& allocation) {
  if (instance.restore == 0) return std::nullopt;
  messages::Slot restore{.track = instance.restore};
  for (const std::size_t buffer : instance.restored) {
    restore.roles.push_back(pool.pristine(buffer).value_or(instrument::Region{}).allocation);
    restore.roles.push_back(pool.at(buffer, allocation[buffer]));
  }
  return restore;
}

void add_slots(messages::Submission& submission, const Instance& instance, const Pool& pool,
               const std::vector<std::uint32_t>& allocation, Execution execution) {
  if (auto restore = restore_slot(instance, pool, allocation)) submission.slots.push_back(std::move(*restore));
  submission.slots.push_back(slot_of(instance, pool, allocation, execution));
}

std::vector<std::uint32_t> one_place(const plan::Plan& plan, const Pool& pool, std::uint32_t index) {
  return std::vector<std::uint32_t>(plan.buffers.size(), index % pool.per_buffer());
}

}  // namespace assay::protocol
