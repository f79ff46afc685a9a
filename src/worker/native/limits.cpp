// SPDX-License-Identifier: Apache-2.0
#include "worker/native/limits.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <string_view>
#include <utility>
#include <variant>

namespace assay::worker::native {
namespace {

using Member = std::variant<std::uint32_t WGPULimits::*, std::uint64_t WGPULimits::*>;
struct Limit {
  std::string_view name;
  Member member;
  bool smaller_is_better = false;
};

#define ASSAY_LIMIT(name) \
  Limit { #name, &WGPULimits::name }
constexpr std::array<Limit, 15> kLimits = {{
    ASSAY_LIMIT(maxBufferSize),
    ASSAY_LIMIT(maxStorageBufferBindingSize),
    ASSAY_LIMIT(maxUniformBufferBindingSize),
    Limit{"minStorageBufferOffsetAlignment", &WGPULimits::minStorageBufferOffsetAlignment, true},
    Limit{"minUniformBufferOffsetAlignment", &WGPULimits::minUniformBufferOffsetAlignment, true},
    ASSAY_LIMIT(maxStorageBuffersPerShaderStage),
    ASSAY_LIMIT(maxUniformBuffersPerShaderStage),
    ASSAY_LIMIT(maxBindGroups),
    ASSAY_LIMIT(maxBindingsPerBindGroup),
    ASSAY_LIMIT(maxComputeWorkgroupStorageSize),
    ASSAY_LIMIT(maxComputeInvocationsPerWorkgroup),
    ASSAY_LIMIT(maxComputeWorkgroupSizeX),
    ASSAY_LIMIT(maxComputeWorkgroupSizeY),
    ASSAY_LIMIT(maxComputeWorkgroupSizeZ),
    ASSAY_LIMIT(maxComputeWorkgroupsPerDimension),
}};
#undef ASSAY_LIMIT

std::uint64_t value_of(const WGPULimits& limits, const Member& member) {
  return std::visit([&](auto pointer) { return static_cast<std::uint64_t>(limits.*pointer); }, member);
}

void set_value(WGPULimits& limits, const Member& member, std::uint64_t value) {
  std::visit(
      [&](auto pointer) { limits.*pointer = static_cast<std::remove_reference_t<decltype(limits.*pointer)>>(value); },
      member);
}

}  // namespace

NamedLimits named_limits(const WGPULimits& limits) {
  NamedLimits named;
  for (const auto& limit : kLimits) named.emplace(limit.name, value_of(limits, limit.member));
  return named;
}

Outcome<WGPULimits> required_limits(const NamedLimits& wished, const WGPULimits& adapter) {
  WGPULimits required = WGPU_LIMITS_INIT;
  for (const auto& [name, value] : wished) {
    const Limit* known = nullptr;
    for (const auto& limit : kLimits) {
      if (limit.name == name) known = &limit;
    }
    if (known == nullptr) return refuse_protocol("unknown limit", name);
    const std::uint64_t granted = value_of(adapter, known->member);
    if (known->smaller_is_better ? value < granted : value > granted) {
      return refuse({.kind = Failure::Kind::unsupported,
                     .what = fmt::format("the adapter does not grant {}", name),
                     .value = std::to_string(value),
                     .limit = std::to_string(granted)});
    }
    set_value(required, known->member, value);
  }
  return required;
}

bool plausible(const WGPULimits& adapter) {
  // Far below what any driver grants, yet a mislaid struct shows at once; layouts differ between versions of the
// header.
  return adapter.maxBindGroups >= 4 && adapter.maxBindGroups <= 1024 &&
         std::has_single_bit(adapter.minStorageBufferOffsetAlignment) &&
         adapter.minStorageBufferOffsetAlignment <= 256 && adapter.maxStorageBuffersPerShaderStage >= 4 &&
         adapter.maxStorageBufferBindingSize >= 1U << 20U && adapter.maxBufferSize >= 1U << 20U &&
         adapter.maxComputeInvocationsPerWorkgroup >= 128 && adapter.maxComputeWorkgroupsPerDimension >= 65535;
}

}  // namespace assay::worker::native
