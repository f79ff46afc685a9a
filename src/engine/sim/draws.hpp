// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random numbers of the simulated device: each nuisance has a stream of its own, so that switching one on moves no
/// other.
#pragma once

#include <cstdint>

namespace assay::engine::sim {

/// What a stream is drawn for.
enum class Draw : std::uint64_t {
  session = 1,
  noise,
  spikes,
  walk,
  flips,
  host,
  stale,
  code_luck,
  pipeline_luck,
  allocation_luck,
};

/// splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014), its state filled
/// from the seed, the number of the process, the purpose and a key.
class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t process, Draw purpose, std::uint64_t key = 0);

  [[nodiscard]] std::uint64_t next();
  /// Uniform in [0, 1).
  [[nodiscard]] double unit();
  [[nodiscard]] double between(double low, double high) { return low + (high - low) * unit(); }
  /// Of mean 0 and standard deviation `sd`.
  [[nodiscard]] double normal(double sd);
  /// Student's t with two degrees of freedom, times `scale`.
  [[nodiscard]] double student2(double scale);

 private:
  std::uint64_t state_;
};

}  // namespace assay::engine::sim
