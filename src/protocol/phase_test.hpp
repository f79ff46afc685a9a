// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether readings keep step with the clock's lattice. A span that always begins at the same phase of a step is wrong
/// by the same part of a step each time, and no number of readings averages that away.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "protocol/contrasts.hpp"

namespace assay::protocol {

/// Both at 1 %.
struct PhaseTest {
  /// Σ d_j² / var(d_j) over the positions j of a block, d_j the difference of the two arms' mean readings there, each
  /// about its arm's mean: what a position does to both arms alike is no matter of phase, and the schedule cancels it.
  double position = 0;
  double position_limit = 0;  ///< quantile of χ² with one degree of freedom less than there are positions
  double serial = 0;  ///< lag-1 correlation inside blocks × √pairs
  [[nodiscard]] bool position_passes() const { return position <= position_limit; }
  [[nodiscard]] bool serial_passes() const { return serial <= kMostSerial && serial >= -kMostSerial; }
  static constexpr double kMostSerial = 2.576;  ///< of a normal variable, 1 % on both sides together
};

/// Over all squares given. Nothing where there are too few readings, or none of them differs from its mean.
[[nodiscard]] std::optional<PhaseTest> test_phase(std::span<const JudgedSquare> squares, ArmPair pair);

}  // namespace assay::protocol
