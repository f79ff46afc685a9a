// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long one arm takes, pass by pass: gates, then rounds of many trials in a row and of one alone, in fresh
/// processes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "error/error.hpp"
#include "plan/plan.hpp"
#include "protocol/cache_state.hpp"
#include "protocol/references.hpp"
#include "result/timing.hpp"

namespace assay::protocol {

struct TimeOptions {
  double budget_s = 20;
  std::uint32_t sessions = 5;
  std::uint32_t rounds = 0;  ///< of each session; asked for, the budget does not shorten them; 0: what the budget holds
  std::uint64_t seed = 0;
  std::uint64_t memory_bytes = 4ULL << 30U;
  std::uint64_t deadline_ms = 30000;
  std::string adapter{};  ///< part of the adapter's name; empty: the best one
  std::vector<std::string> toggles{};  ///< as messages::Open takes them
  result::Rig machine{};  ///< what is known before an engine was asked
  std::string command{};  ///< as typed
  std::string started_utc{};
  /// What the commands of `[check] reference` wrote; see references_of().
  References commanded{};
  /// Asked once the device is known: what a calibration of it found out about its memory.
  std::function<KnownMemory(const result::Rig&)> known_memory{};
  /// Told as the work goes on: share of all of it (0 … 1), and what is being done.
  std::function<void(double share, std::string_view what)> progress{};
  /// Told once, before the first round that counts: what will be run and how long it should take.
  std::function<void(std::string_view prediction)> predicted{};
  /// Asked between rounds; true ends the run, and what was measured is kept as void.
  std::function<bool()> interrupted{};
};

/// Fewest sessions of which an interval can be made, and fewest rounds of each.
inline constexpr std::uint32_t kLeastTimedSessions = 3;
inline constexpr std::uint32_t kLeastRounds = 4;

/// Profiles `plan.arms[arm]`. Void, unfit and incorrect come back as the profile's impediment; a clock that cannot be
/// believed leaves the wall times. Errors are Fault::bad_input (the plan, a shader), Fault::nothing (the budget holds
/// too few rounds) and Fault::internal.
[[nodiscard]] Expected<result::Timing> time_arm(const plan::Plan& plan, std::size_t arm, const engine::Launcher& launch,
                                                const TimeOptions& options);

}  // namespace assay::protocol
