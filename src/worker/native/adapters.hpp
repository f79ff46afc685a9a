// SPDX-License-Identifier: Apache-2.0
/// \file
/// The adapters that the library sees, and which of them is meant.
#pragma once

#include <webgpu/webgpu.h>

#include <string_view>
#include <vector>

#include "worker/native/handle.hpp"
#include "worker/native/procs.hpp"
#include "worker/outcome.hpp"

namespace assay::worker::native {

struct SeenAdapter {
  Handle<WGPUAdapter> handle{};
  messages::Adapter info{};
};

/// All adapters, in the library's order. Failure::Kind::unsupported with where = "driver" when there is none.
[[nodiscard]] Outcome<std::vector<SeenAdapter>> enumerate_adapters(const Procs& procs, WGPUInstance instance);

/// Index of the first adapter whose name, description or vendor contains `wish` in any case; for an empty wish the best
/// one: discrete, integrated, unknown, software. `adapters` is not empty. Failure::Kind::unsupported names all of them.
[[nodiscard]] Outcome<std::size_t> choose_adapter(const std::vector<messages::Adapter>& adapters,
                                                  std::string_view wish);

}  // namespace assay::worker::native
