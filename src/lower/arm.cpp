// SPDX-License-Identifier: Apache-2.0
#include "lower/arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "lower/arm_state.hpp"
#include "lower/fill_check.hpp"
#include "lower/kernels.hpp"

namespace assay::lower {
namespace {

using messages::Role;
using Kind = RoleSource::Kind;

constexpr std::uint64_t kWord = 4;

Unexpected refuse_arm(const plan::Arm& arm, std::string what, std::string advice) {
  return fail({.fault = Fault::bad_input,
               .what = std::move(what),
               .where = fmt::format("arm '{}'", arm.name),
               .advice = std::move(advice)});
}

/// Collects the roles of one arm and turns its steps into the ops of a track.
class ArmLowering {
 public:
  ArmLowering(const plan::Plan& plan, const plan::Arm& arm, const std::vector<messages::KernelId>& kernel_ids,
              const ArmLoweringOptions& options)
      : plan_(plan), arm_(arm), options_(options), pipelines_(pipelines_of(arm)), kernel_ids_(kernel_ids) {}

  Expected<LoweredArm> lower(messages::TrackId id) {
    if (auto fit = check(); !fit) return fail(std::move(fit.error()));
    const auto first = fence_buffer(false), last = fence_buffer(true);
    if (!first || !last)
      return refuse_arm(arm_, "the arm binds no buffer, so nothing can order it or check it", "bind an output");
    // Roles are handed out in the order of use, so that tracks of one plan always look alike.
    for (const std::size_t buffer : touched_by(arm_)) static_cast<void>(role({.buffer = buffer}));
    emit(messages::FenceOp{.before = role({.buffer = *first})});
    if (options_.trials == messages::Track::Trials::around) put_back(*first);
    if (options_.bracket) open_bracket(*first);
    for (const auto& step : arm_.steps) std::visit([this](const auto& one) { add(one); }, step);
    const Role out = options_.bracket ? close_bracket(*last) : role({.buffer = *last});
    emit(messages::FenceOp{.after = out});
    LoweredArm result{
        .track = {.id = id, .roles = static_cast<std::uint32_t>(roles_.size()), .trials = options_.trials}};
    result.track.ops = std::move(ops_);
    result.roles = std::move(roles_);
    for (const auto& op : result.track.ops) {
      const auto* pass = std::get_if<messages::PassOp>(&op);
      if (pass != nullptr && pass->stamped) ++result.stamped_passes;
    }
    return result;
  }

 private:
  Expected<void> check() const {
    if (plan::pass_count(arm_) == 0)
      return refuse_arm(arm_, "the arm dispatches nothing", "give it a step with a kernel");
    for (const auto& step : arm_.steps) {
      const auto* pass = std::get_if<plan::Pass>(&step);
      if (pass != nullptr && pass->dispatches.empty()) {
        return refuse_arm(arm_, "a pass of the arm dispatches nothing", "give it a kernel or leave it out");
      }
    }
    for (const std::size_t buffer : touched_by(arm_)) {
      if (auto fits = fill_check(plan_.buffers[buffer]); !fits) return fits;
    }
    if (pipelines_.size() == kernel_ids_.size()) return {};
    return fail({.fault = Fault::internal,
                 .what = "an arm was lowered with the wrong number of kernel ids",
                 .value = fmt::format("{} ids", kernel_ids_.size()),
                 .limit = fmt::format("{} pipelines", pipelines_.size()),
                 .where = fmt::format("arm '{}'", arm_.name)});
  }

  Role role(RoleSource source) {
    const auto found = std::find(roles_.begin(), roles_.end(), source);
    if (found != roles_.end()) return static_cast<Role>(found - roles_.begin());
    roles_.push_back(source);
    return static_cast<Role>(roles_.size() - 1);
  }

  template <class OneOp>
  void emit(OneOp op) {
    ops_.emplace_back(std::move(op));
  }

  /// The buffer that orders the arm against its neighbours: one that its first (or last) pass writes, or the first that
  /// it binds where it writes none (the gate will say so: such an arm leaves every output poisoned).
  [[nodiscard]] std::optional<std::size_t> fence_buffer(bool of_last) const {
    std::vector<const plan::Pass*> passes;
    for (const auto& step : arm_.steps) {
      if (const auto* pass = std::get_if<plan::Pass>(&step)) passes.push_back(pass);
    }
    if (of_last) std::reverse(passes.begin(), passes.end());
    std::optional<std::size_t> bound;
    for (const auto* pass : passes) {
      for (const auto& dispatch : pass->dispatches) {
        for (const auto& binding : dispatch.bindings) {
          if (writes(plan_, dispatch, binding)) return binding.buffer;
          if (!bound) bound = binding.buffer;
        }
      }
      if (bound) return bound;
    }
    return bound;
  }

  /// Before a trial: zero or restore what the plan says. The copy at the end makes the first pass wait for all of it,
  /// although it may touch none of these buffers: a barrier of one buffer from copies to passes holds back all passes.
  void put_back(std::size_t first) {
    bool any = false;
    for (const std::size_t buffer : touched_by(arm_)) {
      const auto& one = plan_.buffers[buffer];
      if (one.each_trial == plan::EachTrial::zero) {
        emit(messages::ClearOp{.role = role({.buffer = buffer}), .offset = 0, .size = one.bytes()});
      } else if (one.each_trial == plan::EachTrial::restore) {
        emit(messages::CopyOp{.from = role({.kind = Kind::pristine, .buffer = buffer}),
                              .to = role({.buffer = buffer}),
                              .size = one.bytes()});
      } else {
        continue;
      }
      any = true;
    }
    if (any) look_at(first);
  }

