// SPDX-License-Identifier: Apache-2.0
/// \file
/// The adapters that the library sees, and which of them is meant.
#pragma once

#include <webgpu/webgpu.h>

#include <chrono>
#include <functional>
#include <string_view>
#include <vector>

#include "worker/native/dialect.hpp"
#include "worker/native/handle.hpp"
#include "worker/native/procs.hpp"
#include "worker/outcome.hpp"

namespace assay::worker::native {

struct SeenAdapter {
  WGPUInstance instance = nullptr;  ///< that it belongs to; one of Adapters::instances
  Handle<WGPUAdapter> handle{};
  messages::Adapter info{};
  /// The same adapter once more, where a second request for a device needs that; empty: `handle` can be asked again.
  std::function<Handle<WGPUAdapter>()> again{};
};

struct Adapters {
  std::vector<Handle<WGPUInstance>> instances{};
  std::vector<SeenAdapter> seen{};
};

/// All adapters, in the library's order. Failure::Kind::unsupported with where = "driver" when there is none.
[[nodiscard]] Outcome<Adapters> find_adapters(const Procs& procs, const Dialect& dialect,
                                              std::chrono::steady_clock::time_point deadline);

/// Those of a library that does not enumerate: it is asked for each kind of adapter, once for each Vulkan driver of
/// VK_DRIVER_FILES, which it reads afresh for every instance. None is no failure here.
[[nodiscard]] Outcome<Adapters> ask_for_adapters(const Procs& procs, std::chrono::steady_clock::time_point deadline);

/// What the library says of an adapter.
[[nodiscard]] messages::Adapter describe_adapter(const Procs& procs, WGPUAdapter adapter);

/// Index of the first adapter whose name, description or vendor contains `wish` in any case; for an empty wish the best
/// one: discrete, integrated, unknown, software. `adapters` is not empty. Failure::Kind::unsupported names all of them.
[[nodiscard]] Outcome<std::size_t> choose_adapter(const std::vector<messages::Adapter>& adapters,
                                                  std::string_view wish);

}  // namespace assay::worker::native
