// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which engine and device a result belongs to, in one line.
#pragma once

#include <string>
#include <string_view>

#include "result/rig.hpp"

namespace assay::report {

inline constexpr std::string_view kSoftwareDevice = "software device: these times say nothing about a GPU";

/// What begins every line about a device on which nothing is run.
inline constexpr std::string_view kSimulatedMark = "SIMULATED";

/// What begins every line about the rig: kSimulatedMark where nothing was run, else empty.
[[nodiscard]] std::string_view mark_of(const result::Rig& rig);

/// "wgpu-native 29.0.1.1, shipping, on NVIDIA H200 (Vulkan, driver 580.159.04)"; unknown parts are left out; empty: no
/// part is known.
[[nodiscard]] std::string rig_text(const result::Rig& rig);

/// "wgpu-native 29.0.1.1, shipping"; "engine not known".
[[nodiscard]] std::string engine_text(const result::Rig& rig);

/// "NVIDIA H200 (Vulkan, driver 580.159.04)"; empty where no device was opened.
[[nodiscard]] std::string device_text(const result::Rig& rig);

}  // namespace assay::report
