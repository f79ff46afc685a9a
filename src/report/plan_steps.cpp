// SPDX-License-Identifier: Apache-2.0
#include "report/plan_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace assay::report {
namespace {

using Iteration = std::vector<std::pair<std::string, std::uint32_t>>;
using Steps = std::span<const plan::Step>;

constexpr std::uint32_t kMostTurnsInFull = 3;

const Iteration& iteration_of(const plan::Step& step) {
  return std::visit([](const auto& one) -> const Iteration& { return one.iteration; }, step);
}

/// "2 passes, 1 clear": what an elided stretch holds.
std::string contents(Steps steps) {
  std::size_t passes = 0;
  for (const plan::Step& step : steps) passes += std::holds_alternative<plan::Pass>(step) ? 1 : 0;
  std::string text = fmt::format("{} {}", passes, passes == 1 ? "pass" : "passes");
  if (const std::size_t other = steps.size() - passes; other > 0) {
    text += fmt::format(", {} {}", other, other == 1 ? "reset or copy" : "resets or copies");
  }
  return text;
}

/// Prints nested loops, outermost first.
class Printer {
 public:
  Printer(const plan::Plan& plan, const plan::Arm& arm) : plan_(plan), all_(arm.steps) {
    for (const plan::Step& step : all_) {
      if (const auto* pass = std::get_if<plan::Pass>(&step)) label_width_ = std::max(label_width_, pass->label.size());
    }
    label_width_ = std::min<std::size_t>(label_width_, 40);
    number_width_ = std::to_string(all_.size()).size();
  }

  std::string text() {
    stretch(all_, 0);
    return std::move(text_);
  }

 private:
  /// Steps that share the outer `level` loops.
  void stretch(Steps steps, std::size_t level) {
    while (!steps.empty()) {
      if (iteration_of(steps.front()).size() <= level) {
        line(steps.front());
        steps = steps.subspan(1);
        continue;
      }
      const std::size_t size = loop_size(steps, level);
      loop(steps.first(size), level);
      steps = steps.subspan(size);
    }
  }

  static std::pair<std::string, std::uint32_t> turn_of(const plan::Step& step, std::size_t level) {
    const Iteration& iteration = iteration_of(step);
    return iteration[iteration.size() - 1 - level];
  }

  /// Length of the loop that begins here: the same name, turns that never go back.
  static std::size_t loop_size(Steps steps, std::size_t level) {
    const auto first = turn_of(steps.front(), level);
    std::uint32_t turn = first.second;
    std::size_t size = 0;
    for (const plan::Step& step : steps) {
      if (iteration_of(step).size() <= level) break;
      const auto here = turn_of(step, level);
      if (here.first != first.first || here.second < turn) break;
      turn = here.second;
      ++size;
    }
    return size;
  }

  void loop(Steps steps, std::size_t level) {
    const auto [name, first] = turn_of(steps.front(), level);
    const std::uint32_t turns = turn_of(steps.back(), level).second - first + 1;
    const auto begin_of = [&](std::uint32_t turn) {
      return static_cast<std::size_t>(
          std::ranges::find_if(steps, [&](const plan::Step& step) { return turn_of(step, level).second >= turn; }) -
          steps.begin());
    };
    if (turns <= kMostTurnsInFull) {
      for (std::uint32_t turn = 0; turn < turns; ++turn) {
        stretch(steps.subspan(begin_of(first + turn), begin_of(first + turn + 1) - begin_of(first + turn)), level + 1);
      }
      return;
    }
    const std::size_t second = begin_of(first + 1);
    const std::size_t last = begin_of(first + turns - 1);
    stretch(steps.first(second), level + 1);
    text_ += fmt::format("  {:>{}}  {} more turns of {}: {}\n", "…", number_width_, turns - 2, name,
                         contents(steps.subspan(second, last - second)));
    stretch(steps.subspan(last), level + 1);
  }

  void line(const plan::Step& step) {
    const auto number = static_cast<std::size_t>(&step - all_.data()) + 1;
    text_ += fmt::format("  {:>{}}  ", number, number_width_);
    if (const auto* pass = std::get_if<plan::Pass>(&step)) {
      this->pass(*pass);
    } else if (const auto* clear = std::get_if<plan::Clear>(&step)) {
      text_ += "clear";
      for (const plan::ByteRange& range : clear->ranges)
        text_ += " " + range_text(range.buffer, range.offset, range.size);
      text_ += turns_text(clear->iteration) + "\n";
    } else {
      const auto& copy = std::get<plan::Copy>(step);
      text_ += fmt::format("copy {} to {}{}\n", range_text(copy.from.buffer, copy.from.offset, copy.from.size),
                           range_text(copy.to.buffer, copy.to.offset, copy.to.size), turns_text(copy.iteration));
    }
  }

  void pass(const plan::Pass& pass) {
    text_ += fmt::format("{:<{}}{}", pass.label, label_width_, turns_text(pass.iteration));
    if (pass.dispatches.size() == 1) {
      text_ += "  " + dispatch_text(pass.dispatches.front()) + "\n";
      return;
    }
    text_ += fmt::format("  {} dispatches under one pair of stamps\n", pass.dispatches.size());
    for (const plan::Dispatch& dispatch : pass.dispatches) {
      text_ += fmt::format("  {:>{}}    {}  {}\n", "", number_width_, plan_.kernels[dispatch.kernel].name,
                           dispatch_text(dispatch));
    }
  }

  static std::string turns_text(const Iteration& iteration) {
    std::string text;
    for (const auto& [name, turn] : std::views::reverse(iteration)) {
      text += fmt::format("{}{}={}", text.empty() ? "  " : " ", name, turn);
    }
    return text;
  }

  std::string dispatch_text(const plan::Dispatch& dispatch) const {
    std::string text;
    if (const auto* groups = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.workgroups)) {
      text = fmt::format("{} x {} x {} workgroups", (*groups)[0], (*groups)[1], (*groups)[2]);
    } else {
      const auto& indirect = std::get<plan::Indirect>(dispatch.workgroups);
      text = fmt::format("workgroups from {}[{}]", plan_.buffers[indirect.buffer].name, indirect.offset / 4);
    }
    for (std::size_t i = 0; i < dispatch.bindings.size(); ++i) {
      const plan::Binding& binding = dispatch.bindings[i];
      text += i == 0 ? "  " : ", ";
      if (binding.group != 0 || binding.binding != i) text += fmt::format("{}.{}=", binding.group, binding.binding);
      text += range_text(binding.buffer, binding.offset, binding.size);
    }
    for (const auto& [name, value] : dispatch.overrides) text += fmt::format("  {}={}", name, value);
    return text;
  }

  /// "spine" or "spine[256 : 512]" in elements.
  std::string range_text(std::size_t index, std::uint64_t offset, std::uint64_t size) const {
    const plan::Buffer& buffer = plan_.buffers[index];
    if (offset == 0 && size == buffer.bytes()) return buffer.name;
    const std::uint64_t element = plan::bytes_of(buffer.type);
    return fmt::format("{}[{} : {}]", buffer.name, offset / element, size / element);
  }

  const plan::Plan& plan_;
  Steps all_;
  std::string text_{};
  std::size_t label_width_ = 0;
  std::size_t number_width_ = 1;
};

}  // namespace

std::string steps_text(const plan::Plan& plan, const plan::Arm& arm) { return Printer(plan, arm).text(); }

}  // namespace assay::report
