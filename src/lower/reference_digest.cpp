// SPDX-License-Identifier: Apache-2.0
// The digest, compare and spacer kernels in C++.
#include <algorithm>

#include "lower/float_bits.hpp"
#include "lower/mix.hpp"
#include "lower/parameter_block.hpp"
#include "lower/reference.hpp"

namespace assay::lower {
namespace {

// The first 128 bits of the fraction of pi: numbers that nobody chose.
constexpr std::array<std::uint32_t, 4> kLaneSeeds = {0x243F6A88U, 0x85A308D3U, 0x13198A2EU, 0x03707344U};

/// A word without the bits that do not count: those of `padding` in the last one.
std::uint32_t counted(std::uint32_t word, std::size_t index, std::size_t words, std::uint32_t padding) {
  return index + 1 == words ? word & ~padding : word;
}

std::uint32_t distance_u32(std::uint32_t a, std::uint32_t b) { return std::max(a, b) - std::min(a, b); }

std::uint32_t distance_of(plan::ElementType type, std::uint32_t a, std::uint32_t b) {
  switch (type) {
    case plan::ElementType::u32: return distance_u32(a, b);
    case plan::ElementType::i32: return distance_u32(a ^ 0x80000000U, b ^ 0x80000000U);
    case plan::ElementType::f32: return distance(kF32, a, b);
    case plan::ElementType::f16:
      return std::max(distance(kF16, a & 0xFFFFU, b & 0xFFFFU), distance(kF16, a >> 16U, b >> 16U));
  }
  return 0;
}

}  // namespace

Digest reference_digest(std::span<const std::uint32_t> words, std::uint32_t first_word, std::uint32_t padding) {
  Digest lanes{};
  for (std::size_t w = 0; w < words.size(); ++w) {
    const std::uint32_t word = counted(words[w], w, words.size(), padding);
    const std::uint32_t i = first_word + static_cast<std::uint32_t>(w);
    for (std::size_t k = 0; k < lanes.size(); ++k) lanes[k] += mix32(word ^ mix32(i ^ kLaneSeeds[k]));
  }
  return lanes;
}

Difference reference_compare(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right,
                             plan::ElementType type, std::uint32_t padding) {
  Difference difference;
  const std::size_t words = std::min(left.size(), right.size());
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint32_t a = counted(left[i], i, words, padding), b = counted(right[i], i, words, padding);
    if (a == b) continue;
    difference.first = std::min(difference.first, static_cast<std::uint32_t>(i));
    ++difference.count;
    difference.largest = std::max(difference.largest, distance_of(type, a, b));
  }
  return difference;
}

std::uint32_t reference_spacer(const Parameters& parameters) {
  std::uint32_t x = parameters[kSeedWord];
  for (std::uint32_t step = 0; step < parameters[kStepsWord]; ++step) x = (x ^ (x >> 15U)) * 0x2C1B3C6DU + 0x9E3779B9U;
  return x;
}

}  // namespace assay::lower