  /// Four bytes of a buffer into the sink: what writes or reads the sink next waits for what wrote the buffer.
  void look_at(std::size_t buffer) {
    emit(messages::CopyOp{.from = role({.buffer = buffer}), .to = role({.kind = Kind::bracket_sink}), .size = kWord});
  }

  void bracket_pass(const char* label) {
    messages::PassOp pass{.label = label, .stamped = options_.stamped};
    messages::TrackDispatch dispatch{.kernel = *options_.bracket, .groups = std::array<std::uint32_t, 3>{1, 1, 1}};
    dispatch.bindings = {{.binding = 0,
                          .role = role({.kind = Kind::bracket_parameters}),
                          .size = kParameterWords * sizeof(std::uint32_t)},
                         {.binding = 1, .role = role({.kind = Kind::bracket_sink}), .size = kWord}};
    pass.dispatches.push_back(std::move(dispatch));
    emit(std::move(pass));
  }

  /// An empty pass, and a copy out of what it wrote, so that the clears and copies of the arm's first steps begin after
  /// its stamp.
  void open_bracket(std::size_t first) {
    look_at(first);
    bracket_pass("assay open");
    emit(messages::CopyOp{
        .from = role({.kind = Kind::bracket_sink}), .to = role({.kind = Kind::bracket_spare}), .size = kWord});
  }

  /// Copies out of all that the last steps wrote, then an empty pass: its end stamp lies behind them.
  Role close_bracket(std::size_t last) {
    look_at(last);
    for (const auto& step : std::views::reverse(arm_.steps)) {
      if (std::holds_alternative<plan::Pass>(step)) break;
      if (const auto* clear = std::get_if<plan::Clear>(&step)) {
        for (const auto& range : clear->ranges) look_at(range.buffer);
      } else {
        look_at(std::get<plan::Copy>(step).to.buffer);
      }
    }
    bracket_pass("assay close");
    return role({.kind = Kind::bracket_sink});
  }

  void add(const plan::Pass& pass) {
    messages::PassOp op{.label = pass.label, .iteration = iteration_text(pass), .stamped = options_.stamped};
    for (const plan::Dispatch& dispatch : pass.dispatches) op.dispatches.push_back(lowered(dispatch));
    emit(std::move(op));
  }

  void add(const plan::Clear& clear) {
    for (const auto& range : clear.ranges) {
      emit(messages::ClearOp{.role = role({.buffer = range.buffer}), .offset = range.offset, .size = range.size});
    }
  }

  void add(const plan::Copy& copy) {
    emit(messages::CopyOp{.from = role({.buffer = copy.from.buffer}),
                          .to = role({.buffer = copy.to.buffer}),
                          .from_offset = copy.from.offset,
                          .to_offset = copy.to.offset,
                          .size = copy.from.size});
  }

  messages::TrackDispatch lowered(const plan::Dispatch& dispatch) {
    const auto found = std::find(pipelines_.begin(), pipelines_.end(),
                                 Pipeline{.kernel = dispatch.kernel, .overrides = dispatch.overrides});
    messages::TrackDispatch result{.kernel = kernel_ids_[static_cast<std::size_t>(found - pipelines_.begin())]};
    for (const plan::Binding& binding : dispatch.bindings) {
      result.bindings.push_back({.group = binding.group,
                                 .binding = binding.binding,
                                 .role = role({.buffer = binding.buffer}),
                                 .offset = binding.offset,
                                 .size = binding.size});
    }
    if (const auto* groups = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.workgroups)) {
      result.groups = *groups;
    } else {
      const auto& indirect = std::get<plan::Indirect>(dispatch.workgroups);
      result.groups = messages::IndirectGroups{.role = role({.buffer = indirect.buffer}), .offset = indirect.offset};
    }
    return result;
  }

  const plan::Plan& plan_;
  const plan::Arm& arm_;
  const ArmLoweringOptions& options_;
  const std::vector<Pipeline> pipelines_;
  const std::vector<messages::KernelId>& kernel_ids_;
  std::vector<RoleSource> roles_{};
  std::vector<messages::Op> ops_{};
};

}  // namespace

std::string iteration_text(const plan::Pass& pass) {
  std::string text;
  for (const auto& [name, value] : pass.iteration) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

std::vector<Pipeline> pipelines_of(const plan::Arm& arm) {
  std::vector<Pipeline> pipelines;
  plan::for_each_dispatch(arm, [&](const plan::Dispatch& dispatch) {
    Pipeline pipeline{.kernel = dispatch.kernel, .overrides = dispatch.overrides};
    if (std::find(pipelines.begin(), pipelines.end(), pipeline) == pipelines.end()) {
      pipelines.push_back(std::move(pipeline));
    }
  });
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
                               const std::vector<messages::KernelId>& kernel_ids, messages::TrackId id,
                               const ArmLoweringOptions& options) {
  return ArmLowering(plan, arm, kernel_ids, options).lower(id);
}

std::vector<messages::Usage> usages_of(const plan::Plan& plan) {
  std::vector<messages::Usage> usages;
  usages.reserve(plan.buffers.size());
  for (const plan::Buffer& buffer : plan.buffers) {
    usages.push_back(buffer.uniform ? messages::Usage::uniform : messages::Usage::storage);
  }
  for (const plan::Arm& arm : plan.arms) {
    plan::for_each_dispatch(arm, [&](const plan::Dispatch& dispatch) {
      if (const auto* const indirect = std::get_if<plan::Indirect>(&dispatch.workgroups)) {
        usages[indirect->buffer] = messages::Usage::indirect;
      }
    });
  }
  return usages;
}

}  // namespace assay::lower
