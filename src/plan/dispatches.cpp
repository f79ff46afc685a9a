// SPDX-License-Identifier: Apache-2.0
#include "plan/dispatches.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

#include "plan/near_miss.hpp"
#include "plan/ranges.hpp"
#include "plan/workgroups.hpp"

namespace assay::plan {
namespace {

Binding bound(const StepContext& context, const Node& node, std::uint32_t group, std::uint32_t binding) {
  const ByteRange range = read_range(context.scope, node, context.buffers, context.turn);
  return {.group = group, .binding = binding, .buffer = range.buffer, .offset = range.offset, .size = range.size};
}

/// "1.0" → group 1, binding 0.
std::pair<std::uint32_t, std::uint32_t> slot_key(const Source& source, const Node& member) {
  const std::string& key = member.key;
  const auto dot = key.find('.');
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  const char* const end = key.data() + key.size();
  bool good = dot != std::string::npos;
  if (good) {
    const char* const middle = key.data() + dot;
    const auto first = std::from_chars(key.data(), middle, group);
    const auto second = std::from_chars(middle + 1, end, binding);
    good = first.ec == std::errc{} && first.ptr == middle && second.ec == std::errc{} && second.ptr == end;
  }
  if (!good || group > 65535 || binding > 65535) {
    source.refuse(member.key_place, {.what = "'" + key + "' does not name a binding",
                                     .limit = "\"group.binding\" in quotes, as in { \"1.0\" = \"lut\" }"});
  }
  return {group, binding};
}

std::vector<Binding> read_bind(const StepContext& context, const Node& node) {
  const Source& source = context.scope.source;
  std::vector<Binding> bindings;
  std::uint32_t next = 0;
  const auto add_named = [&](const Node& table) {
    for (const Node& member : table.children) {
      const auto [group, binding] = slot_key(source, member);
      bindings.push_back(bound(context, member, group, binding));
    }
  };
  if (node.kind == Node::Kind::table) {
    add_named(node);
  } else {
    for (const Node& item : of_kind(source, node, Node::Kind::array).children) {
      if (item.kind == Node::Kind::table) {
        add_named(item);
      } else {
        bindings.push_back(bound(context, item, 0, next++));
      }
    }
  }
  const auto key = [](const Binding& binding) { return std::tuple(binding.group, binding.binding); };
  std::ranges::sort(bindings, {}, key);
  const auto twice = std::ranges::adjacent_find(bindings, {}, key);
  if (twice != bindings.end()) {
    source.refuse(node.place,
                  {.what = "'bind' names a binding twice",
                   .value = "group " + std::to_string(twice->group) + ", binding " + std::to_string(twice->binding)});
  }
  return bindings;
}

std::map<std::string, double> read_overrides(const StepContext& context, const Node& node, const Kernel& kernel) {
  const Source& source = context.scope.source;
  std::map<std::string, double> overrides;
  const auto& known = kernel.reflection.overrides;
  for (const Node& member : of_kind(source, node, Node::Kind::table).children) {
    if (!kernel.wgsl.empty() && std::ranges::find(known, member.key) == known.end()) {
      source.refuse(member.key_place, {.what = kernel.name + " has no override '" + member.key + "'",
                                       .limit = listed(known),
                                       .advice = suggestion(member.key, known)});
    }
    overrides[member.key] = number_of(context.scope, member);
  }
  return overrides;
}

std::string slot_text(std::uint32_t group, std::uint32_t binding) {
  return "@group(" + std::to_string(group) + ") @binding(" + std::to_string(binding) + ")";
}

using Slot = Kernel::Reflection::Slot;

const Slot* slot_at(const Kernel& kernel, std::uint32_t group, std::uint32_t binding) {
  for (const Slot& slot : kernel.reflection.slots) {
    if (slot.group == group && slot.binding == binding) return &slot;
  }
  return nullptr;
}

std::string slots_text(const Kernel& kernel) {
  std::vector<std::string> names;
  for (const Slot& slot : kernel.reflection.slots)
    names.push_back(slot_text(slot.group, slot.binding) + " " + slot.name);
  return listed(names);
}

/// WebGPU allows one writer or many readers of a buffer in a dispatch; ranges do not matter between the two.
void refuse_aliases(const StepContext& context, const Node& place, const Kernel& kernel, const Dispatch& dispatch) {
  const Source& source = context.scope.source;
  for (const Binding& writer : dispatch.bindings) {
    const Slot* slot = slot_at(kernel, writer.group, writer.binding);
    if (slot == nullptr || slot->access != Slot::Access::read_write) continue;
    const std::string& name = context.buffers[writer.buffer].name;
    for (const Binding& other : dispatch.bindings) {
      if (&other == &writer || other.buffer != writer.buffer) continue;
      const Slot* second = slot_at(kernel, other.group, other.binding);
      const bool both_write = second != nullptr && second->access == Slot::Access::read_write;
      const bool apart = writer.offset + writer.size <= other.offset || other.offset + other.size <= writer.offset;
      if (both_write && apart) continue;
      source.refuse(place.place,
                    {.what = "'" + name + "' is written and bound a second time in one dispatch",
                     .value = slot_text(writer.group, writer.binding) + " and " + slot_text(other.group, other.binding),
                     .limit = "one writer, or readers only"});
    }
    const auto* indirect = std::get_if<Indirect>(&dispatch.workgroups);
    if (indirect != nullptr && indirect->buffer == writer.buffer) {
      source.refuse(place.place, {.what = "'" + name + "' is written by the dispatch that takes its arguments from it",
                                  .advice = "write the arguments in an earlier step"});
    }
  }
}

}  // namespace

std::string default_label(const Kernel& kernel) {
  const std::string_view name = kernel.name;
  return std::string(name.ends_with(".wgsl") ? name.substr(0, name.size() - 5) : name);
}

void check_bindings(const StepContext& context, const Node& table, const Dispatch& dispatch) {
  const Kernel& kernel = context.kernels.at(dispatch.kernel);
  if (kernel.wgsl.empty()) return;
  const Source& source = context.scope.source;
  const Node* bind = table.find("bind");
  const Node& place = bind != nullptr ? *bind : table;
  for (const Slot& slot : kernel.reflection.slots) {
    const bool named = std::ranges::any_of(dispatch.bindings, [&](const Binding& binding) {
      return binding.group == slot.group && binding.binding == slot.binding;
    });
    if (!named) {
      source.refuse(place.place, {.what = kernel.name + " uses " + slot_text(slot.group, slot.binding) + " '" +
                                          slot.name + "', which 'bind' does not name",
                                  .value = std::to_string(dispatch.bindings.size()) + " bindings",
                                  .limit = slots_text(kernel)});
    }
  }
  for (const Binding& binding : dispatch.bindings) {
    const Buffer& buffer = context.buffers[binding.buffer];
    const Slot* slot = slot_at(kernel, binding.group, binding.binding);
    if (slot == nullptr) {
      source.refuse(place.place,
                    {.what = "'bind' puts '" + buffer.name + "' at " + slot_text(binding.group, binding.binding) +
                             ", which entry point '" + kernel.entry + "' of " + kernel.name + " does not use",
                     .limit = slots_text(kernel)});
    }
    if (slot->access == Slot::Access::uniform && !buffer.uniform) {
      source.refuse(place.place, {.what = "'" + slot->name + "' of " + kernel.name + " is var<uniform>, but '" +
                                          buffer.name + "' is a storage buffer",
                                  .advice = "give the buffer as = \"uniform\""});
    }
  }
  refuse_aliases(context, place, kernel, dispatch);
}

Dispatch read_dispatch(const StepContext& context, const Node& table) {
  const Source& source = context.scope.source;
  Dispatch dispatch;
  dispatch.kernel = context.kernels.index_of(required_member(source, table, "kernel"));
  if (const Node* bind = table.find("bind")) dispatch.bindings = read_bind(context, *bind);
  if (const Node* overrides = table.find("overrides")) {
    dispatch.overrides = read_overrides(context, *overrides, context.kernels.at(dispatch.kernel));
  }
  const Node* workgroups = table.find("workgroups");
  const Node* indirect = table.find("indirect");
  if ((workgroups == nullptr) == (indirect == nullptr)) {
    source.refuse(table.place, {.what = "a dispatch needs either 'workgroups' or 'indirect'",
                                .value = workgroups == nullptr ? "neither" : "both"});
  }
  if (workgroups != nullptr) {
    dispatch.workgroups = read_workgroups(context.scope, *workgroups);
  } else {
    dispatch.workgroups = read_indirect(context.scope, *indirect, context.buffers, context.turn);
  }
  check_bindings(context, table, dispatch);
  return dispatch;
}

}  // namespace assay::plan
