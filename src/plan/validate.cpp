// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "plan/load.hpp"

namespace assay::plan {
namespace {

using Checked = Expected<void>;
using Slot = Kernel::Reflection::Slot;

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

/// A violation that another size of the same experiment avoids.
Checked too_much(std::string what, std::uint64_t value, std::uint64_t limit, std::string_view unit,
                 const std::string& where, std::string advice, Fault fault = Fault::bad_input) {
  const auto with_unit = [&](std::uint64_t number) { return std::to_string(number) + " " + std::string(unit); };
  return fail({.fault = fault,
               .what = std::move(what),
               .value = with_unit(value),
               .limit = "up to " + with_unit(limit),
               .where = where,
               .advice = std::move(advice)});
}

/// "use a smaller n, or 2 buffers of at most 536870848 elements": what there is room for, in the unit of the probe.
std::string or_parts(const Buffer& buffer, std::uint64_t bytes, const DeviceLimits& limits, std::string_view parts) {
  const std::uint64_t chunk = largest_chunk_bytes(limits) / bytes_of(buffer.type);
  const std::uint64_t elements = bytes / bytes_of(buffer.type);
  if (chunk == 0) return "use a smaller n, or another device";
  return "use a smaller n, or " + std::to_string((elements + chunk - 1) / chunk) + " " + std::string(parts) +
         " of at most " + std::to_string(chunk) + " elements";
}

Checked check_buffer(const Buffer& buffer, const DeviceLimits& limits) {
  const std::uint64_t all = buffer.bytes() * buffer.rotate;
  if (all > limits.maxBufferSize) {
    return too_much(
        "the buffer '" + buffer.name + "' is larger than this device's buffers may be", all, limits.maxBufferSize,
        "bytes", buffer.where,
        buffer.rotate > 1 ? "use a smaller n, or fewer data sets" : or_parts(buffer, all, limits, "buffers"));
  }
  const std::uint64_t alignment =
      buffer.uniform ? limits.minUniformBufferOffsetAlignment : limits.minStorageBufferOffsetAlignment;
  if (buffer.rotate > 1 && alignment != 0 && buffer.bytes() % alignment != 0) {
    return fail({.fault = Fault::bad_input,
                 .what = "the data sets of '" + buffer.name + "' would not begin at the device's alignment",
                 .value = bytes_text(buffer.bytes()) + " each",
                 .limit = "a multiple of " + bytes_text(alignment),
                 .where = buffer.where,
                 .advice = "round the count up"});
  }
  return {};
}

Checked check_kernel(const Kernel& kernel, const DeviceLimits& limits) {
  const std::string where = kernel.file.string();
  const std::string name = "the workgroup of " + kernel.name;
  const std::string advice = "choose a smaller workgroup, or another device";
  if (kernel.reflection.workgroup_size) {
    const auto& size = *kernel.reflection.workgroup_size;
    const std::uint64_t most[] = {limits.maxComputeWorkgroupSizeX, limits.maxComputeWorkgroupSizeY,
                                  limits.maxComputeWorkgroupSizeZ};
    std::uint64_t invocations = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (size[axis] > most[axis]) {
        return too_much(name + " is too large in " + std::string(1, static_cast<char>('x' + axis)), size[axis],
                        most[axis], "invocations", where, advice, Fault::unfit);
      }
      invocations *= size[axis];
    }
    if (invocations > limits.maxComputeInvocationsPerWorkgroup) {
      return too_much(name + " has too many invocations", invocations, limits.maxComputeInvocationsPerWorkgroup,
                      "invocations", where, advice, Fault::unfit);
    }
  }
  const auto bytes = kernel.reflection.workgroup_bytes;
  if (bytes && *bytes > limits.maxComputeWorkgroupStorageSize) {
    return too_much(name + " needs too much workgroup memory", *bytes, limits.maxComputeWorkgroupStorageSize, "bytes",
                    where, advice, Fault::unfit);
  }
  return {};
}

bool is_uniform(const Plan& plan, const Dispatch& dispatch, const Binding& binding) {
  const Kernel& kernel = plan.kernels[dispatch.kernel];
  if (kernel.wgsl.empty()) return plan.buffers[binding.buffer].uniform;
  return std::ranges::any_of(kernel.reflection.slots, [&](const Slot& slot) {
    return slot.group == binding.group && slot.binding == binding.binding && slot.access == Slot::Access::uniform;
  });
}

Checked check_binding(const Plan& plan, const Binding& binding, bool uniform, const DeviceLimits& limits,
                      const std::string& where) {
  const Buffer& buffer = plan.buffers[binding.buffer];
  const std::string& name = buffer.name;
  const std::uint64_t most = uniform ? limits.maxUniformBufferBindingSize : limits.maxStorageBufferBindingSize;
  if (binding.size > most) {
    return too_much("'" + name + "' is larger than one binding of this device may be", binding.size, most, "bytes",
                    where,
                    uniform ? "use a smaller n"
                            : or_parts(buffer, binding.size, limits, "bindings \"" + name + "[first : count]\""));
  }
  const std::uint64_t alignment =
      uniform ? limits.minUniformBufferOffsetAlignment : limits.minStorageBufferOffsetAlignment;
  if (alignment != 0 && binding.offset % alignment != 0) {
    return fail(
        {.fault = Fault::bad_input,
         .what = "a part of '" + name + "' does not begin at the device's alignment",
         .value = "byte " + std::to_string(binding.offset),
         .limit = "a multiple of " + std::to_string(alignment),
         .where = where,
         .advice = "begin at a multiple of " + std::to_string(alignment / bytes_of(buffer.type)) + " elements"});
  }
  if (binding.group >= limits.maxBindGroups || binding.binding >= limits.maxBindingsPerBindGroup) {
    return fail({.fault = Fault::unfit,
                 .what = "'" + name + "' is bound beyond this device's bind groups",
                 .value = "group " + std::to_string(binding.group) + ", binding " + std::to_string(binding.binding),
                 .limit = "groups below " + std::to_string(limits.maxBindGroups) + ", bindings below " +
                          std::to_string(limits.maxBindingsPerBindGroup),
                 .where = where,
                 .advice = "use lower numbers"});
  }
  return {};
}

Checked check_workgroups(const Dispatch& dispatch, const DeviceLimits& limits, const std::string& where) {
  const auto* groups = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.workgroups);
  if (groups == nullptr) return {};
  const std::uint64_t most = limits.maxComputeWorkgroupsPerDimension;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if ((*groups)[axis] <= most) continue;
    return too_much("the dispatch has too many workgroups in " + std::string(1, static_cast<char>('x' + axis)),
                    (*groups)[axis], most, "workgroups", where,
                    "workgroups = { linear = N } asks for a 2-D shape; the kernel then indexes by "
                    "wid.x + wid.y * num_workgroups.x");
  }
  return {};
}

