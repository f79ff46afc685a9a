// SPDX-License-Identifier: Apache-2.0
#include "plan/steps.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

#include "plan/dispatches.hpp"
#include "plan/fields.hpp"
#include "plan/near_miss.hpp"
#include "plan/ranges.hpp"

namespace assay::plan {
namespace {

constexpr std::size_t kMostLevels = 16;
constexpr std::size_t kMostDispatchesPerPass = 1024;

class Unroller {
 public:
  explicit Unroller(const StepSources& sources)
      : sources_(sources), source_(sources.source), scope_{sources.source, lookup()} {}

  std::vector<Step> all(const Node& list) {
    list_of_steps(list);
    return std::move(steps_);
  }

 private:
  struct Loop {
    std::string name;
    std::uint32_t turn;
  };

  Lookup lookup() {
    return [this](std::string_view name) -> std::optional<Rational> {
      for (const Loop& loop : loops_) {
        if (loop.name == name) return Rational(loop.turn);
      }
      const auto found = sources_.params.find(std::string(name));
      if (found == sources_.params.end()) return std::nullopt;
      return Rational(found->second);
    };
  }

  [[nodiscard]] StepContext context() const {
    const auto turn = loops_.empty() ? std::nullopt : std::optional(loops_.back().turn);
    return {.scope = scope_, .buffers = sources_.buffers, .kernels = sources_.kernels, .turn = turn};
  }

  /// Innermost loop first.
  [[nodiscard]] std::vector<std::pair<std::string, std::uint32_t>> iteration() const {
    std::vector<std::pair<std::string, std::uint32_t>> turns;
    for (const auto& loop : std::views::reverse(loops_)) turns.emplace_back(loop.name, loop.turn);
    return turns;
  }

  void list_of_steps(const Node& list) {
    of_kind(source_, list, Node::Kind::array);
    if (list.children.empty()) source_.refuse(list.place, {.what = "there are no steps: nothing to do"});
    for (const Node& step : list.children) one(of_kind(source_, step, Node::Kind::table));
  }

  void one(const Node& step) {
    constexpr std::array<std::string_view, 6> kKinds = {"kernel", "pass", "repeat", "clear", "copy", "use"};
    std::vector<std::string> found;
    for (const std::string_view kind : kKinds) {
      if (step.find(kind) != nullptr) found.emplace_back(kind);
    }
    if (found.empty()) {
      only_keys(source_, step, "a step",
                {"kernel", "bind", "workgroups", "indirect", "overrides", "label", "pass", "repeat", "as", "steps",
                 "clear", "copy", "use"});
    }
    if (found.size() != 1) {
      source_.refuse(step.place, {.what = "a step is exactly one of its kinds",
                                  .value = listed(found),
                                  .limit = listed({kKinds.begin(), kKinds.end()})});
    }
    if (found[0] == "kernel") return kernel_step(step);
    if (found[0] == "pass") return pass_step(step);
    if (found[0] == "repeat") return repeat_step(step);
    if (found[0] == "clear") return clear_step(step);
    if (found[0] == "copy") return copy_step(step);
    use_step(step);
  }

  void add(const Node& place, Step step) {
    if (steps_.size() == kMostSteps) {
      source_.refuse(place.place, {.what = "the arm unrolls to too many steps",
                                   .value = "more than " + std::to_string(kMostSteps),
                                   .limit = std::to_string(kMostSteps),
                                   .advice = "use smaller repeat counts"});
    }
    steps_.push_back(std::move(step));
  }

  void add_pass(const Node& step, Pass pass, std::string label) {
    if (const Node* own = step.find("label")) label = name_of(source_, *own);
    pass.label = std::move(label);
    pass.iteration = iteration();
    pass.where = source_.at(step.place);
    add(step, std::move(pass));
  }

  void kernel_step(const Node& step) {
    only_keys(source_, step, "a kernel step", {"kernel", "bind", "workgroups", "indirect", "overrides", "label"});
    Pass pass;
    pass.dispatches.push_back(read_dispatch(context(), step));
    std::string label = default_label(sources_.kernels.at(pass.dispatches.front().kernel));
    add_pass(step, std::move(pass), std::move(label));
  }

  void pass_step(const Node& step) {
    only_keys(source_, step, "a pass step", {"pass", "label"});
    const Node& list = of_kind(source_, *step.find("pass"), Node::Kind::array);
    if (list.children.empty() || list.children.size() > kMostDispatchesPerPass) {
      source_.refuse(list.place, {.what = "a pass has an unusable number of dispatches",
                                  .value = std::to_string(list.children.size()),
                                  .limit = "1 to " + std::to_string(kMostDispatchesPerPass)});
    }
    dispatches_ += list.children.size();
    if (dispatches_ > kMostSteps) {
      source_.refuse(list.place,
                     {.what = "the arm unrolls to too many dispatches", .limit = std::to_string(kMostSteps)});
    }
    Pass pass;
    std::string label;
    for (const Node& item : list.children) {
      only_keys(source_, item, "a dispatch of a pass", {"kernel", "bind", "workgroups", "indirect", "overrides"});
      pass.dispatches.push_back(read_dispatch(context(), item));
      if (label.size() < 80) {
        label += (label.empty() ? "" : "+") + default_label(sources_.kernels.at(pass.dispatches.back().kernel));
      }
    }
    add_pass(step, std::move(pass), std::move(label));
  }

