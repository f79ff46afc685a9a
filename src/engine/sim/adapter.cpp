// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/remote/engine_errors.hpp"

namespace assay::engine::sim {
namespace {

constexpr std::string_view kName = "simulated device";
constexpr std::array<std::string_view, 3> kFeatures{"timestamp-query", "subgroups", "f16"};

std::map<std::string, std::uint64_t> simulated_limits(std::uint64_t memory_bytes) {
  return {{"maxBufferSize", memory_bytes},
          {"maxStorageBufferBindingSize", 4294967292},
          {"maxUniformBufferBindingSize", 65536},
          {"minStorageBufferOffsetAlignment", 32},
          {"minUniformBufferOffsetAlignment", 64},
          {"maxStorageBuffersPerShaderStage", 16},
          {"maxUniformBuffersPerShaderStage", 12},
          {"maxBindGroups", 4},
          {"maxBindingsPerBindGroup", 1000},
          {"maxComputeWorkgroupStorageSize", 32768},
          {"maxComputeInvocationsPerWorkgroup", 1024},
          {"maxComputeWorkgroupSizeX", 1024},
          {"maxComputeWorkgroupSizeY", 1024},
          {"maxComputeWorkgroupSizeZ", 64},
          {"maxComputeWorkgroupsPerDimension", 65535}};
}

Unexpected unsupported(std::string what, std::string value, std::string limit) {
  return fail(error_of({.kind = messages::Failure::Kind::unsupported,
                        .what = std::move(what),
                        .value = std::move(value),
                        .limit = std::move(limit)},
                       "open"));
}

}  // namespace

messages::HelloAnswer simulated_identity(const Nuisances& nuisances) {
  const std::string text = nuisance_text(nuisances);
  return {.engine = "sim", .version = text.empty() ? "quiet" : text, .build = "in this process", .clock_step_ns = 1};
}

Expected<messages::OpenAnswer> open_simulated_device(const Nuisances& nuisances, const messages::Open& wish) {
  if (kName.find(wish.adapter) == std::string_view::npos) {
    return unsupported("no adapter has this in its name", wish.adapter, std::string(kName));
  }
  messages::OpenAnswer answer;
  answer.adapters.push_back({.name = std::string(kName), .kind = messages::Adapter::Kind::simulated});
  answer.adapter_features.assign(kFeatures.begin(), kFeatures.end());
  answer.limits = simulated_limits(nuisances.memory_bytes);
  using Unit = messages::OpenAnswer::StampUnit;
  answer.stamp_unit = nuisances.period_ns == 1 ? Unit::nanoseconds : Unit::ticks;
  answer.resolves_unwritten = true;
  if (answer.stamp_unit == Unit::ticks) answer.period_ns = nuisances.period_ns;
  for (const auto& feature : wish.features) {
    if (std::find(kFeatures.begin(), kFeatures.end(), feature) == kFeatures.end()) {
      return unsupported("the device lacks a feature", feature,
                         fmt::format("{}, {}, {}", kFeatures[0], kFeatures[1], kFeatures[2]));
    }
  }
  for (const auto& [name, value] : wish.limits) {
    const auto found = answer.limits.find(name);
    if (found == answer.limits.end() || found->second < value) {
      return unsupported(fmt::format("the device's {} is too small", name), fmt::format("{}", value),
                         found == answer.limits.end() ? "0" : fmt::format("{}", found->second));
    }
  }
  answer.features = wish.features;
  return answer;
}

}  // namespace assay::engine::sim
