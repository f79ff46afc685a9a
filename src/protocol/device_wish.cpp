// SPDX-License-Identifier: Apache-2.0
#include "protocol/device_wish.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plan/limits.hpp"

namespace assay::protocol {

messages::Open wish_of(const plan::Plan& plan, const std::string& adapter) {
  messages::Open wish{.adapter = adapter, .features = {"timestamp-query"}};
  std::set<std::string> features;
  for (const auto& arm : plan.arms) features.insert(arm.requires_features.begin(), arm.requires_features.end());
  wish.features.insert(wish.features.end(), features.begin(), features.end());
  std::uint64_t largest = 0;
  for (const auto& buffer : plan.buffers) largest = std::max(largest, buffer.bytes());
  const plan::DeviceLimits defaults;
  // Sixteen bytes more: the engine keeps its fence words behind each allocation.
  if (largest + 16 > defaults.maxBufferSize) wish.limits["maxBufferSize"] = largest + 16;
  if (largest > defaults.maxStorageBufferBindingSize) wish.limits["maxStorageBufferBindingSize"] = largest;
  return wish;
}

Error too_large(const Error& error, const plan::Plan& plan, const messages::Open& wish) {
  for (const auto& [name, value] : wish.limits) {
    if (error.fault != Fault::unfit || error.what.find(name) == std::string::npos) continue;
    const auto largest = std::max_element(plan.buffers.begin(), plan.buffers.end(),
                                          [](const auto& a, const auto& b) { return a.bytes() < b.bytes(); });
    return {.fault = Fault::bad_input,
            .what = fmt::format("buffer '{}' is too large for this device ({})", largest->name, name),
            .value = fmt::format("{} bytes", largest->bytes()),
            .limit = error.limit + " bytes",
            .where = plan.probe,
            .advice = "use a smaller size, for instance with --set"};
  }
  return error;
}

}  // namespace assay::protocol
