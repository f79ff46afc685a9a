// SPDX-License-Identifier: Apache-2.0
#include "protocol/once.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "instrument/device.hpp"
#include "lower/arm.hpp"
#include "plan/load.hpp"
#include "protocol/bring_up.hpp"
#include "protocol/comparability.hpp"
#include "protocol/gates.hpp"
#include "protocol/instances.hpp"
#include "protocol/pool.hpp"
#include "protocol/random_stream.hpp"

namespace assay::protocol {
namespace {

Expected<instrument::Device> device_for(const plan::Plan& plan, const engine::Launcher& launch,
                                        const OnceOptions& options) {
  auto device = open_device(
      plan, launch,
      {.adapter = options.adapter, .toggles = options.toggles, .deadline_ms = options.deadline_ms, .clock = false});
  if (!device) return device;
  if (auto valid = plan::validate(plan, device->limits()); !valid) return fail(valid.error());
  return device;
}

/// The arm under names that a debugger shows, run once in a submission of its own.
Expected<void> run_labelled(instrument::Device& device, const plan::Plan& plan, std::size_t index, const Pool& pool,
                            std::vector<std::string>& labels) {
  const auto& arm = plan.arms[index];
  const std::string prefix = arm.name + ": ";
  const auto instance = build_instance(device, plan, index, prefix);
  if (!instance) return fail(instance.error());
  for (const auto& step : arm.steps) {
    if (const auto* pass = std::get_if<plan::Pass>(&step)) labels.push_back(prefix + pass->label);
  }
  messages::Submission submission;
  add_slots(submission, *instance, pool, std::vector<std::uint32_t>(plan.buffers.size(), 0), {});
  const auto answer = device.run({std::move(submission)});
  if (!answer) return fail(answer.error());
  return {};
}

}  // namespace

Expected<OnceOutcome> run_once(const plan::Plan& plan, const engine::Launcher& launch, const OnceOptions& options) {
  if (auto able = check_comparable(plan); !able) return fail(able.error());
  const auto references = references_of(plan, options.commanded);
  if (!references) return fail(references.error());
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
  auto gate = run_gate(*device, plan, *pool, *instances, {.poison_seed = poison_seed, .references = *references});
  if (!gate) return fail(gate.error());
  OnceOutcome outcome{.gate = std::move(gate->record)};
  if (outcome.gate.passed) {
    for (std::size_t arm = 0; arm < plan.arms.size(); ++arm) {
      if (auto ran = run_labelled(*device, plan, arm, *pool, outcome.passes); !ran) return fail(ran.error());
    }
  }
  device->engine().close();
  return outcome;
}

}  // namespace assay::protocol
