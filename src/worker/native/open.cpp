// SPDX-License-Identifier: Apache-2.0
#include "worker/native/open.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "worker/native/abi.hpp"
#include "worker/native/limits.hpp"

namespace assay::worker::native {
namespace {

constexpr std::size_t kMostUncaptured = 64;

void on_lost(WGPUDevice const*, WGPUDeviceLostReason reason, WGPUStringView message, void* userdata, void*) {
  auto& reports = *static_cast<Reports*>(userdata);
  if (reports.lost || reason == WGPUDeviceLostReason_CallbackCancelled) return;
  reports.lost = true;
  reports.lost_why = view_of(message);
}

void on_uncaptured(WGPUDevice const*, WGPUErrorType type, WGPUStringView message, void* userdata, void*) {
  auto& reports = *static_cast<Reports*>(userdata);
  if (reports.uncaptured.size() < kMostUncaptured) reports.uncaptured.push_back({type, std::string(view_of(message))});
}

tl::unexpected<Failure> refuse_unsupported(std::string what, std::string value, std::string limit = {}) {
  return refuse({.kind = Failure::Kind::unsupported,
                 .what = std::move(what),
                 .value = std::move(value),
                 .limit = std::move(limit)});
}

Outcome<bool> wants_bare(const std::vector<std::string>& toggles) {
  for (const auto& toggle : toggles) {
    if (toggle != "bare") {
      return refuse_unsupported(fmt::format("the engine has no toggle '{}'", toggle), toggle, "bare");
    }
  }
  return !toggles.empty();
}

struct DeviceRequest {
  void (*release)(WGPUDevice) = nullptr;
  bool done = false;
  Handle<WGPUDevice> device{};  ///< also of one that came too late: released with the request
  std::string text{};
};

void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* userdata, void*) {
  const auto request = taken_back<DeviceRequest>(userdata);
  request->done = true;
  request->text = view_of(message);
  if (status == WGPURequestDeviceStatus_Success) request->device = {device, request->release};
}

}  // namespace

std::vector<std::string> available_features(const Procs& procs, const Dialect& dialect, WGPUAdapter adapter) {
  std::vector<std::string> names;
  for (const auto& feature : dialect.features) {
    if (procs.AdapterHasFeature(adapter, feature.number) != 0) names.emplace_back(feature.name);
  }
  return names;
}

namespace {

Outcome<std::vector<WGPUFeatureName>> wanted_features(const Procs& procs, const Dialect& dialect,
                                                      const SeenAdapter& adapter, const messages::Open& wish) {
  std::vector<WGPUFeatureName> features;
  for (const auto& name : wish.features) {
    const Feature* feature = dialect.feature(name);
    if (feature == nullptr || procs.AdapterHasFeature(adapter.handle.get(), feature->number) == 0) {
      const auto available = available_features(procs, dialect, adapter.handle.get());
      return refuse_unsupported(fmt::format("the adapter lacks the feature '{}'", name), name,
                                fmt::format("{}", fmt::join(available, ", ")));
    }
    if (std::find(features.begin(), features.end(), feature->number) == features.end()) {
      features.push_back(feature->number);
    }
  }
  return features;
}

/// WGPUDawnTogglesDescriptor: Dawn's own chained struct, which the header of no other library has.
struct DawnToggles {
  WGPUChainedStruct chain{nullptr, static_cast<WGPUSType>(0x0005000A)};
  std::size_t enabled_count = 0;
  const char* const* enabled = nullptr;
  std::size_t disabled_count = 0;
  const char* const* disabled = nullptr;
};

DawnToggles toggles_of(const Bare& bare) {
  DawnToggles toggles;
  toggles.enabled_count = bare.enabled.size();
  toggles.enabled = bare.enabled.data();
  toggles.disabled_count = bare.disabled.size();
  toggles.disabled = bare.disabled.data();
  return toggles;
}

/// Asks for the device. Failure::Kind::unsupported in the engine's words when it refuses.
Outcome<void> request_device(Device& device, WGPUAdapter adapter, const std::vector<WGPUFeatureName>& features,
                             const WGPULimits* limits) {
  const Procs& procs = device.procs;
  WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
  descriptor.label = view_of(std::string_view("assay"));
  DawnToggles toggles = toggles_of(device.dialect.bare);
  if (device.bare && toggles.enabled_count + toggles.disabled_count > 0) descriptor.nextInChain = &toggles.chain;
  descriptor.requiredFeatureCount = features.size();
  descriptor.requiredFeatures = features.data();
  descriptor.requiredLimits = limits;
  descriptor.deviceLostCallbackInfo = {nullptr, WGPUCallbackMode_AllowProcessEvents, on_lost, device.reports.get(),
                                       nullptr};
  descriptor.uncapturedErrorCallbackInfo = {nullptr, on_uncaptured, device.reports.get(), nullptr};
  const auto request = std::make_shared<DeviceRequest>(DeviceRequest{.release = procs.DeviceRelease});
  procs.AdapterRequestDevice(adapter, &descriptor,
                             {nullptr, WGPUCallbackMode_AllowProcessEvents, on_device, lent(request), nullptr});
  if (auto waited = device.wait(request->done, device.request_deadline, "opening a device"); !waited) return waited;
  if (!request->device) return refuse_unsupported("the engine refused the device", request->text);
  device.device = std::move(request->device);
  return {};
}

}  // namespace

