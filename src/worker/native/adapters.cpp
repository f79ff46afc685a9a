// SPDX-License-Identifier: Apache-2.0
#include "worker/native/adapters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "worker/native/dialect.hpp"

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

Adapter describe(const Procs& procs, WGPUAdapter adapter) {
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
    case Adapter::Kind::simulated: break;  // no driver is one
  }
  return 4;
}

}  // namespace

Outcome<std::vector<SeenAdapter>> enumerate_adapters(const Procs& procs, WGPUInstance instance) {
  const WGPUInstanceEnumerateAdapterOptions options{nullptr, WGPUInstanceBackend_Primary};
  const std::size_t count = procs.InstanceEnumerateAdapters(instance, &options, nullptr);
  std::vector<WGPUAdapter> handles(count, nullptr);
  if (count > 0) procs.InstanceEnumerateAdapters(instance, &options, handles.data());

  std::vector<SeenAdapter> seen;
  for (WGPUAdapter handle : handles) {
    if (handle == nullptr) continue;
    SeenAdapter adapter;
    adapter.handle = Handle<WGPUAdapter>(handle, procs.AdapterRelease);
    adapter.info = describe(procs, handle);
    seen.push_back(std::move(adapter));
  }
  if (seen.empty()) {
    return refuse({.kind = Failure::Kind::unsupported,
                   .what = "no Vulkan driver found: install the GPU's driver, or a software one (Mesa's lavapipe)",
                   .where = "driver"});
  }
  return seen;
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
