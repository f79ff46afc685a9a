// SPDX-License-Identifier: Apache-2.0
/// \file
/// The engine library's procedures, loaded at run time so that one worker drives any build of the library and a missing
/// one is a sentence instead of a loader error. The library is never linked.
#pragma once

#include <webgpu/webgpu.h>
#include <webgpu/wgpu.h>

#include <string>

#include "worker/outcome.hpp"

/// Standard webgpu.h procedures that compute needs; every engine has them. Left out on purpose, because wgpu-native 29
/// aborts in them:
/// GetProcAddress, GetInstanceFeatures, InstanceWaitAny, ShaderModuleGetCompilationInfo.
#define ASSAY_STANDARD_PROCS(X)                   \
  X(CreateInstance)                               \
  X(InstanceProcessEvents)                        \
  X(InstanceRelease)                              \
  X(InstanceRequestAdapter)                       \
  X(AdapterGetFeatures)                           \
  X(AdapterGetInfo)                               \
  X(AdapterInfoFreeMembers)                       \
  X(AdapterGetLimits)                             \
  X(AdapterHasFeature)                            \
  X(AdapterRequestDevice)                         \
  X(AdapterRelease)                               \
  X(DeviceCreateBindGroup)                        \
  X(DeviceCreateBuffer)                           \
  X(DeviceCreateCommandEncoder)                   \
  X(DeviceCreateComputePipeline)                  \
  X(DeviceCreateQuerySet)                         \
  X(DeviceCreateShaderModule)                     \
  X(DeviceGetLimits)                              \
  X(DeviceGetQueue)                               \
  X(DeviceHasFeature)                             \
  X(DevicePopErrorScope)                          \
  X(DevicePushErrorScope)                         \
  X(DeviceRelease)                                \
  X(QueueOnSubmittedWorkDone)                     \
  X(QueueSubmit)                                  \
  X(QueueWriteBuffer)                             \
  X(QueueRelease)                                 \
  X(BufferMapAsync)                               \
  X(BufferGetConstMappedRange)                    \
  X(BufferUnmap)                                  \
  X(BufferRelease)                                \
  X(BindGroupRelease)                             \
  X(BindGroupLayoutRelease)                       \
  X(QuerySetRelease)                              \
  X(ShaderModuleRelease)                          \
  X(SupportedFeaturesFreeMembers)                 \
  X(ComputePipelineGetBindGroupLayout)            \
  X(ComputePipelineRelease)                       \
  X(CommandEncoderBeginComputePass)               \
  X(CommandEncoderClearBuffer)                    \
  X(CommandEncoderCopyBufferToBuffer)             \
  X(CommandEncoderResolveQuerySet)                \
  X(CommandEncoderFinish)                         \
  X(CommandEncoderRelease)                        \
  X(CommandBufferRelease)                         \
  X(ComputePassEncoderSetPipeline)                \
  X(ComputePassEncoderSetBindGroup)               \
  X(ComputePassEncoderDispatchWorkgroups)         \
  X(ComputePassEncoderDispatchWorkgroupsIndirect) \
  X(ComputePassEncoderEnd)                        \
  X(ComputePassEncoderRelease)

/// Extensions that wgpu-native has beside the standard; null with any other library.
#define ASSAY_WGPU_NATIVE_PROCS(X) \
  X(GetVersion)                    \
  X(DevicePoll)                    \
  X(InstanceEnumerateAdapters)     \
  X(QueueGetTimestampPeriod)       \
  X(DeviceCreateShaderModuleTrusted)

namespace assay::worker::native {

struct Dialect;

struct Procs {
#define ASSAY_PROC(name) decltype(&::wgpu##name) name = nullptr;  // NOLINT(bugprone-macro-parentheses): a declaration
  ASSAY_STANDARD_PROCS(ASSAY_PROC)
  ASSAY_WGPU_NATIVE_PROCS(ASSAY_PROC)
#undef ASSAY_PROC
};

/// A loaded engine library. It stays loaded until the process ends.
struct Library {
  Procs procs{};
  const Dialect* dialect = nullptr;  ///< never null in a loaded library
  std::string version{};  ///< "29.0.1.1"; of Dawn, which tells none: see version_of_dawn
};

/// Loads the library at `path`, tells by its procedures which engine it is, and checks that it has the ABI that this
/// worker was built for.
/// Failure::Kind::unsupported with where = "engine library" when it is missing or another one.
[[nodiscard]] Outcome<Library> load_library(const std::string& path);

/// "29.0.1.1" of 0x1D000101.
[[nodiscard]] std::string version_text(std::uint32_t packed);

}  // namespace assay::worker::native
