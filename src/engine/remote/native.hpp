// SPDX-License-Identifier: Apache-2.0
/// \file
/// Starts a native engine in a worker process of its own.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/engine.hpp"
#include "engine/remote/remote_engine.hpp"
#include "host/environment.hpp"

namespace assay::engine {

/// Engine libraries that the worker can host.
enum class NativeKind { wgpu_native, dawn };

struct NativeOptions {
  NativeKind kind = NativeKind::wgpu_native;
  std::filesystem::path worker{};            ///< empty: `assay-worker` beside the running executable
  std::filesystem::path library{};           ///< empty: that of `kind` from the dependency folders
  host::Environment extra_environment{};     ///< on top of this process's own; Vulkan is arranged after it
  Deadlines deadlines{};
};

/// Whether set-up put a library of that kind into a dependency folder of this machine.
[[nodiscard]] bool is_installed(NativeKind kind);

/// A fresh worker that has said hello and is ready for `open`. Errors: Fault::bad_input when the library or a Vulkan
/// loader is missing or the library is of another kind; Fault::internal when there is no worker; Fault::broken_run when
/// the worker dies or hangs at once, where the system refuses another process or another open file, or where an earlier
/// one could not be killed.
[[nodiscard]] Expected<std::unique_ptr<Engine>> launch_native(const NativeOptions& options);

}  // namespace assay::engine
