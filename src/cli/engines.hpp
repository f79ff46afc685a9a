// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--engine` → how to start it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "engine/engine.hpp"
#include "error/error.hpp"
#include "instrument/device.hpp"

namespace assay::cli {

/// Starts a fresh process of the wished engine at each call. Fails at once when its library or the worker is missing.
[[nodiscard]] Expected<engine::Launcher> launcher_for(const EngineOptions& options);

/// A fresh process with an open device that has a clock, for the self-tests.
[[nodiscard]] Expected<instrument::Device> open_to_test(const EngineOptions& options);

/// "dawn@llvmpipe": how tables of several engines call it.
[[nodiscard]] std::string engine_name(const EngineOptions& options);

/// What begins every line about a run of this engine, before a device was asked: report::kSimulatedMark for a simulated
/// one; empty for others.
[[nodiscard]] std::string_view mark_of(const EngineWish& engine);

/// A line with that mark in front of it.
[[nodiscard]] std::string marked(const EngineWish& engine, const std::string& line);

/// Toggles of the wished variant, as `open` takes them.
[[nodiscard]] std::vector<std::string> toggles_of(const EngineWish& engine);

/// What `--engine` would choose, once for each engine of this machine; the default one is always among them, so that
/// what it lacks is said.
[[nodiscard]] std::vector<EngineWish> installed_engines();

}  // namespace assay::cli
