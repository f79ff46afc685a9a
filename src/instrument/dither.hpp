// SPDX-License-Identifier: Apache-2.0
/// \file
/// Waits in front of readings on a coarse clock, so that these begin at places of its lattice that are spread evenly:
/// of such readings the mean is right, however coarse the clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "instrument/known_work.hpp"
#include "instrument/lattice_reading.hpp"

namespace assay::instrument {

/// From this quantum (ns) on readings are dithered; below it one whole quantum of error is less than what is told.
inline constexpr double kCoarseQuantumNs = 1000;

class Dither {
 public:
  /// Never waits.
  Dither() = default;
  /// `work` holds kQuantaOfMedian quanta or more, so that a quantum is known to some per cent of steps. Never waits on
  /// a fine clock, and where a quantum has fewer steps than there are places.
  Dither(const Calibration& work, double stamp_ns, double quantum_ns);

  [[nodiscard]] bool waits() const { return steps_per_place_ > 0; }
  [[nodiscard]] stats::Phases phases() const { return waits() ? stats::Phases::uniform : stats::Phases::unknown; }
  /// Steps of the next wait, up to a quantum; the same sequence each time, of kPlaces values.
  [[nodiscard]] std::uint32_t next_steps();

 private:
  double steps_per_place_ = 0;
  std::uint32_t state_ = 1;
};

/// One submission of stamped slots, with a wait in front of every `together` of them that ends before they begin. The
/// reading has the passes of `slots` only.
[[nodiscard]] Expected<WorkReading> run_behind_waits(Device& device, Dither& dither, std::vector<messages::Slot> slots,
                                                     std::size_t together);

/// Waits in a submission of its own, so that the next one begins elsewhere on the lattice and still on an idle queue.
[[nodiscard]] Expected<void> wait_apart(Device& device, Dither& dither);

}  // namespace assay::instrument
