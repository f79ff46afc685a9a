// SPDX-License-Identifier: Apache-2.0
/// \file
/// The simulated device's timestamp counter: from true times to raw stamps, with everything that a counter does wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/sim/draws.hpp"
#include "engine/sim/nuisances.hpp"

namespace assay::engine::sim {

class StampCounter {
 public:
  StampCounter(const Nuisances& nuisances, std::uint64_t process);

  /// Query slots are numbered anew in each run, as an engine does that keeps one query set.
  void begin_run() { query_ = 0; }
  void begin_submission() { first_begin_ = 0; }
  /// Raw begin and end of a pass that truly ran between these times (ns since the process began).
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> stamps(double begin_ns, double end_ns);

 private:
  [[nodiscard]] std::uint64_t count(double ns) const;
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> fresh(double begin_ns, double end_ns);

  Nuisances nuisances_;
  Draws stale_;
  std::uint64_t offset_ = 0;  ///< ticks at the begin of the process
  std::uint64_t mask_ = UINT64_MAX;
  std::uint64_t quantum_ = 1;  ///< ticks
  double tick_ns_ = 1;         ///< true
  std::uint64_t first_begin_ = 0;
  std::size_t query_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> written_{};  ///< by query slot: what it holds
};

}  // namespace assay::engine::sim
