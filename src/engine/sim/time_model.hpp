// SPDX-License-Identifier: Apache-2.0
/// \file
/// How much longer than its nominal time a slot takes on the simulated device: every nuisance but those of the counter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/sim/draws.hpp"
#include "engine/sim/nuisances.hpp"

namespace assay::engine::sim {

/// What a slot is, as far as its time is concerned.
struct SlotFacts {
  bool reading = false;  ///< a user's kernel between stamps: drift, walk, warm-up and flips go on by one reading
  bool user = false;  ///< runs a user's kernel
  std::uint64_t code = 0;  ///< equal for kernels of equal text
  std::uint64_t pipeline = 0;  ///< id of the compiled kernel
  std::size_t place = 0;  ///< among the stamped slots of its submission
  bool stamped = false;  ///< has such a place
  double leaves = 0;  ///< excess that the kernel leaves to whatever user's kernel runs next
  std::span<const std::uint64_t> allocations{};  ///< that the kernel binds
};

/// One process's device. The same seed and process number give the same times for the same slots.
class TimeModel {
 public:
  TimeModel(const Nuisances& nuisances, std::uint64_t process);

  /// Time of this slot over its nominal time. Slots are asked for in the order in which they run.
  [[nodiscard]] double factor(const SlotFacts& slot);
  /// A user's kernel was compiled: what warms up does so again.
  void compiled() { warm_readings_ = 0; }
  /// A submission ran for `busy_ns` without a break and ended `elapsed_ns` after the one before it.
  void worked(double busy_ns, double elapsed_ns);

 private:
  [[nodiscard]] double luck(const SlotFacts& slot) const;
  [[nodiscard]] double carried(const SlotFacts& slot);
  [[nodiscard]] double noise(const SlotFacts& slot);
  [[nodiscard]] double drawn(const SlotFacts& slot);
  [[nodiscard]] double clock_state() const;
  void next_reading();

  Nuisances nuisances_;
  std::uint64_t process_;
  Draws noise_, spikes_, walk_, flips_;
  double speed_ = 0, trend_ = 0, drifted_ = 0;
  double correlated_ = 0;  ///< noise of the last reading, where readings are correlated
  std::array<double, 64> position_{};
  std::uint64_t readings_ = 0, warm_readings_ = 0;
  bool slow_ = false;
  double clock_lost_ = 0;  ///< share of the throttle's depth, 0 … 1
  double warmth_ = 0;  ///< 0 … 1
  std::uint64_t code_before_ = 0;
  double left_before_ = 0;
};

}  // namespace assay::engine::sim