Outcome<std::unique_ptr<Device>> open_device(const Procs& procs, const Dialect& dialect, SeenAdapter& adapter,
                                             const messages::Open& wish, HostClock::time_point deadline) {
  const auto bare = wants_bare(wish.toggles);
  if (!bare) return tl::unexpected(bare.error());
  const auto features = wanted_features(procs, dialect, adapter, wish);
  if (!features) return tl::unexpected(features.error());
  if (const auto misfit = abi_misfit(procs, dialect, adapter.handle.get())) {
    return refuse({.kind = Failure::Kind::unsupported,
                   .what = fmt::format("the engine library is of another ABI: {}", *misfit),
                   .where = "engine library"});
  }
  WGPULimits offered = WGPU_LIMITS_INIT;
  procs.AdapterGetLimits(adapter.handle.get(), &offered);
  const auto limits = required_limits(wish.limits, offered);
  if (!limits) return tl::unexpected(limits.error());

  auto device = std::make_unique<Device>(procs, dialect);
  device->instance = adapter.instance;
  device->software = adapter.info.kind == messages::Adapter::Kind::software;
  device->bare = *bare;
  device->request_deadline = deadline;
  auto opened = request_device(*device, adapter.handle.get(), *features, &*limits);
  if (!opened && opened.error().kind == Failure::Kind::unsupported && !wish.limits.empty()) {
    // Some drivers advertise what they do not grant. A smaller device may still do, and the answer tells its limits.
    const std::string why = opened.error().value;
    if (adapter.again) adapter.handle = adapter.again();
    opened = request_device(*device, adapter.handle.get(), *features, nullptr);
    if (opened) {
      device->reports->notes.push_back(fmt::format(
          "the engine refused limits that its adapter advertises; the device has the default ones: {}", why));
    }
  }
  if (!opened) return tl::unexpected(opened.error());

  device->queue = Handle<WGPUQueue>(procs.DeviceGetQueue(device->device.get()), procs.QueueRelease);
  procs.DeviceGetLimits(device->device.get(), &device->limits);
  for (const auto& feature : dialect.features) {
    if (procs.DeviceHasFeature(device->device.get(), feature.number) != 0) device->features.emplace(feature.name);
  }
  return device;
}

void describe_device(const Device& device, messages::OpenAnswer& answer) {
  answer.features.assign(device.features.begin(), device.features.end());
  answer.limits = named_limits(device.limits);
  if (device.features.count("timestamp-query") == 0) return;
  answer.resolves_unwritten = device.dialect.resolves_unwritten;
  if (device.procs.QueueGetTimestampPeriod == nullptr) {  // its stamps are converted by the library itself
    answer.stamp_unit = device.dialect.stamp_unit;
    return;
  }
  const double period = static_cast<double>(device.procs.QueueGetTimestampPeriod(device.queue.get()));
  if (!std::isfinite(period) || period <= 0) return;  // stamp_unit stays unknown: nobody may assume 1
  answer.stamp_unit = device.dialect.stamp_unit;
  answer.period_ns = period;
}

}  // namespace assay::worker::native
