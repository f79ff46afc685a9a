// SPDX-License-Identifier: Apache-2.0
/// \file
/// The gates, and then each arm a single time, for a capture in RenderDoc, Nsight or PIX: nothing is timed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "error/error.hpp"
#include "plan/plan.hpp"
#include "protocol/references.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

struct OnceOptions {
  std::string adapter{};  ///< part of the adapter's name; empty: the best one
  std::vector<std::string> toggles{};  ///< of the engine: "bare"
  std::uint64_t memory_bytes = 4ULL << 30U;
  std::uint64_t deadline_ms = 30000;
  std::uint64_t seed = 0;  ///< of the poison
  References commanded{};  ///< as in CompareOptions
};

struct OnceOutcome {
  result::GateRecord gate{};
  std::vector<std::string> passes{};  ///< debug labels of what was run behind the gate, in order; empty: it failed
};

/// Each arm is one submission whose passes carry the label "ARM: PASS". No timestamps are asked for. Errors are those
/// of compare(), and what would be a verdict there (no such feature, a dead engine) is one, too.
[[nodiscard]] Expected<OnceOutcome> run_once(const plan::Plan& plan, const engine::Launcher& launch,
                                             const OnceOptions& options);

}  // namespace assay::protocol
