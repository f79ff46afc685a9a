// SPDX-License-Identifier: Apache-2.0
/// \file
/// The limits of compute by their WebGPU names ↔ the struct of webgpu.h.
#pragma once

#include <webgpu/webgpu.h>

#include <cstdint>
#include <map>
#include <string>

#include "worker/outcome.hpp"

namespace assay::worker::native {

using NamedLimits = std::map<std::string, std::uint64_t>;

/// The limits that matter to compute, by name.
[[nodiscard]] NamedLimits named_limits(const WGPULimits& limits);

/// What to ask a device for: `wished`, everything else left to the engine's default. Failure::Kind::unsupported when
/// the adapter grants less, Failure::Kind::protocol when a name is unknown.
[[nodiscard]] Outcome<WGPULimits> required_limits(const NamedLimits& wished, const WGPULimits& adapter);

/// True when the numbers can be those of a WebGPU adapter: the struct layout is the one of this worker's header.
[[nodiscard]] bool plausible(const WGPULimits& adapter);

}  // namespace assay::worker::native
