// SPDX-License-Identifier: Apache-2.0
/// \file
/// Work whose amount is known: one invocation that takes a stated number of dependent steps. Twice the steps must take
/// twice the time, or the instrument is dead.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clock/span.hpp"
#include "error/error.hpp"
#include "instrument/device.hpp"

namespace assay::instrument {

/// Raw stamps of one pass, and what surrounds them.
struct PassStamps {
  std::uint64_t begin = 0, end = 0;
  /// Raw units from begin to end; nothing where a stamp is missing or the order is wrong.
  [[nodiscard]] std::optional<double> ticks() const {
    const auto ticks = clock::ticks_between(begin, end);
    return ticks ? std::optional(static_cast<double>(*ticks)) : std::nullopt;
  }
};

/// One submission of passes, each with its own number of steps.
struct WorkReading {
  std::vector<PassStamps> passes{};
  double wall_ns = 0;  ///< from before the queue was given the work until it was done
};

/// Runs one submission. `stamped` tells which slots bear one stamped pass, the others bearing none; empty: all do.
[[nodiscard]] Expected<WorkReading> run_slots(Device& device, messages::Submission submission,
                                              const std::vector<bool>& stamped = {});

[[nodiscard]] Expected<WorkReading> run_known_work(Device& device, const std::vector<std::uint32_t>& steps);

/// Shortest readings of a few runs of the same work.
struct Calibration {
  std::uint32_t steps = 0;
  double span_raw = 0;  ///< in raw units; 0 where the clock read nothing
  double wall_ns = 0;
};

/// Steps whose span is longer than an empty pass by the time asked for, found by doubling. Where the clock reads
/// nothing, the wall time decides; bounded at 2^28 steps.
[[nodiscard]] Expected<Calibration> calibrate_known_work(Device& device, double stamp_ns, double wish_ns);

/// Steps that take `wish_ns`, in proportion to work that was read; those of the work where it read nothing.
[[nodiscard]] std::uint32_t steps_that_take(double wish_ns, const Calibration& work, double stamp_ns);

}  // namespace assay::instrument
