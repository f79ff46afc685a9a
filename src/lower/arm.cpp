// SPDX-License-Identifier: Apache-2.0
#include "lower/arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lower/fill_check.hpp"

namespace assay::lower {
namespace {

using messages::Role;
using Access = plan::Kernel::Reflection::Slot::Access;

Unexpected not_yet(const plan::Arm& arm, std::string what, std::string value, std::string limit, std::string advice) {
  return fail({.fault = Fault::bad_input,
               .what = "not yet: " + std::move(what),
               .value = std::move(value),
               .limit = std::move(limit),
               .where = fmt::format("arm '{}'", arm.name),
               .advice = std::move(advice)});
}

/// How a kernel uses a binding, as its text says; nothing when the text does not declare it.
std::optional<Access> access_of(const plan::Kernel& kernel, const plan::Binding& binding) {
  for (const auto& slot : kernel.reflection.slots) {
    if (slot.group == binding.group && slot.binding == binding.binding) return slot.access;
  }
  return std::nullopt;
}

Expected<const plan::Pass*> only_pass(const plan::Arm& arm) {
  constexpr auto kAdvice = "this version runs arms of one pass";
  for (const auto& step : arm.steps) {
    if (std::holds_alternative<plan::Clear>(step)) {
      return not_yet(arm, "an arm that clears buffers", "clear", "one pass", kAdvice);
    }
    if (std::holds_alternative<plan::Copy>(step)) {
      return not_yet(arm, "an arm that copies buffers", "copy", "one pass", kAdvice);
    }
  }
  if (arm.steps.size() > 1) {
    return not_yet(arm, "an arm of several passes", fmt::format("{} passes", arm.steps.size()), "one pass", kAdvice);
  }
  if (arm.steps.empty() || std::get<plan::Pass>(arm.steps.front()).dispatches.empty()) {
    return fail({.fault = Fault::bad_input,
                 .what = "the arm dispatches nothing",
                 .where = fmt::format("arm '{}'", arm.name),
                 .advice = "give it a step with a kernel"});
  }
  return &std::get<plan::Pass>(arm.steps.front());
}

/// The buffer's state must be what every trial finds: filled once, never reset.
Expected<void> check_buffer(const plan::Plan& plan, const plan::Arm& arm, std::size_t index) {
  const plan::Buffer& buffer = plan.buffers[index];
  if (buffer.each_trial != plan::EachTrial::keep) {
    const char* const word = buffer.each_trial == plan::EachTrial::zero      ? "zero"
                             : buffer.each_trial == plan::EachTrial::restore ? "restore"
                                                                             : "rotate";
    return not_yet(arm, fmt::format("buffer '{}' changes between trials", buffer.name),
                   fmt::format("each_trial = {}", word), "each_trial = keep",
                   "this version runs arms whose trials need no reset");
  }
  const auto& outputs = plan.check.outputs;
  if (buffer.fill.declared && std::find(outputs.begin(), outputs.end(), index) != outputs.end()) {
    return not_yet(arm, fmt::format("output '{}' is also an input", buffer.name), "an output with a fill",
                   "outputs without a fill", "this version poisons every output: write the result to another buffer");
  }
  return fill_check(buffer);
}

/// Collects the roles of one arm and turns its dispatches into those of a track.
class ArmLowering {
 public:
  ArmLowering(const plan::Plan& plan, const plan::Arm& arm, const std::vector<messages::KernelId>& kernel_ids)
      : plan_(plan), arm_(arm), pipelines_(pipelines_of(arm)), kernel_ids_(kernel_ids) {}

  Expected<messages::TrackDispatch> lower(const plan::Dispatch& dispatch) {
    const auto* const groups = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.workgroups);
    if (groups == nullptr) {
      return not_yet(arm_, "an indirect dispatch", "indirect", "workgroups",
                     "this version runs dispatches with a number of workgroups");
    }
    auto kernel = kernel_id(dispatch);
    if (!kernel) return tl::unexpected(std::move(kernel.error()));
    messages::TrackDispatch result{.kernel = *kernel, .groups = *groups};
    for (const plan::Binding& binding : dispatch.bindings) {
      auto role = role_of(dispatch, binding);
      if (!role) return tl::unexpected(std::move(role.error()));
      result.bindings.push_back({.group = binding.group,
                                 .binding = binding.binding,
                                 .role = *role,
                                 .offset = binding.offset,
                                 .size = binding.size});
    }
    return result;
  }

  /// The role that orders this arm against its neighbours: one that it writes, or the first where it writes none (the
  /// gate will say so: such an arm leaves every output poisoned).
  [[nodiscard]] std::optional<Role> fence_role() const {
    if (written_) return written_;
    if (!role_buffers_.empty()) return Role{0};
    return std::nullopt;
  }

  [[nodiscard]] std::vector<std::size_t> take_role_buffers() { return std::move(role_buffers_); }

