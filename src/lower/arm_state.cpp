// SPDX-License-Identifier: Apache-2.0
#include "lower/arm_state.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "lower/kernels.hpp"

namespace assay::lower {
namespace {

using Access = plan::Kernel::Reflection::Slot::Access;

bool is_output(const plan::Plan& plan, std::size_t buffer) {
  const auto& outputs = plan.check.outputs;
  return std::find(outputs.begin(), outputs.end(), buffer) != outputs.end();
}

bool is_reset(const plan::Buffer& buffer) {
  return buffer.each_trial == plan::EachTrial::zero || buffer.each_trial == plan::EachTrial::restore;
}

std::vector<std::size_t> buffers_of_step(const plan::Step& step) {
  std::vector<std::size_t> buffers;
  if (const auto* pass = std::get_if<plan::Pass>(&step)) {
    for (const auto& dispatch : pass->dispatches) {
      for (const auto& binding : dispatch.bindings) buffers.push_back(binding.buffer);
      if (const auto* indirect = std::get_if<plan::Indirect>(&dispatch.workgroups)) {
        buffers.push_back(indirect->buffer);
      }
    }
  } else if (const auto* clear = std::get_if<plan::Clear>(&step)) {
    for (const auto& range : clear->ranges) buffers.push_back(range.buffer);
  } else {
    const auto& copy = std::get<plan::Copy>(step);
    buffers = {copy.from.buffer, copy.to.buffer};
  }
  return buffers;
}

bool writes_buffer(const plan::Plan& plan, const plan::Step& step, std::size_t buffer) {
  if (const auto* pass = std::get_if<plan::Pass>(&step)) {
    for (const auto& dispatch : pass->dispatches) {
      for (const auto& binding : dispatch.bindings) {
        if (binding.buffer == buffer && writes(plan, dispatch, binding)) return true;
      }
    }
    return false;
  }
  if (const auto* clear = std::get_if<plan::Clear>(&step)) {
    return std::any_of(clear->ranges.begin(), clear->ranges.end(),
                       [&](const auto& range) { return range.buffer == buffer; });
  }
  return std::get<plan::Copy>(step).to.buffer == buffer;
}

bool is_pass(const plan::Step& step) { return std::holds_alternative<plan::Pass>(step); }

bool touches(const plan::Arm& arm, std::size_t buffer) {
  const auto all = touched_by(arm);
  return std::find(all.begin(), all.end(), buffer) != all.end();
}

}  // namespace

bool writes(const plan::Plan& plan, const plan::Dispatch& dispatch, const plan::Binding& binding) {
  for (const auto& slot : plan.kernels[dispatch.kernel].reflection.slots) {
    if (slot.group == binding.group && slot.binding == binding.binding) return slot.access == Access::read_write;
  }
  return false;
}

std::vector<std::size_t> touched_by(const plan::Arm& arm) {
  std::vector<std::size_t> buffers;
  for (const auto& step : arm.steps) {
    for (const std::size_t buffer : buffers_of_step(step)) {
      if (std::find(buffers.begin(), buffers.end(), buffer) == buffers.end()) buffers.push_back(buffer);
    }
  }
  return buffers;
}

bool is_written_by(const plan::Plan& plan, const plan::Arm& arm, std::size_t buffer) {
  return std::any_of(arm.steps.begin(), arm.steps.end(),
                     [&](const auto& step) { return writes_buffer(plan, step, buffer); });
}

bool is_written(const plan::Plan& plan, std::size_t buffer) {
  return std::any_of(plan.arms.begin(), plan.arms.end(),
                     [&](const auto& arm) { return is_written_by(plan, arm, buffer); });
}

bool is_poisoned(const plan::Plan& plan, std::size_t buffer) {
  return is_output(plan, buffer) && !plan.buffers[buffer].fill.declared;
}

bool keeps_poison(const plan::Plan& plan, std::size_t buffer) {
  return is_poisoned(plan, buffer) && !is_reset(plan.buffers[buffer]);
}

bool is_scratch(const plan::Plan& plan, std::size_t buffer) {
  if (plan.buffers[buffer].fill.declared || is_output(plan, buffer) || is_reset(plan.buffers[buffer])) return false;
  return is_written(plan, buffer) && std::all_of(plan.arms.begin(), plan.arms.end(), [&](const auto& arm) {
           return !touches(arm, buffer) || is_written_by(plan, arm, buffer);
         });
}

bool needs_pristine(const plan::Plan& plan, std::size_t buffer) {
  const auto& one = plan.buffers[buffer];
  if (one.each_trial == plan::EachTrial::restore) return true;
  if (!is_written(plan, buffer) || is_poisoned(plan, buffer) || is_scratch(plan, buffer)) return false;
  return one.each_trial == plan::EachTrial::rotate || !is_made_on_device(one.fill);
}

bool is_refilled_at_gates(const plan::Plan& plan, std::size_t buffer) {
  const auto each_trial = plan.buffers[buffer].each_trial;
  return each_trial == plan::EachTrial::keep && is_written(plan, buffer) && !is_poisoned(plan, buffer) &&
         !is_scratch(plan, buffer);
}

messages::Track::Trials trials_of(const plan::Plan& plan) {
  for (const auto& arm : plan.arms) {
    if (!plan::is_one_pass(arm)) return messages::Track::Trials::around;
    for (const std::size_t buffer : touched_by(arm)) {
      if (is_reset(plan.buffers[buffer])) return messages::Track::Trials::around;
    }
  }
  return messages::Track::Trials::inside;
}

bool needs_brackets(const plan::Plan& plan) {
  return std::any_of(plan.arms.begin(), plan.arms.end(), [](const auto& arm) {
    return !arm.steps.empty() && (!is_pass(arm.steps.front()) || !is_pass(arm.steps.back()));
  });
}

std::uint64_t data_sets(const plan::Plan& plan) {
  std::uint64_t sets = 1;
  for (const auto& buffer : plan.buffers) sets = std::lcm(sets, std::uint64_t{std::max(1U, buffer.rotate)});
  return sets;
}

std::uint64_t most_trials(const plan::Plan& plan, std::uint64_t limit) {
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    if (plan.buffers[b].rotate > 1 && needs_pristine(plan, b)) {
      limit = std::min<std::uint64_t>(limit, plan.buffers[b].rotate);
    }
  }
  return limit;
}

}  // namespace assay::lower
