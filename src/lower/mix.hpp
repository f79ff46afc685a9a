// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pseudo-random function of docs/kernels.md.
#pragma once

#include <cstdint>

namespace assay::lower {

/// A permutation of 32-bit words in which every input bit moves every output bit with a probability near 1/2, for two
/// multiplications. Source: https://github.com/skeeto/hash-prospector/issues/19 (public domain); docs/kernels.md says
/// how it was chosen and measured.
[[nodiscard]] constexpr std::uint32_t mix32(std::uint32_t x) {
  x = (x ^ (x >> 16U)) * 0x21F0AAADU;
  x = (x ^ (x >> 15U)) * 0xD35A2D97U;
  return x ^ (x >> 15U);
}

/// One seed's pseudo-random words: draw `which` of index `i`.
class RandomWords {
 public:
  explicit constexpr RandomWords(std::uint32_t seed) : stream_(mix32(seed)) {}

  /// Adding the index behind the first mix makes this a function that may repeat a value, as random data does; a
  /// permutation would hand a sort or a hash table keys that are all distinct.
  [[nodiscard]] constexpr std::uint32_t operator()(std::uint32_t i, std::uint32_t which) const {
    const std::uint32_t a = mix32(stream_ + (2U * which + 1U) * kGolden);
    const std::uint32_t b = mix32(stream_ + (2U * which + 2U) * kGolden);
    return mix32(mix32(i ^ a) + (i ^ b));
  }

 private:
  static constexpr std::uint32_t kGolden = 0x9E3779B9U;  // 2^32 over the golden ratio
  std::uint32_t stream_;
};

}  // namespace assay::lower
