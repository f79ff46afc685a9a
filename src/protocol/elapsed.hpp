// SPDX-License-Identifier: Apache-2.0
/// \file
/// The host's clock, for budgets: no measurement is made with it.
#pragma once

#include <chrono>

namespace assay::protocol {

using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace assay::protocol
