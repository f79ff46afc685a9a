// SPDX-License-Identifier: Apache-2.0
#include "plan/check_section.hpp"

#include <algorithm>

#include "plan/buffers.hpp"
#include "plan/quantity.hpp"
#include "plan/references.hpp"

namespace assay::plan {
namespace {

bool writes(const Plan& plan, const Dispatch& dispatch, std::size_t buffer) {
  const Kernel& kernel = plan.kernels[dispatch.kernel];
  return std::ranges::any_of(dispatch.bindings, [&](const Binding& binding) {
    if (binding.buffer != buffer) return false;
    if (kernel.wgsl.empty()) return true;  // not read: it may
    return std::ranges::any_of(kernel.reflection.slots, [&](const Kernel::Reflection::Slot& slot) {
      return slot.group == binding.group && slot.binding == binding.binding &&
             slot.access == Kernel::Reflection::Slot::Access::read_write;
    });
  });
}

bool writes(const Plan& plan, const Step& step, std::size_t buffer) {
  if (const auto* pass = std::get_if<Pass>(&step)) {
    return std::ranges::any_of(pass->dispatches, [&](const Dispatch& one) { return writes(plan, one, buffer); });
  }
  if (const auto* copy = std::get_if<Copy>(&step)) return copy->to.buffer == buffer;
  return std::ranges::any_of(std::get<Clear>(step).ranges,
                             [&](const ByteRange& range) { return range.buffer == buffer; });
}

void refuse_unwritten(const Source& source, const Node& item, const Plan& plan, std::size_t buffer) {
  for (const Arm& arm : plan.arms) {
    if (std::ranges::any_of(arm.steps, [&](const Step& step) { return writes(plan, step, buffer); })) continue;
    source.refuse(item.place,
                  {.what = "the arm '" + arm.name + "' never writes the output '" + plan.buffers[buffer].name + "'",
                   .limit = "a buffer bound as var<storage, read_write>, copied to or cleared"});
  }
}

/// A number, or a string with %.
double share_of(const Scope& scope, const Node& node) {
  double share = 0;
  if (node.kind == Node::Kind::string) {
    const auto percent = parse_percent(node.text, scope.source.at(node.place));
    if (!percent) throw Refusal{percent.error()};
    share = *percent;
  } else {
    share = number_of(scope, node);
  }
  if (share < 0 || share > 1) {
    scope.source.refuse(node.place, {.what = "'" + node.key + "' is out of range",
                                     .value = shown(node),
                                     .limit = "0 to 1, or \"0 %\" to \"100 %\""});
  }
  return share;
}

std::map<std::size_t, Tolerance> read_tolerance(const Scope& scope, const Node& node, const Plan& plan,
                                                const std::vector<std::size_t>& outputs) {
  std::map<std::size_t, Tolerance> result;
  for (const Node& member : of_kind(scope.source, node, Node::Kind::table).children) {
    only_keys(scope.source, member, "a tolerance", {"rel", "overlap"});
    const std::size_t buffer = buffer_index(scope.source, member.key_place, plan.buffers, member.key);
    if (std::ranges::find(outputs, buffer) == outputs.end()) {
      scope.source.refuse(member.key_place, {.what = "the tolerance of '" + member.key + "' has no output of that name",
                                             .advice = "add it to 'outputs', or remove the tolerance"});
    }
    if (plan.buffers[buffer].type == ElementType::u32 || plan.buffers[buffer].type == ElementType::i32) {
      scope.source.refuse(member.key_place, {.what = "'" + member.key + "' holds integers, which are compared exactly",
                                             .value = std::string(type_name(plan.buffers[buffer].type)),
                                             .limit = "f32 or f16"});
    }
    Tolerance tolerance{.rel = share_of(scope, required_member(scope.source, member, "rel"))};
    if (const Node* overlap = member.find("overlap")) tolerance.overlap = share_of(scope, *overlap);
    if (!(tolerance.overlap > 0)) {
      scope.source.refuse(member.place, {.what = "an 'overlap' of zero would accept anything"});
    }
    result[buffer] = tolerance;
  }
  return result;
}

}  // namespace

Check read_check(const Scope& scope, const Node* node, const Plan& plan, const std::filesystem::path& folder,
                 bool files_must_exist) {
  const Source& source = scope.source;
  Check check;
  if (node != nullptr) {
    only_keys(source, *node, "'check'", {"outputs", "reference", "tolerance"});
    if (const Node* outputs = optional_member(source, *node, "outputs", Node::Kind::array)) {
      for (const Node& item : outputs->children) {
        const std::size_t buffer = buffer_index(source, item.place, plan.buffers, text_of(source, item));
        if (std::ranges::find(check.outputs, buffer) != check.outputs.end()) {
          source.refuse(item.place, {.what = "'outputs' names a buffer twice", .value = shown(item)});
        }
        refuse_unwritten(source, item, plan, buffer);
        check.outputs.push_back(buffer);
      }
    }
    if (const Node* reference = node->find("reference")) {
      check.references = read_references(source, *reference, plan.buffers, check.outputs, folder, files_must_exist);
    }
    if (const Node* tolerance = node->find("tolerance")) {
      check.tolerance = read_tolerance(scope, *tolerance, plan, check.outputs);
    }
  }
  if (plan.arms.size() > 1 && check.outputs.empty()) {
    source.refuse(node != nullptr ? node->place : Place{},
                  {.what = "several arms and no [check] outputs: nothing would prove that they do the same",
                   .advice = "add [check] and outputs = [\"…\"]"});
  }
  return check;
}

}  // namespace assay::plan
