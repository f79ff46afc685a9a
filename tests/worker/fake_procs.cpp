// SPDX-License-Identifier: Apache-2.0
#include "worker/fake_procs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace assay::worker::native::test {
namespace {

FakeEngine the_engine;
char object = 0;

template <class Object>
Object made() {
  return reinterpret_cast<Object>(&object);
}

/// Near our own frame: of a function that may have returned when the callback comes.
bool is_on_this_stack(const void* state) {
  constexpr std::uintptr_t kNear = 1U << 20U;
  const char here = 0;
  const auto a = reinterpret_cast<std::uintptr_t>(state), b = reinterpret_cast<std::uintptr_t>(&here);
  return (a > b ? a - b : b - a) < kNear;
}

void answer(const void* state, std::function<void()> call) {
  the_engine.was_lent_a_frame = the_engine.was_lent_a_frame || is_on_this_stack(state);
  if (the_engine.answers) {
    call();
  } else {
    the_engine.late.push_back(std::move(call));
  }
}

WGPUFuture pop_scope(WGPUDevice, WGPUPopErrorScopeCallbackInfo callback) {
  std::pair<WGPUErrorType, std::string> told{WGPUErrorType_NoError, ""};
  if (!the_engine.scopes.empty()) {
    told = the_engine.scopes.front();
    the_engine.scopes.pop_front();
  }
  answer(callback.userdata1, [callback, told] {
    callback.callback(WGPUPopErrorScopeStatus_Success, told.first, view_of(std::string_view(told.second)),
                      callback.userdata1, callback.userdata2);
  });
  return {};
}

WGPUFuture work_done(WGPUQueue, WGPUQueueWorkDoneCallbackInfo callback) {
  answer(callback.userdata1, [callback] {
    callback.callback(WGPUQueueWorkDoneStatus_Success, view_of(std::string_view("late")), callback.userdata1,
                      callback.userdata2);
  });
  return {};
}

WGPUFuture request_device(WGPUAdapter, WGPUDeviceDescriptor const* wish, WGPURequestDeviceCallbackInfo callback) {
  const bool limited = wish->requiredLimits != nullptr;
  the_engine.requested_limits.push_back(limited);
  the_engine.requested_features.emplace_back(wish->requiredFeatures,
                                             wish->requiredFeatures + wish->requiredFeatureCount);
  the_engine.lost = wish->deviceLostCallbackInfo;
  const bool refused = limited && the_engine.refuses_limits;
  answer(callback.userdata1, [callback, refused] {
    callback.callback(refused ? WGPURequestDeviceStatus_Error : WGPURequestDeviceStatus_Success,
                      refused ? nullptr : made<WGPUDevice>(),
                      view_of(std::string_view(refused ? "limits not granted" : "")), callback.userdata1,
                      callback.userdata2);
  });
  return {};
}

void release_device(WGPUDevice device) {
  ++the_engine.devices_released;
  if (!the_engine.calls_back_on_release || the_engine.lost.callback == nullptr) return;
  the_engine.lost.callback(&device, WGPUDeviceLostReason_Destroyed, view_of(std::string_view("released")),
                           the_engine.lost.userdata1, the_engine.lost.userdata2);
}

WGPUStatus get_limits(WGPUAdapter, WGPULimits* limits) {
  *limits = the_engine.adapter_limits;
  if (the_engine.longer_limits) reinterpret_cast<std::uint32_t*>(limits + 1)[1] = 16;  // another limit
  return WGPUStatus_Success;
}

WGPUStatus get_info(WGPUAdapter, WGPUAdapterInfo* info) {
  info->adapterType = WGPUAdapterType_CPU;
  return WGPUStatus_Success;
}

void get_features(WGPUAdapter, WGPUSupportedFeatures* features) {
  static std::array<WGPUFeatureName, 3> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = wgpu_native_dialect().features[i].number;
    numbers[i] = the_engine.other_numbers ? static_cast<WGPUFeatureName>(number + 1) : number;
  }
  features->features = numbers.data();
  features->featureCount = numbers.size();
}

WGPUFuture map_buffer(WGPUBuffer, WGPUMapMode, std::size_t, std::size_t, WGPUBufferMapCallbackInfo callback) {
  ++the_engine.maps;
  if (the_engine.map == FakeEngine::Map::never_ends) {
    the_engine.late.emplace_back([callback] {
      callback.callback(WGPUMapAsyncStatus_Aborted, view_of(std::string_view("")), callback.userdata1,
                        callback.userdata2);
    });
    return {};
  }
  const bool well = the_engine.map == FakeEngine::Map::succeeds;
  answer(callback.userdata1, [callback, well] {
    callback.callback(well ? WGPUMapAsyncStatus_Success : WGPUMapAsyncStatus_Error,
                      view_of(std::string_view(well ? "" : "AbortError")), callback.userdata1, callback.userdata2);
  });
  return {};
}

void const* mapped_range(WGPUBuffer, std::size_t, std::size_t size) {
  the_engine.mapped.assign(size, std::byte{0});
  std::copy(the_engine.written.begin(), the_engine.written.end(),
            the_engine.mapped.end() - static_cast<std::ptrdiff_t>(the_engine.written.size()));
  return the_engine.mapped.data();
}

WGPUComputePassEncoder begin_pass(WGPUCommandEncoder, WGPUComputePassDescriptor const* pass) {
  ++the_engine.passes;
  if (pass->timestampWrites != nullptr) the_engine.stamped.push_back(*pass->timestampWrites);
  return made<WGPUComputePassEncoder>();
}

