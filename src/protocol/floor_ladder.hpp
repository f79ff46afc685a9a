// SPDX-License-Identifier: Apache-2.0
/// \file
/// Squares in which every slot is one and the same build, at the start, in the middle and at the end of each session,
/// read under the letters that the schedule would have used: what the schedule makes of nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/contrasts.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

/// Squares of the ladder in one session.
inline constexpr std::uint32_t kLadderSquares = 3;

/// What the squares of one rung read, over the replicates.
struct Rung {
  double effect = 0;   ///< pseudo-effect (natural log): the median over the replicates
  bool leans = false;  ///< the interval over the replicates excludes zero: nothing reads as something
};

/// Error rate at which some rung of a comparison is said to lean; shared by the rungs.
inline constexpr double kAlphaLadder = 0.05;

/// The rungs of a pair. One square alone would be noisier than the effect that must lie beyond it, which is told by
/// dozens; and the median of five is still noise, until its replicates agree. `shared_by`: looks and pairs that share
/// the error rate. A rung that no replicate could read is left out.
[[nodiscard]] std::vector<Rung> ladder_rungs(const result::Comparison& comparison, ArmPair pair, double shared_by = 1);

/// How the build of the ladder moved within a session: blocks' mean times, range / mean and standard deviation / mean
/// (n − 1), each the largest over the replicates. Nothing without a ladder.
struct Drift {
  double range = 0, deviation = 0;
};
[[nodiscard]] std::optional<Drift> ladder_drift(const result::Comparison& comparison);

}  // namespace assay::protocol
