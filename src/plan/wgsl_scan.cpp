// SPDX-License-Identifier: Apache-2.0
#include "plan/wgsl_scan.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "plan/near_miss.hpp"
#include "plan/refusal.hpp"
#include "plan/wgsl_module.hpp"
#include "plan/wgsl_sizes.hpp"

namespace assay::plan {
namespace {

using Slot = Kernel::Reflection::Slot;

std::string place(std::string_view file, std::uint32_t line) {
  return std::string(file) + ":" + std::to_string(line) + ":1";
}

void refuse_directives(const Module& module, std::string_view file) {
  for (const Token& token : module.directives) {
    if (token.text != "enable") continue;
    refuse_at(place(file, token.line), {.what = "a kernel file contains no 'enable' line, because engines differ in it",
                                        .advice = "remove the line and write requires = [\"subgroups\"] or [\"f16\"] "
                                                  "into the arm"});
  }
}

const Declaration& entry_point(const Module& module, std::string_view entry, std::string_view file) {
  std::vector<std::string> entries;
  for (const Declaration& declaration : module.declarations) {
    if (declaration.kind != Declaration::Kind::function || !declaration.attributes.contains("compute")) continue;
    if (declaration.name == entry) return declaration;
    entries.emplace_back(declaration.name);
  }
  refuse_at(std::string(file), {.what = "there is no @compute entry point '" + std::string(entry) + "'",
                                .limit = listed(entries),
                                .advice = suggestion(entry, entries)});
}

/// Names that a function declares itself; they hide module-scope ones of the same name.
std::set<std::string_view> local_names(Tokens body) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i + 1 < body.size() && body[i].text != "{"; ++i) {
    if (body[i].kind == Token::Kind::word && body[i + 1].text == ":") names.insert(body[i].text);  // a parameter
  }
  for (std::size_t i = 0; i + 1 < body.size(); ++i) {
    if (body[i].text == "let" || body[i].text == "const") names.insert(body[i + 1].text);
    if (body[i].text == "var" && body[i + 1].text != "<") names.insert(body[i + 1].text);
  }
  return names;
}

/// Variables that a function uses, itself or through the functions it calls.
class Uses {
 public:
  explicit Uses(const Module& module) : module_(module) {}

  void follow(const Declaration& function) {
    if (!seen_.insert(&function).second) return;
    const auto locals = local_names(function.body);
    for (std::size_t i = 0; i < function.body.size(); ++i) {
      const Token& token = function.body[i];
      const bool member = i > 0 && function.body[i - 1].text == ".";
      if (token.kind != Token::Kind::word || member || locals.contains(token.text)) continue;
      const Declaration* found = module_.find(token.text);
      if (found == nullptr) continue;
      if (found->kind == Declaration::Kind::variable) variables_.insert(found);
      if (found->kind == Declaration::Kind::function) follow(*found);
    }
  }
  [[nodiscard]] const std::set<const Declaration*>& variables() const { return variables_; }

 private:
  const Module& module_;
  std::set<const Declaration*> seen_{};
  std::set<const Declaration*> variables_{};
};

Slot slot_of(const Module& module, const Declaration& variable, std::string_view file) {
  if (variable.address_space.empty()) {
    const std::string type = variable.type.empty() ? "resource" : std::string(variable.type.front().text);
    refuse_at(place(file, variable.line),
              {.what = "'" + std::string(variable.name) + "' (" + type + ") is not in version 1",
               .limit = "storage and uniform buffers",
               .advice = "textures and samplers cannot be measured yet"});
  }
  Slot slot;
  slot.name = std::string(variable.name);
  const auto group = constant_value(module, variable.attributes.at("group"));
  const auto binding = constant_value(module, variable.attributes.at("binding"));
  if (!group || !binding || *group < 0 || *binding < 0 || *group > 65535 || *binding > 65535) {
    refuse_at(place(file, variable.line),
              {.what = "@group or @binding of '" + slot.name + "' is not a plain number", .limit = "0 to 65535"});
  }
  slot.group = static_cast<std::uint32_t>(*group);
  slot.binding = static_cast<std::uint32_t>(*binding);
  const bool writable = std::ranges::any_of(
      variable.address_space, [](const Token& token) { return token.text == "read_write" || token.text == "write"; });
  slot.access = variable.address_space.front().text == "uniform" ? Slot::Access::uniform
                : writable                                       ? Slot::Access::read_write
                                                                 : Slot::Access::read;
  return slot;
}

/// WebGPU counts every workgroup variable in steps of 16 bytes.
/// Source: https://www.w3.org/TR/webgpu/#dom-supported-limits-maxcomputeworkgroupstoragesize
std::uint64_t rounded(std::uint64_t bytes) { return (bytes + 15) / 16 * 16; }

Kernel::Reflection reflected(const Module& module, std::string_view entry, std::string_view file) {
  refuse_directives(module, file);
  const Declaration& function = entry_point(module, entry, file);
  Uses uses(module);
  uses.follow(function);
  Kernel::Reflection result;
  result.workgroup_bytes = 0;
  for (const Declaration* variable : uses.variables()) {
    if (variable->attributes.contains("group") && variable->attributes.contains("binding")) {
      result.slots.push_back(slot_of(module, *variable, file));
    } else if (!variable->address_space.empty() && variable->address_space.front().text == "workgroup") {
      const auto bytes = type_bytes(module, variable->type);
      result.workgroup_bytes =
          bytes && result.workgroup_bytes ? std::optional(*result.workgroup_bytes + rounded(*bytes)) : std::nullopt;
    }
  }
  std::ranges::sort(result.slots, [](const Slot& a, const Slot& b) {
    return std::tie(a.group, a.binding, a.name) < std::tie(b.group, b.binding, b.name);
  });
  const auto size = function.attributes.find("workgroup_size");
  if (size != function.attributes.end()) result.workgroup_size = workgroup_size(module, size->second);
  for (const Declaration& declaration : module.declarations) {
    if (declaration.kind != Declaration::Kind::override_) continue;
    const auto id = declaration.attributes.find("id");
    const auto number = id == declaration.attributes.end() ? std::nullopt : constant_value(module, id->second);
    result.overrides.push_back(number ? std::to_string(*number) : std::string(declaration.name));
  }
  return result;
}

}  // namespace

Expected<Kernel::Reflection> scan_wgsl(std::string_view wgsl, std::string_view entry, std::string_view file) {
  if (wgsl.starts_with("\xEF\xBB\xBF")) {
    return fail({.fault = Fault::bad_input,
                 .what = "the kernel file begins with a byte order mark, which WGSL does not allow",
                 .where = std::string(file),
                 .advice = "save it as UTF-8 without one"});
  }
  try {
    return reflected(read_module(wgsl), entry, file);
  } catch (const Refusal& refusal) {
    return fail(refusal.error);
  }
}

}  // namespace assay::plan