/// Buffers, commands and the way back.
void add_work(Procs& procs) {
  procs.DeviceCreateBuffer = [](WGPUDevice, WGPUBufferDescriptor const*) {
    ++the_engine.buffers;
    return made<WGPUBuffer>();
  };
  procs.BufferRelease = [](WGPUBuffer) {};
  procs.BufferMapAsync = map_buffer;
  procs.BufferGetConstMappedRange = mapped_range;
  procs.BufferUnmap = [](WGPUBuffer) { ++the_engine.unmaps; };
  procs.DeviceCreateQuerySet = [](WGPUDevice, WGPUQuerySetDescriptor const* wish) {
    the_engine.query_sets.push_back(wish->count);
    return made<WGPUQuerySet>();
  };
  procs.QuerySetRelease = [](WGPUQuerySet) {};
  procs.QueueWriteBuffer = [](WGPUQueue, WGPUBuffer, std::uint64_t, void const* data, std::size_t size) {
    if (the_engine.forgets_writes) return;
    const auto* bytes = static_cast<const std::byte*>(data);
    the_engine.written.assign(bytes, bytes + size);
  };
  procs.DeviceCreateCommandEncoder = [](WGPUDevice, WGPUCommandEncoderDescriptor const*) {
    return made<WGPUCommandEncoder>();
  };
  procs.CommandEncoderBeginComputePass = begin_pass;
  procs.ComputePassEncoderEnd = [](WGPUComputePassEncoder) {};
  procs.ComputePassEncoderRelease = [](WGPUComputePassEncoder) {};
  procs.CommandEncoderResolveQuerySet = [](WGPUCommandEncoder, WGPUQuerySet, std::uint32_t, std::uint32_t, WGPUBuffer,
                                           std::uint64_t) {};
  procs.CommandEncoderCopyBufferToBuffer = [](WGPUCommandEncoder, WGPUBuffer, std::uint64_t, WGPUBuffer, std::uint64_t,
                                              std::uint64_t) {};
  procs.CommandEncoderFinish = [](WGPUCommandEncoder, WGPUCommandBufferDescriptor const*) {
    return made<WGPUCommandBuffer>();
  };
  procs.CommandEncoderRelease = [](WGPUCommandEncoder) {};
  procs.CommandBufferRelease = [](WGPUCommandBuffer) {};
}

Procs make_procs() {
  Procs procs;
  procs.InstanceProcessEvents = [](WGPUInstance) {};
  procs.DevicePushErrorScope = [](WGPUDevice, WGPUErrorFilter) {};
  procs.DevicePopErrorScope = pop_scope;
  procs.DeviceCreateShaderModule = [](WGPUDevice, WGPUShaderModuleDescriptor const*) {
    return made<WGPUShaderModule>();
  };
  procs.ShaderModuleRelease = [](WGPUShaderModule) {};
  procs.DeviceCreateComputePipeline = [](WGPUDevice, WGPUComputePipelineDescriptor const*) {
    return made<WGPUComputePipeline>();
  };
  procs.ComputePipelineRelease = [](WGPUComputePipeline) {};
  procs.QueueSubmit = [](WGPUQueue, std::size_t, WGPUCommandBuffer const*) {
    ++the_engine.submissions;
    if (the_engine.lose_on_submit != nullptr) the_engine.lose_on_submit->lost = true;
  };
  procs.QueueOnSubmittedWorkDone = work_done;
  procs.QueueRelease = [](WGPUQueue) {};
  procs.AdapterHasFeature = [](WGPUAdapter, WGPUFeatureName) { return WGPUBool{the_engine.has_features ? 1U : 0U}; };
  procs.AdapterGetLimits = get_limits;
  procs.AdapterGetInfo = get_info;
  procs.AdapterInfoFreeMembers = [](WGPUAdapterInfo) {};
  procs.AdapterGetFeatures = get_features;
  procs.SupportedFeaturesFreeMembers = [](WGPUSupportedFeatures) {};
  procs.AdapterRequestDevice = request_device;
  procs.AdapterRelease = [](WGPUAdapter) {};
  procs.DeviceGetQueue = [](WGPUDevice) { return made<WGPUQueue>(); };
  procs.DeviceGetLimits = [](WGPUDevice, WGPULimits*) { return WGPUStatus_Success; };
  procs.DeviceHasFeature = [](WGPUDevice, WGPUFeatureName) { return WGPUBool{0}; };
  procs.DeviceRelease = release_device;
  add_work(procs);
  return procs;
}

}  // namespace

FakeEngine& fake() { return the_engine; }

const Procs& fresh_fake_procs() {
  static const Procs procs = make_procs();
  the_engine = {};
  auto& limits = the_engine.adapter_limits;
  limits.maxBindGroups = 8;
  limits.minStorageBufferOffsetAlignment = 16;
  limits.maxStorageBuffersPerShaderStage = 16;
  limits.maxStorageBufferBindingSize = limits.maxBufferSize = 1U << 30U;
  limits.maxComputeInvocationsPerWorkgroup = 1024;
  limits.maxComputeWorkgroupsPerDimension = 65535;
  return procs;
}

std::unique_ptr<Device> fake_device() {
  auto device = std::make_unique<Device>(fresh_fake_procs(), wgpu_native_dialect());
  device->device = {made<WGPUDevice>(), release_device};
  return device;
}

}  // namespace assay::worker::native::test