 private:
  Expected<messages::KernelId> kernel_id(const plan::Dispatch& dispatch) const {
    const auto found = std::find(pipelines_.begin(), pipelines_.end(),
                                 Pipeline{.kernel = dispatch.kernel, .overrides = dispatch.overrides});
    const auto index = static_cast<std::size_t>(found - pipelines_.begin());
    if (pipelines_.size() == kernel_ids_.size()) return kernel_ids_[index];
    return fail({.fault = Fault::internal,
                 .what = "an arm was lowered with the wrong number of kernel ids",
                 .value = fmt::format("{} ids", kernel_ids_.size()),
                 .limit = fmt::format("{} pipelines", pipelines_.size()),
                 .where = fmt::format("arm '{}'", arm_.name)});
  }

  Expected<Role> role_of(const plan::Dispatch& dispatch, const plan::Binding& binding) {
    auto found = std::find(role_buffers_.begin(), role_buffers_.end(), binding.buffer);
    if (found == role_buffers_.end()) {
      if (auto checked = check_buffer(plan_, arm_, binding.buffer); !checked) {
        return tl::unexpected(std::move(checked.error()));
      }
      found = role_buffers_.insert(role_buffers_.end(), binding.buffer);
    }
    const auto role = static_cast<Role>(found - role_buffers_.begin());
    const bool writes = access_of(plan_.kernels[dispatch.kernel], binding) == Access::read_write;
    if (writes && !written_) written_ = role;
    return role;
  }

  const plan::Plan& plan_;
  const plan::Arm& arm_;
  const std::vector<Pipeline> pipelines_;
  const std::vector<messages::KernelId>& kernel_ids_;
  std::vector<std::size_t> role_buffers_{};
  std::optional<Role> written_{};
};

std::string iteration_text(const plan::Pass& pass) {
  std::string text;
  for (const auto& [name, value] : pass.iteration) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

}  // namespace

std::vector<Pipeline> pipelines_of(const plan::Arm& arm) {
  std::vector<Pipeline> pipelines;
  for (const auto& step : arm.steps) {
    const auto* const pass = std::get_if<plan::Pass>(&step);
    if (pass == nullptr) continue;
    for (const plan::Dispatch& dispatch : pass->dispatches) {
      Pipeline pipeline{.kernel = dispatch.kernel, .overrides = dispatch.overrides};
      if (std::find(pipelines.begin(), pipelines.end(), pipeline) == pipelines.end()) {
        pipelines.push_back(std::move(pipeline));
      }
    }
  }
  return pipelines;
}

messages::KernelSource source_of(const plan::Plan& plan, const plan::Arm& arm, const Pipeline& pipeline,
                                 messages::KernelId id) {
  const plan::Kernel& kernel = plan.kernels[pipeline.kernel];
  return {.id = id,
          .label = kernel.file.empty() ? kernel.name : kernel.file.filename().string(),
          .wgsl = kernel.wgsl,
          .entry = kernel.entry,
          .overrides = pipeline.overrides,
          .requires_features = arm.requires_features};
}

Expected<LoweredArm> lower_arm(const plan::Plan& plan, const plan::Arm& arm,
                               const std::vector<messages::KernelId>& kernel_ids, messages::TrackId id, bool stamped) {
  auto pass = only_pass(arm);
  if (!pass) return tl::unexpected(std::move(pass.error()));

  ArmLowering lowering(plan, arm, kernel_ids);
  messages::PassOp op{.label = (*pass)->label, .iteration = iteration_text(**pass), .stamped = stamped};
  for (const plan::Dispatch& dispatch : (*pass)->dispatches) {
    auto lowered = lowering.lower(dispatch);
    if (!lowered) return tl::unexpected(std::move(lowered.error()));
    op.dispatches.push_back(std::move(*lowered));
  }

  const auto fence = lowering.fence_role();
  if (!fence) {
    return fail({.fault = Fault::bad_input,
                 .what = "the arm binds no buffer, so nothing can order it or check it",
                 .where = fmt::format("arm '{}'", arm.name),
                 .advice = "bind an output"});
  }
  LoweredArm result{.role_buffers = lowering.take_role_buffers()};
  result.track.id = id;
  result.track.roles = static_cast<std::uint32_t>(result.role_buffers.size());
  result.track.trials = messages::Track::Trials::inside;
  result.track.ops.emplace_back(messages::FenceOp{.before = fence});
  result.track.ops.emplace_back(std::move(op));
  result.track.ops.emplace_back(messages::FenceOp{.after = fence});
  return result;
}

std::vector<messages::Usage> usages_of(const plan::Plan& plan) {
  std::vector<messages::Usage> usages;
  usages.reserve(plan.buffers.size());
  for (const plan::Buffer& buffer : plan.buffers) {
    usages.push_back(buffer.uniform ? messages::Usage::uniform : messages::Usage::storage);
  }
  for (const plan::Arm& arm : plan.arms) {
    for (const auto& step : arm.steps) {
      const auto* const pass = std::get_if<plan::Pass>(&step);
      if (pass == nullptr) continue;
      for (const plan::Dispatch& dispatch : pass->dispatches) {
        if (const auto* const indirect = std::get_if<plan::Indirect>(&dispatch.workgroups)) {
          usages[indirect->buffer] = messages::Usage::indirect;
        }
      }
    }
  }
  return usages;
}

}  // namespace assay::lower
