// SPDX-License-Identifier: Apache-2.0
#include "protocol/consumed_fills.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "lower/arm_state.hpp"

namespace assay::protocol {
namespace {

using Digests = std::vector<lower::Digest>;

/// Buffers that hold data of the probe's, are written, and are kept because nobody said otherwise.
std::vector<std::size_t> undeclared(const plan::Plan& plan) {
  std::vector<std::size_t> buffers;
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    if (lower::is_refilled_at_gates(plan, b) && !plan.buffers[b].keep_declared) buffers.push_back(b);
  }
  return buffers;
}

Unexpected consumed(const plan::Plan& plan, const plan::Arm& arm, const plan::Buffer& buffer) {
  return fail(
      {.fault = Fault::bad_input,
       .what = fmt::format("{} changes '{}', which the probe fills: every trial but the first would work on what the "
                           "one before it left, and not on that data",
                           arm.name, buffer.name),
       .where = buffer.where.empty() ? plan.probe : buffer.where,
       .advice = fmt::format("say what a trial finds: each_trial = \"restore\" (the fill again, outside the timed "
                             "span), \"zero\", {{ rotate = N }}, or \"keep\" where that is meant; of .wgsl files "
                             "--buffer {}:…=FILL@restore",
                             buffer.name)});
}

}  // namespace

Expected<void> check_fills_last(instrument::Device& device, const plan::Plan& plan, const Pool& pool,
                                const std::vector<Instance>& instances, std::uint32_t shift) {
  const auto buffers = undeclared(plan);
  if (buffers.empty()) return {};
  for (std::size_t i = 0; i < instances.size(); i += 2) {  // the first instance of each arm
    const auto place = one_place(plan, pool, static_cast<std::uint32_t>(i) + shift);
    const std::uint32_t index = place.front();
    messages::Submission fills, work;
    for (const std::size_t b : buffers) {
      auto slot = pool.refill(device, plan, b, index);
      if (!slot) return fail(slot.error());
      fills.slots.push_back(std::move(*slot));
    }
    if (auto filled = device.run({std::move(fills)}); !filled) return fail(filled.error());
    const auto all = [&]() -> Expected<Digests> {
      Digests digests;
      for (const std::size_t b : buffers) {
        const auto digest = device.digest(pool.region(b, index));
        if (!digest) return fail(digest.error());
        digests.push_back(*digest);
      }
      return digests;
    };
    const auto before = all();
    if (!before) return fail(before.error());
    add_slots(work, instances[i], pool, place, {.trials = 1});
    if (auto ran = device.run({std::move(work)}); !ran) return fail(ran.error());
    const auto after = all();
    if (!after) return fail(after.error());
    for (std::size_t k = 0; k < buffers.size(); ++k) {
      if ((*before)[k] != (*after)[k]) return consumed(plan, plan.arms[instances[i].arm], plan.buffers[buffers[k]]);
    }
  }
  return {};
}

}  // namespace assay::protocol
