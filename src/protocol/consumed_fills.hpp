// SPDX-License-Identifier: Apache-2.0
/// \file
/// Does a trial find what the probe promises it? An arm that changes a buffer which holds the probe's data leaves the
/// next trial with something else: a sort then sorts what is sorted, and its time is that of another problem.
#pragma once

#include <cstdint>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "plan/plan.hpp"
#include "protocol/instances.hpp"
#include "protocol/pool.hpp"

namespace assay::protocol {

/// Runs each arm once. Fault::bad_input where one changes a buffer with data of its own for which the probe says
/// nothing of what happens between trials; `each_trial = "keep"`, said aloud, is an answer. Instance i uses allocation
/// (i + shift) mod pool.
[[nodiscard]] Expected<void> check_fills_last(instrument::Device& device, const plan::Plan& plan, const Pool& pool,
                                              const std::vector<Instance>& instances, std::uint32_t shift);

}  // namespace assay::protocol
