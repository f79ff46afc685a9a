// SPDX-License-Identifier: Apache-2.0
#include "plan/default_limits.hpp"

#include <algorithm>
#include <utility>

#include "plan/limits.hpp"

namespace assay::plan {
namespace {

class Passed {
 public:
  explicit Passed(const Plan& plan) : plan_(plan) {}

  std::vector<PassedLimit> all() {
    for (const Buffer& buffer : plan_.buffers) {
      hold("the buffer '" + buffer.name + "'", "maxBufferSize", buffer.bytes() * buffer.rotate, defaults_.maxBufferSize,
           "bytes");
    }
    for (const Kernel& kernel : plan_.kernels) this->kernel(kernel);
    for (const Arm& arm : plan_.arms) {
      for (const Step& step : arm.steps) {
        const auto* pass = std::get_if<Pass>(&step);
        if (pass == nullptr) continue;
        for (const Dispatch& dispatch : pass->dispatches) this->dispatch(arm, *pass, dispatch);
      }
    }
    return std::move(found_);
  }

 private:
  void hold(std::string what, std::string_view limit, std::uint64_t value, std::uint64_t most, std::string_view unit) {
    if (value <= most) return;
    const bool known = std::ranges::any_of(
        found_, [&](const PassedLimit& passed) { return passed.what == what && passed.limit == limit; });
    if (known) return;
    found_.push_back({.what = std::move(what),
                      .limit = std::string(limit),
                      .value = value,
                      .most = most,
                      .unit = std::string(unit)});
  }

  void kernel(const Kernel& kernel) {
    const std::string what = "the workgroup of " + kernel.name;
    if (kernel.reflection.workgroup_size) {
      const auto& [x, y, z] = *kernel.reflection.workgroup_size;
      hold(what, "maxComputeWorkgroupSizeX", x, defaults_.maxComputeWorkgroupSizeX, "invocations");
      hold(what, "maxComputeWorkgroupSizeY", y, defaults_.maxComputeWorkgroupSizeY, "invocations");
      hold(what, "maxComputeWorkgroupSizeZ", z, defaults_.maxComputeWorkgroupSizeZ, "invocations");
      // Each is below 2^32 and the first two are multiplied first: three could overflow, two cannot.
      const std::uint64_t plane = std::uint64_t{x} * y;
      const std::uint64_t all = plane > UINT64_MAX / z ? UINT64_MAX : plane * z;
      hold(what, "maxComputeInvocationsPerWorkgroup", all, defaults_.maxComputeInvocationsPerWorkgroup, "invocations");
    }
    hold(what, "maxComputeWorkgroupStorageSize", kernel.reflection.workgroup_bytes.value_or(0),
         defaults_.maxComputeWorkgroupStorageSize, "bytes");
  }

  void dispatch(const Arm& arm, const Pass& pass, const Dispatch& dispatch) {
    for (const Binding& binding : dispatch.bindings) {
      const Buffer& buffer = plan_.buffers[binding.buffer];
      const std::string what = "a binding of '" + buffer.name + "'";
      if (buffer.uniform) {
        hold(what, "maxUniformBufferBindingSize", binding.size, defaults_.maxUniformBufferBindingSize, "bytes");
      } else {
        hold(what, "maxStorageBufferBindingSize", binding.size, defaults_.maxStorageBufferBindingSize, "bytes");
      }
    }
    if (const auto* groups = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.workgroups)) {
      hold("pass '" + pass.label + "' of arm '" + arm.name + "'", "maxComputeWorkgroupsPerDimension",
           *std::ranges::max_element(*groups), defaults_.maxComputeWorkgroupsPerDimension, "workgroups");
    }
    hold(plan_.kernels[dispatch.kernel].name, "maxStorageBuffersPerShaderStage", dispatch.bindings.size(),
         defaults_.maxStorageBuffersPerShaderStage + uniforms(dispatch), "buffers");
  }

  [[nodiscard]] std::uint64_t uniforms(const Dispatch& dispatch) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        dispatch.bindings, [&](const Binding& binding) { return plan_.buffers[binding.buffer].uniform; }));
  }

  const Plan& plan_;
  const DeviceLimits defaults_{};
  std::vector<PassedLimit> found_{};
};

}  // namespace

std::vector<PassedLimit> passed_default_limits(const Plan& plan) { return Passed(plan).all(); }

}  // namespace assay::plan