Checked check_dispatch(const Plan& plan, const Dispatch& dispatch, const DeviceLimits& limits,
                       const std::string& where) {
  std::uint64_t storage = 0;
  std::uint64_t uniform = 0;
  for (const Binding& binding : dispatch.bindings) {
    const bool is = is_uniform(plan, dispatch, binding);
    ++(is ? uniform : storage);
    if (auto checked = check_binding(plan, binding, is, limits, where); !checked) return checked;
  }
  const std::string name = plan.kernels[dispatch.kernel].name;
  if (storage > limits.maxStorageBuffersPerShaderStage) {
    return too_much(name + " binds too many storage buffers", storage, limits.maxStorageBuffersPerShaderStage,
                    "buffers", where, "put two of them into one buffer, or use another device", Fault::unfit);
  }
  if (uniform > limits.maxUniformBuffersPerShaderStage) {
    return too_much(name + " binds too many uniform buffers", uniform, limits.maxUniformBuffersPerShaderStage,
                    "buffers", where, "put two of them into one buffer, or use another device", Fault::unfit);
  }
  return check_workgroups(dispatch, limits, where);
}

}  // namespace

Expected<void> validate(const Plan& plan, const DeviceLimits& limits) {
  for (const Buffer& buffer : plan.buffers) {
    if (auto checked = check_buffer(buffer, limits); !checked) return checked;
  }
  for (const Kernel& kernel : plan.kernels) {
    if (auto checked = check_kernel(kernel, limits); !checked) return checked;
  }
  for (const Arm& arm : plan.arms) {
    for (const Step& step : arm.steps) {
      const auto* pass = std::get_if<Pass>(&step);
      if (pass == nullptr) continue;
      for (const Dispatch& dispatch : pass->dispatches) {
        if (auto checked = check_dispatch(plan, dispatch, limits, pass->where); !checked) return checked;
      }
    }
  }
  return {};
}

}  // namespace assay::plan
