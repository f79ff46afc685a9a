// SPDX-License-Identifier: Apache-2.0
#include "protocol/random_stream.hpp"

#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

namespace assay::protocol {

namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15U);
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, StreamPurpose purpose, std::uint64_t first_index,
                           std::uint64_t second_index) {
  // Each part is hashed before the next is mixed in: neighbouring seeds and indices give unrelated streams.
  std::uint64_t mixed = seed;
  for (const std::uint64_t part : {static_cast<std::uint64_t>(purpose), first_index, second_index}) {
    mixed = splitmix64(mixed) ^ part;
  }
  for (std::uint64_t& word : state_) word = splitmix64(mixed);
}

std::uint64_t RandomStream::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  if (bound <= 1) return 0;
  const std::uint64_t uneven = (0 - bound) % bound;  // 2⁶⁴ mod bound: that many values would be one too many
  std::uint64_t drawn = next();
  while (drawn < uneven) drawn = next();
  return drawn % bound;
}

double RandomStream::next_unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

std::vector<std::uint32_t> RandomStream::permutation(std::uint32_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t left = count; left > 1; --left) {
    std::swap(order[left - 1], order[static_cast<std::size_t>(below(left))]);
  }
  return order;
}

}  // namespace assay::protocol
