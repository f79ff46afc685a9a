// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random numbers that are the same on every platform and in every build, so that a recorded seed repeats a session.
/// The standard library's distributions and std::shuffle promise no such thing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace assay::protocol {

/// What a stream is drawn for: two purposes never share numbers.
enum class StreamPurpose : std::uint64_t {
  letters = 1,  ///< which instance bears which letter, and which allocations it uses
  rows = 2,     ///< order of the rows of a square
  dither = 3,   ///< lengths of spacers, and what else is drawn block by block
  creation = 4, ///< order of pipelines and bind groups; seeds of fills and poisons
  simulation = 5,
};

/// xoshiro256** (Blackman and Vigna, 2018), its state filled by splitmix64 from the seed, the purpose and two indices.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, StreamPurpose purpose, std::uint64_t first_index = 0,
               std::uint64_t second_index = 0);

  [[nodiscard]] std::uint64_t next();
  /// The upper half of next().
  [[nodiscard]] std::uint32_t next_u32() { return static_cast<std::uint32_t>(next() >> 32U); }
  /// Uniform in 0 … bound − 1, exactly: by rejection, not by remainder. 0 for a bound of 0 or 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);
  /// Uniform in [0, 1), a multiple of 2⁻⁵³.
  [[nodiscard]] double next_unit();
  /// 0 … count − 1 in a uniformly drawn order (Fisher and Yates).
  [[nodiscard]] std::vector<std::uint32_t> permutation(std::uint32_t count);

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace assay::protocol
