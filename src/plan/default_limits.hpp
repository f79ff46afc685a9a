// SPDX-License-Identifier: Apache-2.0
/// \file
/// What of a plan passes the limits that every WebGPU device grants: some devices allow more, and some do not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan.hpp"

namespace assay::plan {

struct PassedLimit {
  std::string what;   ///< "the buffer 'input'"
  std::string limit;  ///< its WebGPU name: "maxBufferSize"
  std::uint64_t value = 0, most = 0;
  std::string unit;   ///< "bytes", "workgroups"
};

/// Each thing and limit once, in the order of the plan; empty: any device will do.
[[nodiscard]] std::vector<PassedLimit> passed_default_limits(const Plan& plan);

}  // namespace assay::plan
