// SPDX-License-Identifier: Apache-2.0
/// \file
/// The limits of a device that a plan must respect, under their WebGPU names.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace assay::plan {

/// Defaults: the limits that every WebGPU device grants.
/// Source: the table of limits in https://www.w3.org/TR/webgpu/#limits
struct DeviceLimits {
  std::uint64_t maxBufferSize = 268435456;
  std::uint64_t maxStorageBufferBindingSize = 134217728;
  std::uint64_t maxUniformBufferBindingSize = 65536;
  std::uint64_t minStorageBufferOffsetAlignment = 256;
  std::uint64_t minUniformBufferOffsetAlignment = 256;
  std::uint64_t maxStorageBuffersPerShaderStage = 8;
  std::uint64_t maxUniformBuffersPerShaderStage = 12;
  std::uint64_t maxBindGroups = 4;
  std::uint64_t maxBindingsPerBindGroup = 1000;
  std::uint64_t maxComputeWorkgroupStorageSize = 16384;
  std::uint64_t maxComputeInvocationsPerWorkgroup = 256;
  std::uint64_t maxComputeWorkgroupSizeX = 256;
  std::uint64_t maxComputeWorkgroupSizeY = 256;
  std::uint64_t maxComputeWorkgroupSizeZ = 64;
  std::uint64_t maxComputeWorkgroupsPerDimension = 65535;
};

/// The largest part of a buffer, in bytes, that this device can hold, that one binding reaches, and behind which the
/// next part can begin. Devices tell each limit by itself, and some contradict each other: a binding may be said to be
/// larger than any buffer.
[[nodiscard]] constexpr std::uint64_t largest_chunk_bytes(const DeviceLimits& limits) {
  const std::uint64_t alignment = std::max<std::uint64_t>(limits.minStorageBufferOffsetAlignment, 4);
  return std::min(limits.maxBufferSize, limits.maxStorageBufferBindingSize) / alignment * alignment;
}

/// A limit by the name under which devices tell it.
struct NamedLimit {
  std::string_view name;
  std::uint64_t DeviceLimits::*member;
};
inline constexpr std::array<NamedLimit, 15> kNamedLimits{{
    {"maxBufferSize", &DeviceLimits::maxBufferSize},
    {"maxStorageBufferBindingSize", &DeviceLimits::maxStorageBufferBindingSize},
    {"maxUniformBufferBindingSize", &DeviceLimits::maxUniformBufferBindingSize},
    {"minStorageBufferOffsetAlignment", &DeviceLimits::minStorageBufferOffsetAlignment},
    {"minUniformBufferOffsetAlignment", &DeviceLimits::minUniformBufferOffsetAlignment},
    {"maxStorageBuffersPerShaderStage", &DeviceLimits::maxStorageBuffersPerShaderStage},
    {"maxUniformBuffersPerShaderStage", &DeviceLimits::maxUniformBuffersPerShaderStage},
    {"maxBindGroups", &DeviceLimits::maxBindGroups},
    {"maxBindingsPerBindGroup", &DeviceLimits::maxBindingsPerBindGroup},
    {"maxComputeWorkgroupStorageSize", &DeviceLimits::maxComputeWorkgroupStorageSize},
    {"maxComputeInvocationsPerWorkgroup", &DeviceLimits::maxComputeInvocationsPerWorkgroup},
    {"maxComputeWorkgroupSizeX", &DeviceLimits::maxComputeWorkgroupSizeX},
    {"maxComputeWorkgroupSizeY", &DeviceLimits::maxComputeWorkgroupSizeY},
    {"maxComputeWorkgroupSizeZ", &DeviceLimits::maxComputeWorkgroupSizeZ},
    {"maxComputeWorkgroupsPerDimension", &DeviceLimits::maxComputeWorkgroupsPerDimension},
}};

}  // namespace assay::plan
