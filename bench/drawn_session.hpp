// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sessions drawn straight from the simulated device's model of time, slot by slot, so that a procedure which does not
/// ship can be run on the same machine as the one that does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/sim/nuisances.hpp"
#include "protocol/contrasts.hpp"

namespace assay::bench {

/// What is compared: true time(B) / time(A) − 1, and what B leaves to whatever runs behind it (a fraction).
struct Truth {
  double effect = 0, leaves = 0;
};

/// Where a session of squares departs from the procedure that ships.
struct SessionRules {
  /// Before a block: an untimed copy of its first slot, or work of neither arm.
  enum class LeadIn { copy, neutral } lead_in = LeadIn::copy;
  /// Drawn anew from one pool for every square; one for each instance for the whole session; or drawn anew from a pool
  /// of each arm's own.
  enum class Placement { drawn, kept, pool_per_arm } placement = Placement::drawn;
  std::size_t squares = 16;
};

/// One process: five readings of each instance and a whole square are dropped, then `squares` mirrored Williams
/// squares.
[[nodiscard]] std::vector<protocol::JudgedSquare> draw_squares(const engine::sim::Nuisances& nuisances, Truth truth,
                                                               std::uint32_t process, const SessionRules& rules);

/// One process: spans (ns) of slots that run arms in this order (0 A, 1 B), nothing dropped.
[[nodiscard]] std::vector<double> draw_spans(const engine::sim::Nuisances& nuisances, Truth truth,
                                             std::uint32_t process, std::span<const std::uint32_t> arms);

/// Spans (ns) of A and of B.
using SpansOfArms = std::array<std::vector<double>, 2>;

/// `readings` of A in one process, then as many of B in another.
[[nodiscard]] SpansOfArms draw_runs(const engine::sim::Nuisances& nuisances, Truth truth, std::size_t readings);

/// One process: a pattern of as many A (0) as B (1), over and over until there are `readings` of each.
[[nodiscard]] SpansOfArms draw_alternating(const engine::sim::Nuisances& nuisances, Truth truth,
                                           std::span<const std::uint32_t> pattern, std::size_t readings);

/// Every comparison of an experiment has nuisances of its own; comparisons of the same number in two of them are alike.
[[nodiscard]] constexpr std::uint64_t seed_of(std::uint64_t experiment, std::size_t comparison) {
  return experiment * 1'000'003U + comparison;
}

}  // namespace assay::bench
