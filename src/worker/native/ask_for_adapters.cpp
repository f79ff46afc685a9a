// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "worker/native/adapters.hpp"
#include "worker/native/callback.hpp"

namespace assay::worker::native {
namespace {

using TimePoint = std::chrono::steady_clock::time_point;

constexpr std::size_t kMostDrivers = 64;
constexpr std::array<const char*, 2> kDriverLists = {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"};

/// The environment's drivers, one instance for each: the library offers no list, and of several devices it prefers one
/// by its own rules. The worker has one thread while this lives.
class OneDriverAtATime {
 public:
  OneDriverAtATime() {
    std::string_view list;
    for (std::size_t i = 0; i < kDriverLists.size(); ++i) {
      const char* value = std::getenv(kDriverLists[i]);
      if (value == nullptr) continue;
      before_[i] = value;
      if (list.empty()) list = *before_[i];
    }
    while (!list.empty() && drivers_.size() < kMostDrivers) {
      const auto colon = list.find(':');
      if (const auto driver = list.substr(0, colon); !driver.empty()) drivers_.emplace_back(driver);
      list = colon == std::string_view::npos ? std::string_view() : list.substr(colon + 1);
    }
  }
  OneDriverAtATime(const OneDriverAtATime&) = delete;
  OneDriverAtATime& operator=(const OneDriverAtATime&) = delete;
  OneDriverAtATime(OneDriverAtATime&&) = delete;
  OneDriverAtATime& operator=(OneDriverAtATime&&) = delete;
  ~OneDriverAtATime() {
    for (std::size_t i = 0; i < kDriverLists.size(); ++i) {
      if (before_[i]) {
        setenv(kDriverLists[i], before_[i]->c_str(), 1);
      } else {
        unsetenv(kDriverLists[i]);
      }
    }
  }

  /// Once at least: without a list the Vulkan loader searches by itself.
  template <class Action>
  void for_each(const Action& action) const {
    if (drivers_.empty()) return action();
    for (const auto& driver : drivers_) {
      for (const char* name : kDriverLists) setenv(name, driver.c_str(), 1);
      action();
    }
  }

 private:
  std::array<std::optional<std::string>, kDriverLists.size()> before_{};  ///< values; nothing: was not set
  std::vector<std::string> drivers_{};
};

struct AdapterRequest {
  void (*release)(WGPUAdapter) = nullptr;
  bool done = false;
  Handle<WGPUAdapter> adapter{};
};

Handle<WGPUAdapter> request_adapter(const Procs& procs, WGPUInstance instance, const WGPURequestAdapterOptions& options,
                                    TimePoint deadline) {
  const auto told = [](WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView, void* userdata, void*) {
    const auto request = taken_back<AdapterRequest>(userdata);
    request->done = true;
    if (status == WGPURequestAdapterStatus_Success) request->adapter = {adapter, request->release};
  };
  const auto request = std::make_shared<AdapterRequest>(AdapterRequest{.release = procs.AdapterRelease});
  procs.InstanceRequestAdapter(instance, &options,
                               {nullptr, WGPUCallbackMode_AllowProcessEvents, told, lent(request), nullptr});
  while (!request->done && std::chrono::steady_clock::now() < deadline) {
    procs.InstanceProcessEvents(instance);
    if (!request->done) std::this_thread::yield();
  }
  return std::move(request->adapter);
}

std::array<WGPURequestAdapterOptions, 3> kinds_of_adapter() {
  std::array<WGPURequestAdapterOptions, 3> kinds;
  kinds.fill(WGPU_REQUEST_ADAPTER_OPTIONS_INIT);
  for (auto& kind : kinds) {
    kind.featureLevel = WGPUFeatureLevel_Core;
    kind.backendType = WGPUBackendType_Vulkan;
  }
  kinds[0].powerPreference = WGPUPowerPreference_HighPerformance;
  kinds[1].powerPreference = WGPUPowerPreference_LowPower;
  kinds[2].forceFallbackAdapter = 1;
  return kinds;
}

void ask_instance(const Procs& procs, WGPUInstance instance, TimePoint deadline, std::vector<SeenAdapter>& seen) {
  for (const auto& kind : kinds_of_adapter()) {
    auto handle = request_adapter(procs, instance, kind, deadline);
    if (!handle) continue;
    auto info = describe_adapter(procs, handle.get());
    if (std::any_of(seen.begin(), seen.end(), [&](const SeenAdapter& other) { return other.info == info; })) continue;
    // One request for a device uses an adapter up.
    seen.push_back({.instance = instance, .handle = std::move(handle), .info = std::move(info), .again = [=, &procs] {
                      return request_adapter(procs, instance, kind, deadline);
                    }});
  }
}

}  // namespace

Outcome<Adapters> ask_for_adapters(const Procs& procs, TimePoint deadline) {
  Adapters adapters;
  OneDriverAtATime().for_each([&] {
    const WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    Handle<WGPUInstance> instance(procs.CreateInstance(&descriptor), procs.InstanceRelease);
    if (!instance) return;
    ask_instance(procs, instance.get(), deadline, adapters.seen);
    adapters.instances.push_back(std::move(instance));
  });
  if (adapters.instances.empty()) {
    return refuse({.kind = Failure::Kind::internal, .what = "the engine gave no instance"});
  }
  return adapters;
}

}  // namespace assay::worker::native
