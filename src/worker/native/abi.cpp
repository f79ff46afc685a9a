// SPDX-License-Identifier: Apache-2.0
#include "worker/native/abi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "worker/native/limits.hpp"

namespace assay::worker::native {
namespace {

constexpr std::uint32_t kMark = 0xA55A5AA5U;

/// A struct for the library to fill, and words behind it that are none of its business.
template <class Struct>
struct Guarded {
  explicit Guarded(const Struct& empty) : filled(empty) { guard.fill(kMark); }
  [[nodiscard]] bool overrun() const {
    return std::any_of(guard.begin(), guard.end(), [](std::uint32_t word) { return word != kMark; });
  }
  Struct filled;
  std::array<std::uint32_t, 32> guard{};
};

std::optional<std::string> misfit_of_limits(const Procs& procs, WGPUAdapter adapter) {
  Guarded<WGPULimits> limits(WGPU_LIMITS_INIT);
  procs.AdapterGetLimits(adapter, &limits.filled);
  if (limits.overrun()) return "its WGPULimits is longer";
  if (!plausible(limits.filled)) return "its limits make no sense";
  return std::nullopt;
}

std::optional<std::string> misfit_of_info(const Procs& procs, WGPUAdapter adapter) {
  Guarded<WGPUAdapterInfo> info(WGPU_ADAPTER_INFO_INIT);
  procs.AdapterGetInfo(adapter, &info.filled);
  const bool overrun = info.overrun();
  const bool known_type =
      info.filled.adapterType >= WGPUAdapterType_DiscreteGPU && info.filled.adapterType <= WGPUAdapterType_Unknown;
  if (!overrun) procs.AdapterInfoFreeMembers(info.filled);
  if (overrun) return "its WGPUAdapterInfo is longer";
  if (!known_type) return "its adapter types are other numbers";
  return std::nullopt;
}

/// The library's list and its answers must agree on every feature, and a list of nothing but unknown numbers is one of
/// another edition.
std::optional<std::string> misfit_of_features(const Procs& procs, const Dialect& dialect, WGPUAdapter adapter) {
  Guarded<WGPUSupportedFeatures> list(WGPUSupportedFeatures{});
  procs.AdapterGetFeatures(adapter, &list.filled);
  if (list.overrun()) return "its WGPUSupportedFeatures is longer";
  const std::span listed(list.filled.features, list.filled.featureCount);
  std::optional<std::string> misfit;
  for (const auto& feature : dialect.features) {
    const bool has = procs.AdapterHasFeature(adapter, feature.number) != 0;
    if (misfit || has == (std::find(listed.begin(), listed.end(), feature.number) != listed.end())) continue;
    misfit = fmt::format("it does not agree with itself on '{}', number {:#x}", feature.name,
                         static_cast<std::uint32_t>(feature.number));
  }
  procs.SupportedFeaturesFreeMembers(list.filled);
  return misfit;
}

}  // namespace

std::optional<std::string> abi_misfit(const Procs& procs, const Dialect& dialect, WGPUAdapter adapter) {
  if (auto misfit = misfit_of_limits(procs, adapter)) return misfit;
  if (auto misfit = misfit_of_info(procs, adapter)) return misfit;
  return misfit_of_features(procs, dialect, adapter);
}

}  // namespace assay::worker::native
