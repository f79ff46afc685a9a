// SPDX-License-Identifier: Apache-2.0
#include "protocol/device_wish.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <variant>

#include "plan/limits.hpp"
#include "plan/load.hpp"

namespace assay::protocol {
namespace {

/// Collects what is needed above the limits that every device grants.
class Needs {
 public:
  explicit Needs(std::map<std::string, std::uint64_t>& limits) : limits_(limits) {}

  void at_least(const char* name, std::uint64_t needed, std::uint64_t granted_by_all) {
    if (needed <= granted_by_all) return;
    auto& wished = limits_[name];
    wished = std::max(wished, needed);
  }
  [[nodiscard]] const plan::DeviceLimits& defaults() const { return defaults_; }

 private:
  plan::DeviceLimits defaults_{};
  std::map<std::string, std::uint64_t>& limits_;
};

void need_for(const plan::Buffer& buffer, Needs& needs) {
  const auto& defaults = needs.defaults();
  const std::uint64_t bytes = buffer.bytes() * buffer.rotate;
  // Sixteen bytes more: the engine keeps its fence words behind each allocation.
  needs.at_least("maxBufferSize", bytes + 16, defaults.maxBufferSize);
  // The helpers that fill and digest a buffer bind all of it.
  needs.at_least("maxStorageBufferBindingSize", bytes, defaults.maxStorageBufferBindingSize);
}

void need_for(const plan::Kernel& kernel, Needs& needs) {
  const auto& defaults = needs.defaults();
  if (const auto& size = kernel.reflection.workgroup_size) {
    const auto [x, y, z] = *size;
    needs.at_least("maxComputeWorkgroupSizeX", x, defaults.maxComputeWorkgroupSizeX);
    needs.at_least("maxComputeWorkgroupSizeY", y, defaults.maxComputeWorkgroupSizeY);
    needs.at_least("maxComputeWorkgroupSizeZ", z, defaults.maxComputeWorkgroupSizeZ);
    needs.at_least("maxComputeInvocationsPerWorkgroup", std::uint64_t{x} * y * z,
                   defaults.maxComputeInvocationsPerWorkgroup);
  }
  if (kernel.reflection.workgroup_bytes) {
    needs.at_least("maxComputeWorkgroupStorageSize", *kernel.reflection.workgroup_bytes,
                   defaults.maxComputeWorkgroupStorageSize);
  }
}

void need_for(const plan::Plan& plan, const plan::Dispatch& dispatch, Needs& needs) {
  using Access = plan::Kernel::Reflection::Slot::Access;
  const auto& defaults = needs.defaults();
  std::uint64_t storage = 0, uniform = 0;
  for (const auto& binding : dispatch.bindings) {
    const auto& slots = plan.kernels[dispatch.kernel].reflection.slots;
    const bool is_uniform = std::any_of(slots.begin(), slots.end(), [&](const auto& slot) {
      return slot.group == binding.group && slot.binding == binding.binding && slot.access == Access::uniform;
    });
    ++(is_uniform ? uniform : storage);
    if (is_uniform) {
      needs.at_least("maxUniformBufferBindingSize", binding.size, defaults.maxUniformBufferBindingSize);
    }
    needs.at_least("maxBindGroups", std::uint64_t{binding.group} + 1, defaults.maxBindGroups);
    needs.at_least("maxBindingsPerBindGroup", std::uint64_t{binding.binding} + 1, defaults.maxBindingsPerBindGroup);
  }
  needs.at_least("maxStorageBuffersPerShaderStage", storage, defaults.maxStorageBuffersPerShaderStage);
  needs.at_least("maxUniformBuffersPerShaderStage", uniform, defaults.maxUniformBuffersPerShaderStage);
  if (const auto* groups = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.workgroups)) {
    needs.at_least("maxComputeWorkgroupsPerDimension", *std::max_element(groups->begin(), groups->end()),
                   defaults.maxComputeWorkgroupsPerDimension);
  }
}

bool is_of_buffers(std::string_view limit) {
  return limit == "maxBufferSize" || limit == "maxStorageBufferBindingSize";
}

Error buffer_too_large(const Error& error, const plan::Plan& plan, const std::string& limit) {
  const auto largest = std::max_element(plan.buffers.begin(), plan.buffers.end(),
                                        [](const auto& a, const auto& b) { return a.bytes() < b.bytes(); });
  return {.fault = Fault::bad_input,
          .what = fmt::format("buffer '{}' is too large for this device ({})", largest->name, limit),
          .value = fmt::format("{} bytes", largest->bytes()),
          .limit = error.limit + " bytes",
          .where = plan.probe,
          .advice = "use a smaller size, for instance with --set"};
}

/// The limits that `wish` asks for, but for the one of that name, of which the device has no more than `granted`.
std::optional<plan::DeviceLimits> limits_that_miss(const messages::Open& wish, std::string_view missed,
                                                   std::string_view granted) {
  std::uint64_t most = 0;
  const auto [end, code] = std::from_chars(granted.data(), granted.data() + granted.size(), most);
  if (code != std::errc() || end != granted.data() + granted.size()) return std::nullopt;
  plan::DeviceLimits limits;
  for (const auto& limit : plan::kNamedLimits) {
    const auto wished = wish.limits.find(std::string(limit.name));
    if (wished != wish.limits.end()) limits.*limit.member = wished->second;
    if (limit.name == missed) limits.*limit.member = most;
  }
  return limits;
}

}  // namespace

messages::Open wish_of(const plan::Plan& plan, const std::string& adapter) {
  messages::Open wish{.adapter = adapter, .features = {"timestamp-query"}};
  std::set<std::string> features;
  for (const auto& arm : plan.arms) features.insert(arm.requires_features.begin(), arm.requires_features.end());
  wish.features.insert(wish.features.end(), features.begin(), features.end());
  Needs needs(wish.limits);
  for (const auto& buffer : plan.buffers) need_for(buffer, needs);
  for (const auto& kernel : plan.kernels) need_for(kernel, needs);
  for (const auto& arm : plan.arms) {
    plan::for_each_dispatch(arm, [&](const plan::Dispatch& dispatch) { need_for(plan, dispatch, needs); });
  }
  return wish;
}

Error too_large(const Error& error, const plan::Plan& plan, const messages::Open& wish) {
  for (const auto& [name, value] : wish.limits) {
    if (error.fault != Fault::unfit || error.what.find(name) == std::string::npos) continue;
    if (is_of_buffers(name) && !plan.buffers.empty()) return buffer_too_large(error, plan, name);
    if (auto limits = limits_that_miss(wish, name, error.limit)) {
      if (auto valid = plan::validate(plan, *limits); !valid) return valid.error();
    }
  }
  return error;
}

}  // namespace assay::protocol
