// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compares the two arms of a plan: certificate, gates, prediction, replicates, verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "error/error.hpp"
#include "messages/messages.hpp"
#include "plan/plan.hpp"
#include "protocol/cache_state.hpp"
#include "protocol/references.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

struct CompareOptions {
  double budget_s = 60;
  std::uint32_t replicates = 5;
  std::uint32_t squares = 16;
  bool keep_counts = false;  ///< replicates and squares were asked for: the budget does not shorten them
  std::uint64_t seed = 0;
  std::uint64_t memory_bytes = 4ULL << 30U;
  std::uint64_t deadline_ms = 30000;
  /// Of outputs whose reference is a command: what it wrote. References that are files are read from them.
  References commanded{};
  bool empty_room = false;  ///< the arms are known to be the same: a difference is the instrument's
  double slot_ns = 2e6;  ///< wished length of a slot
  std::string adapter{};   ///< part of the adapter's name; empty: the best one
  std::vector<std::string> toggles{};  ///< as messages::Open takes them; empty: the engine as it comes
  result::Rig machine{};   ///< what is known before an engine was asked: operating system, processor, load, version
  std::string command{};   ///< as typed
  std::string started_utc{};
  /// What an earlier calibration of this rig found out; asked once, when the device is known.
  std::function<KnownMemory(const result::Rig&)> known_memory{};
  /// Told as the work goes on: share of all of it (0 … 1), and what is being done.
  std::function<void(double share, std::string_view what)> progress{};
  /// Told once, before the first timed square: what will be run and how long it should take.
  std::function<void(std::string_view prediction)> predicted{};
  /// Asked between runs; true ends the comparison, and what was measured is kept as void.
  std::function<bool()> interrupted{};
};

/// Everything that can be said of the two arms comes back as a Comparison with its verdict; `void`, `unfit` and
/// `incorrect` are verdicts, not errors. Errors are Fault::bad_input (the plan, a shader), Fault::nothing (the budget
/// cannot reach a verdict) and Fault::internal.
[[nodiscard]] Expected<result::Comparison> compare(const plan::Plan& plan, const engine::Launcher& launch,
                                                   const CompareOptions& options);

/// Fault::bad_input for a record whose numbers no comparison can have (a margin outside 0 … 100 %, a stamp without a
/// length, another number of arms or instances): such a file was not kept by Assay.
[[nodiscard]] Expected<void> check_record(const result::Comparison& comparison, std::string_view where);

/// Judges a comparison again from its readings: what `--replay` does. Margin, quantum and location come from the
/// record.
void judge_again(result::Comparison& comparison);

}  // namespace assay::protocol
