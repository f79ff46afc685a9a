// SPDX-License-Identifier: Apache-2.0
#include "worker/native/device.hpp"

#include <fmt/format.h>

#include <array>
#include <thread>

namespace assay::worker::native {
namespace {

constexpr std::size_t kMostErrorBytes = 8192;

/// On a GPU a short spin catches quick completions without the scheduler's latency. On a software driver spinning takes
/// the CPU from the very work that is waited for: 8.6 ms instead of 3.4 ms, measured.
constexpr std::chrono::microseconds kSpin{50};
/// A yield gives way only where somebody else waits for this very core. On a busy machine that is not enough: a waiting
/// loop took more processor time than the driver's threads. After this long a software driver gets the core for good.
constexpr std::chrono::milliseconds kSoftwareYield{2};
constexpr std::chrono::microseconds kSoftwareNap{100};

}  // namespace

Failure failure_of(WGPUErrorType type, std::string_view text) {
  auto kind = Failure::Kind::internal;
  if (type == WGPUErrorType_Validation) kind = Failure::Kind::validation;
  if (type == WGPUErrorType_OutOfMemory) kind = Failure::Kind::out_of_memory;
  return {.kind = kind, .what = std::string(text.substr(0, kMostErrorBytes))};
}

Outcome<void> Device::wait(const bool& done, HostClock::time_point deadline, std::string_view what) {
  const auto begin = HostClock::now();
  for (;;) {
    procs.InstanceProcessEvents(instance);
    if (done) return {};
    if (auto well = alive(); !well) return well;
    const auto now = HostClock::now();
    if (now >= deadline) {
      const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(now - begin);
      return refuse({.kind = Failure::Kind::deadline,
                     .what = fmt::format("{} did not complete in time", what),
                     .value = fmt::format("{} ms waited", waited.count())});
    }
    if (software && now - begin > kSoftwareYield) {
      std::this_thread::sleep_for(kSoftwareNap);
    } else if (software || now - begin > kSpin) {
      std::this_thread::yield();
    }
  }
}

Outcome<void> Device::alive() const {
  if (!reports->lost) return {};
  return refuse({.kind = Failure::Kind::lost, .what = "the device was lost", .value = reports->lost_why});
}

Outcome<void> Device::take_uncaptured() {
  const auto taken = std::exchange(reports->uncaptured, {});
  if (taken.empty()) return {};
  return refuse(failure_of(taken.front().type, taken.front().text));
}

void Device::push_scopes() {
  for (const auto filter : dialect.error_filters) procs.DevicePushErrorScope(device.get(), filter);
}

Outcome<void> Device::pop_scopes() {
  struct Popped {
    std::size_t open = 0;
    bool done = false;
    std::optional<Failure> first{};
  };
  const auto popped = std::make_shared<Popped>(Popped{.open = dialect.error_filters.size()});
  const auto told = [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* userdata,
                       void*) {
    const auto shared = taken_back<Popped>(userdata);
    auto& state = *shared;
    state.done = --state.open == 0;
    if (state.first || (status == WGPUPopErrorScopeStatus_Success && type == WGPUErrorType_NoError)) return;
    if (status == WGPUPopErrorScopeStatus_Success) {
      state.first = failure_of(type, view_of(message));
    } else {
      state.first = Failure{.kind = Failure::Kind::internal,
                            .what = "the engine did not answer an error scope",
                            .value = std::string(view_of(message))};
    }
  };
  for (std::size_t scope = dialect.error_filters.size(); scope > 0; --scope) {
    const WGPUPopErrorScopeCallbackInfo callback{nullptr, WGPUCallbackMode_AllowProcessEvents, told, lent(popped),
                                                 nullptr};
    procs.DevicePopErrorScope(device.get(), callback);
  }
  if (!popped->done) {
    if (auto waited = wait(popped->done, request_deadline, "an error scope"); !waited) return waited;
  }
  auto uncaptured = take_uncaptured();
  if (popped->first) return refuse(*popped->first);
  return uncaptured;
}

Handle<WGPUBuffer> Device::create_buffer(std::uint64_t bytes, WGPUBufferUsage usage, std::string_view label) {
  WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
  descriptor.label = view_of(label);
  descriptor.usage = usage;
  descriptor.size = bytes;
  return {procs.DeviceCreateBuffer(device.get(), &descriptor), procs.BufferRelease};
}

Outcome<void> Device::submit(WGPUCommandBuffer commands) {
  // Submitting to a lost device, like submitting an invalid command buffer, makes wgpu-native abort.
  if (auto well = alive(); !well) return well;
  procs.QueueSubmit(queue.get(), commands == nullptr ? 0 : 1, commands == nullptr ? nullptr : &commands);
  return {};
}

Outcome<void> Device::submit_and_wait(WGPUCommandBuffer commands, HostClock::time_point deadline, SubmitTimes* times) {
  struct Finished {
    bool done = false;
    bool success = false;
    std::string text{};
  };
  const auto finished = std::make_shared<Finished>();
  const auto told = [](WGPUQueueWorkDoneStatus status, WGPUStringView message, void* userdata, void*) {
    const auto state = taken_back<Finished>(userdata);
    state->done = true;
    state->success = status == WGPUQueueWorkDoneStatus_Success;
    state->text = view_of(message);
  };
  if (times != nullptr) times->before = HostClock::now();
  if (auto given = submit(commands); !given) return given;
  if (times != nullptr) times->taken = HostClock::now();
  procs.QueueOnSubmittedWorkDone(queue.get(),
                                 {nullptr, WGPUCallbackMode_AllowProcessEvents, told, lent(finished), nullptr});
  if (auto waited = wait(finished->done, deadline, "submitted work"); !waited) return waited;
  if (auto well = alive(); !well) return well;
  if (!finished->success) {
    return refuse({.kind = Failure::Kind::lost, .what = "submitted work did not complete", .value = finished->text});
  }
  return take_uncaptured();
}

}  // namespace assay::worker::native
