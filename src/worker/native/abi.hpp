// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a loaded library and the header that this worker was built with mean the same: webgpu.h has no version, and
/// structs grow and numbers move between its editions.
#pragma once

#include <optional>
#include <string>

#include "worker/native/dialect.hpp"
#include "worker/native/procs.hpp"

namespace assay::worker::native {

/// What does not fit, a clause: nothing was written where the library should write, something behind the end of a
/// struct was, limits make no sense, or a feature's number is another one. Nothing when all is as expected.
[[nodiscard]] std::optional<std::string> abi_misfit(const Procs& procs, const Dialect& dialect, WGPUAdapter adapter);

}  // namespace assay::worker::native
