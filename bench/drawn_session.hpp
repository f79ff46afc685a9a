// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sessions drawn straight from the simulated device's model of time, slot by slot, so that a procedure which does not
/// ship can be run on the same machine as the one that does.
#pragma once

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

}  // namespace assay::bench
