// SPDX-License-Identifier: Apache-2.0
/// \file
/// From recorded slots to a verdict. Pure: a recorded session is judged again to the last bit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "protocol/contrasts.hpp"
#include "protocol/floor_ladder.hpp"
#include "result/comparison.hpp"
#include "result/judgement.hpp"

namespace assay::protocol {

/// Replicates without which nothing is proven: what one process's luck does is seen only between processes.
inline constexpr std::size_t kLeastReplicatesForAVerdict = 3;
/// Share of squares that must be usable; below it the session is void. A square is never void for its value.
inline constexpr double kLeastYield = 0.75;
/// Error rate of a claimed direction over squares.
inline constexpr double kAlphaSquares = 0.01;
/// A span of fewer quanta is mostly lattice; squares are then merged before logs are taken.
inline constexpr double kLeastQuanta = 30;

/// Squares whose readings are pooled before a log is taken, so that the lattice's error is small against the sum. 0: no
/// span reads anything. `span_ns`: mean contiguous span of the quickest instance.
[[nodiscard]] std::size_t squares_per_effect(result::Location location, double quantum_ns, double span_ns);

struct JudgedReplicate {
  std::vector<JudgedSquare> squares{};
};

using result::Impediment;

struct JudgeInput {
  ArmPair pair{};
  /// Pairs of arms that share the error rates: k(k−1)/2 of k arms, because the pair that is looked at is chosen
  /// afterwards.
  unsigned pairs = 1;
  double margin = 0.01;  ///< smallest difference that matters, as a fraction; above 0
  double quantum_ns = 1;  ///< spacing of the stamps
  result::Location location = result::Location::trimmed;
  std::vector<JudgedReplicate> replicates{};
  /// What squares read in which every slot was one and the same instance; a verdict of faster or slower must lie beyond
  /// those that lean.
  std::vector<Rung> ladder{};
  std::vector<Impediment> impediments{};  ///< the most serious one decides
  /// Looks at the replicates that share the error rates: 2 when five replicates were extended to ten.
  unsigned looks = 1;
};

/// Tests the words in their order: incorrect, void, unfit, null, faster or slower, unresolved. Where an impediment
/// decides, no number is published.
[[nodiscard]] result::Judgement judge(const JudgeInput& input);

}  // namespace assay::protocol
