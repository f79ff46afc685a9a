// SPDX-License-Identifier: Apache-2.0
/// \file
/// The gate before timing: every instance is run on equal inputs under two complementary poisons, on each data set. A
/// word was written if and only if both runs agree on it, so that one comparison of digests proves coverage,
/// repeatability and identity.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "plan/plan.hpp"
#include "protocol/instances.hpp"
#include "protocol/pool.hpp"
#include "protocol/references.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

/// What a gate found. `passed` false is an answer, not an error: errors are for engines that break.
struct GateOutcome {
  result::GateRecord record{};
  /// [data set][arm][checked output, in the order of Check::outputs]. Arms differ only in outputs with a tolerance.
  std::vector<std::vector<std::vector<lower::Digest>>> expected{};
};

/// How the gate is run.
struct GateSettings {
  std::uint32_t poison_seed = 0;
  std::uint32_t shift = 0;
  const References& references = kNoReferences;
};

/// Bytes must be those of the first instance of its arm, and of the first arm, unless the probe declares a tolerance
/// for the output: then the arms' values are held against each other on the host. Then it is run twice in a row: the
/// second trial must write what the first one did, or a slot of many trials would measure something else. What an arm
/// writes is put back to the plan's fill before each run; outputs without a fill and scratch are poisoned. Fault::unfit
/// where poison does not land, or where the right outputs are what the buffers held before.
///
/// An output with a reference must be equal to it, or within its tolerance; Fault::unfit, too, where the reference is
/// what the output held before.
///
/// Instance i uses allocation (i + shift) mod pool of every buffer. Only on a mismatch are positions fetched, and told
/// apart: never written · differs from A · differs from itself.
[[nodiscard]] Expected<GateOutcome> run_gate(instrument::Device& device, const plan::Plan& plan, const Pool& pool,
                                             const std::vector<Instance>& instances, const GateSettings& settings);

}  // namespace assay::protocol