  void repeat_step(const Node& step) {
    only_keys(source_, step, "a repeat step", {"repeat", "as", "steps"});
    const auto turns = whole_of(scope_, *step.find("repeat"), 0, static_cast<std::int64_t>(kMostSteps));
    if (turns == 0) source_.refuse(step.find("repeat")->place, {.what = "repeat = 0: nothing to do"});
    const Node& as = required_member(source_, step, "as");
    const std::string name = name_of(source_, as);
    const bool taken = sources_.params.contains(name) ||
                       std::ranges::any_of(loops_, [&](const Loop& loop) { return loop.name == name; });
    if (!is_name(name) || taken) {
      source_.refuse(as.place, {.what = "'" + name + "' cannot name this loop",
                                .limit = "letters, digits and _, different from parameters and outer loops"});
    }
    const Node& body = required_member(source_, step, "steps");
    go_deeper(step);
    loops_.push_back({name, 0});
    for (std::int64_t turn = 0; turn < turns; ++turn) {
      loops_.back().turn = static_cast<std::uint32_t>(turn);
      list_of_steps(body);
    }
    loops_.pop_back();
    --depth_;
  }

  void clear_step(const Node& step) {
    only_keys(source_, step, "a clear step", {"clear"});
    const Node& list = of_kind(source_, *step.find("clear"), Node::Kind::array);
    if (list.children.empty()) source_.refuse(list.place, {.what = "'clear' names no buffer: nothing to do"});
    Clear clear{.iteration = iteration()};
    for (const Node& item : list.children) {
      clear.ranges.push_back(read_range(scope_, item, sources_.buffers, context().turn));
    }
    add(step, std::move(clear));
  }

  void copy_step(const Node& step) {
    only_keys(source_, step, "a copy step", {"copy"});
    const Node& copy = *step.find("copy");
    only_keys(source_, copy, "'copy'", {"from", "to"});
    const ByteRange from = read_range(scope_, required_member(source_, copy, "from"), sources_.buffers, context().turn);
    const ByteRange to = read_range(scope_, required_member(source_, copy, "to"), sources_.buffers, context().turn);
    if (from.buffer == to.buffer) {
      source_.refuse(copy.place,
                     {.what = "a copy needs two different buffers", .value = sources_.buffers[from.buffer].name});
    }
    if (from.size != to.size) {
      source_.refuse(copy.place, {.what = "'from' and 'to' have different sizes",
                                  .value = std::to_string(from.size) + " and " + std::to_string(to.size) + " bytes",
                                  .advice = "name equal ranges: name[first : count]"});
    }
    add(step, Copy{.from = from, .to = to, .iteration = iteration()});
  }

  void use_step(const Node& step) {
    only_keys(source_, step, "a use step", {"use"});
    const Node& use = *step.find("use");
    const std::string name = name_of(source_, use);
    const auto group = sources_.groups.find(name);
    if (group == sources_.groups.end()) {
      std::vector<std::string> names;
      for (const auto& [known, node] : sources_.groups) names.push_back(known);
      source_.refuse(
          use.place,
          {.what = "there is no [[group]] '" + name + "'", .limit = listed(names), .advice = suggestion(name, names)});
    }
    if (std::ranges::find(open_groups_, name) != open_groups_.end()) {
      source_.refuse(use.place, {.what = "the group '" + name + "' uses itself"});
    }
    sources_.used_groups.insert(name);
    go_deeper(step);
    open_groups_.push_back(name);
    list_of_steps(required_member(source_, *group->second, "steps"));
    open_groups_.pop_back();
    --depth_;
  }

  void go_deeper(const Node& step) {
    if (++depth_ > kMostLevels) {
      source_.refuse(step.place, {.what = "repeats and groups are nested too deeply",
                                  .limit = std::to_string(kMostLevels) + " levels"});
    }
  }

  const StepSources& sources_;
  const Source& source_;
  Scope scope_;
  std::vector<Loop> loops_{};
  std::vector<std::string> open_groups_{};
  std::vector<Step> steps_{};
  std::size_t dispatches_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

Groups read_groups(const Source& source, const Node* list) {
  Groups groups;
  if (list == nullptr) return groups;
  for (const Node& group : of_kind(source, *list, Node::Kind::array).children) {
    only_keys(source, group, "a group", {"name", "steps"});
    const Node& name = required_member(source, group, "name");
    if (!groups.emplace(name_of(source, name), &group).second) {
      source.refuse(name.place, {.what = "two groups have the same name", .value = shown(name)});
    }
  }
  return groups;
}

void refuse_unused_groups(const Source& source, const Groups& groups, const std::set<std::string>& used) {
  for (const auto& [name, node] : groups) {
    if (used.contains(name)) continue;
    source.refuse(node->place, {.what = "the group '" + name + "' is used by no arm, so nothing checks it",
                                .advice = "use it or remove it"});
  }
}

std::vector<Step> unroll(const StepSources& sources, const Node& list) { return Unroller(sources).all(list); }

}  // namespace assay::plan
