// SPDX-License-Identifier: Apache-2.0
#include "worker/native/adapters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <webgpu/wgpu.h>

#include <algorithm>
#include <string>

namespace assay::worker::native {
namespace {

using messages::Adapter;

Adapter::Kind kind_of(WGPUAdapterType type) {
  switch (type) {
    case WGPUAdapterType_DiscreteGPU: return Adapter::Kind::discrete;
    case WGPUAdapterType_IntegratedGPU: return Adapter::Kind::integrated;
    case WGPUAdapterType_CPU: return Adapter::Kind::software;
    default: return Adapter::Kind::unknown;
  }
}

std::string backend_name(WGPUBackendType type) {
  switch (type) {
    case WGPUBackendType_Vulkan: return "Vulkan";
    case WGPUBackendType_Metal: return "Metal";
    case WGPUBackendType_D3D12: return "D3D12";
    default: return fmt::format("backend {}", static_cast<std::uint32_t>(type));
  }
}

/// ASCII only, so that it is the same in every locale.
std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

int rank(Adapter::Kind kind) {
  switch (kind) {
    case Adapter::Kind::discrete: return 0;
    case Adapter::Kind::integrated: return 1;
    case Adapter::Kind::unknown: return 2;
    case Adapter::Kind::software: return 3;
    case Adapter::Kind::simulated: break;  // no library lists one
  }
  return 4;
}

/// On the Vulkan (Metal, D3D12) backends with the library's default flags; null when it fails.
Handle<WGPUInstance> create_instance(const Procs& procs) {
  WGPUInstanceExtras extras{};
  extras.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
  extras.backends = WGPUInstanceBackend_Primary;  // OpenGL would list the same hardware twice, with worse stamps
  extras.flags = WGPUInstanceFlag_Default;
  WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
  descriptor.nextInChain = &extras.chain;
  return {procs.CreateInstance(&descriptor), procs.InstanceRelease};
}

Outcome<Adapters> enumerate_adapters(const Procs& procs) {
  Adapters adapters;
  adapters.instances.push_back(create_instance(procs));
  const WGPUInstance instance = adapters.instances.front().get();
  if (instance == nullptr) {
    return refuse({.kind = Failure::Kind::internal, .what = "the engine gave no instance"});
  }
  const WGPUInstanceEnumerateAdapterOptions options{nullptr, WGPUInstanceBackend_Primary};
  const std::size_t count = procs.InstanceEnumerateAdapters(instance, &options, nullptr);
  std::vector<WGPUAdapter> handles(count, nullptr);
  if (count > 0) procs.InstanceEnumerateAdapters(instance, &options, handles.data());
  for (WGPUAdapter handle : handles) {
    if (handle == nullptr) continue;
    adapters.seen.push_back({.instance = instance,
                             .handle = Handle<WGPUAdapter>(handle, procs.AdapterRelease),
                             .info = describe_adapter(procs, handle)});
  }
  return adapters;
}

}  // namespace

Adapter describe_adapter(const Procs& procs, WGPUAdapter adapter) {
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  procs.AdapterGetInfo(adapter, &info);
  Adapter described{.name = std::string(view_of(info.device)),
                    .vendor = std::string(view_of(info.vendor)),
                    .architecture = std::string(view_of(info.architecture)),
                    .device = std::string(view_of(info.device)),
                    .description = std::string(view_of(info.description)),
                    .driver = std::string(view_of(info.description)),
                    .backend = backend_name(info.backendType),
                    .vendor_id = info.vendorID,
                    .device_id = info.deviceID,
                    .kind = kind_of(info.adapterType)};
  procs.AdapterInfoFreeMembers(info);
  return described;
}

Outcome<Adapters> find_adapters(const Procs& procs, const Dialect& dialect,
                                std::chrono::steady_clock::time_point deadline) {
  auto adapters = dialect.enumerates ? enumerate_adapters(procs) : ask_for_adapters(procs, deadline);
  if (!adapters || !adapters->seen.empty()) return adapters;
  return refuse({.kind = Failure::Kind::unsupported,
                 .what = "no Vulkan driver found: install the GPU's driver, or a software one (Mesa's lavapipe)",
                 .where = "driver"});
}

Outcome<std::size_t> choose_adapter(const std::vector<Adapter>& adapters, std::string_view wish) {
  if (wish.empty()) {
    const auto best = std::min_element(adapters.begin(), adapters.end(),
                                       [](const Adapter& a, const Adapter& b) { return rank(a.kind) < rank(b.kind); });
    return static_cast<std::size_t>(best - adapters.begin());
  }
  const std::string wanted = lower_case(wish);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < adapters.size(); ++i) {
    const auto& adapter = adapters[i];
    for (const auto* text : {&adapter.name, &adapter.description, &adapter.vendor}) {
      if (lower_case(*text).find(wanted) != std::string::npos) return i;
    }
    names.push_back(adapter.name);
  }
  return refuse({.kind = Failure::Kind::unsupported,
                 .what = "no adapter of that name",
                 .value = std::string(wish),
                 .limit = fmt::format("one of: {}", fmt::join(names, "; "))});
}

}  // namespace assay::worker::native
