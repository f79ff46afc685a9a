// SPDX-License-Identifier: Apache-2.0
/// \file
/// Time of day as text, for records; durations come from the monotonic clock (host/deadline.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace assay::host {

/// "2026-11-30T17:48:11Z": UTC, whole seconds, the same in every locale and time zone.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point time);
[[nodiscard]] std::string utc_now_text();

/// Nanoseconds of the monotonic clock, from an origin that is fixed while the process runs.
[[nodiscard]] std::uint64_t monotonic_ns();

}  // namespace assay::host
