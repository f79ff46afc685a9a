// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--engine` → how to start it.
#pragma once

#include "cli/command_line.hpp"
#include "engine/engine.hpp"
#include "error/error.hpp"

namespace assay::cli {

/// Starts a fresh process of the wished engine at each call. Fails at once when its library or the worker is missing.
[[nodiscard]] Expected<engine::Launcher> launcher_for(const EngineOptions& options);

}  // namespace assay::cli
