// SPDX-License-Identifier: Apache-2.0
#include "protocol/once.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "instrument/device.hpp"
#include "lower/arm.hpp"
#include "plan/load.hpp"
#include "protocol/comparability.hpp"
#include "protocol/device_wish.hpp"
#include "protocol/gates.hpp"
#include "protocol/instances.hpp"
#include "protocol/pool.hpp"
#include "protocol/random_stream.hpp"

namespace assay::protocol {
namespace {

Expected<instrument::Device> device_for(const plan::Plan& plan, const engine::Launcher& launch,
                                        const OnceOptions& options) {
  auto engine = launch();
  if (!engine) return fail(engine.error());
  auto wish = wish_of(plan, options.adapter);
  std::erase(wish.features, "timestamp-query");
  auto device = instrument::Device::open(std::move(*engine), wish);
  if (!device) return fail(too_large(device.error(), plan, wish));
  device->set_deadline_ms(options.deadline_ms);
  if (auto valid = plan::validate(plan, device->limits()); !valid) return fail(valid.error());
  return device;
}

/// The arm under names that a debugger shows, run once in a submission of its own.
Expected<void> run_labelled(instrument::Device& device, const plan::Plan& plan, const plan::Arm& arm, const Pool& pool,
                            std::vector<std::string>& labels) {
  std::vector<messages::KernelSource> sources;
  for (const auto& pipeline : lower::pipelines_of(arm)) sources.push_back(lower::source_of(plan, arm, pipeline, 0));
  const auto kernels = device.compile(std::move(sources));
  if (!kernels) return fail(kernels.error());
  auto lowered = lower::lower_arm(plan, arm, *kernels, device.fresh_track_id(), false);
  if (!lowered) return fail(lowered.error());
  messages::Slot slot{.track = lowered->track.id, .trials = 1};
  for (auto& op : lowered->track.ops) {
    auto* pass = std::get_if<messages::PassOp>(&op);
    if (pass == nullptr) continue;
    pass->label = fmt::format("{}: {}", arm.name, pass->label);
    labels.push_back(pass->label);
  }
  for (const std::size_t buffer : lowered->role_buffers) slot.roles.push_back(pool.at(buffer, 0));
  if (auto added = device.add_track(std::move(lowered->track)); !added) return fail(added.error());
  const auto answer = device.run({messages::Submission{.slots = {std::move(slot)}}});
  if (!answer) return fail(answer.error());
  return {};
}

}  // namespace

Expected<OnceOutcome> run_once(const plan::Plan& plan, const engine::Launcher& launch, const OnceOptions& options) {
  if (auto able = check_comparable(plan); !able) return fail(able.error());
  auto device = device_for(plan, launch, options);
  if (!device) return fail(device.error());
  const auto size = choose_pool(plan, instance_count(plan), options.memory_bytes);
  if (!size) return fail(size.error());
  RandomStream stream(options.seed, StreamPurpose::creation, 0);
  const std::uint32_t poison_seed = stream.next_u32();
  const auto instances = build_instances(*device, plan, stream.permutation(instance_count(plan)));
  if (!instances) return fail(instances.error());
  const auto pool = Pool::make(*device, plan, *size, poison_seed);
  if (!pool) return fail(pool.error());
  auto gate = run_gate(*device, plan, *pool, *instances, poison_seed);
  if (!gate) return fail(gate.error());
  OnceOutcome outcome{.gate = std::move(gate->record)};
  if (outcome.gate.passed) {
    for (const auto& arm : plan.arms) {
      if (auto ran = run_labelled(*device, plan, arm, *pool, outcome.passes); !ran) return fail(ran.error());
    }
  }
  device->engine().close();
  return outcome;
}

}  // namespace assay::protocol
