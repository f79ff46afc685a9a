// SPDX-License-Identifier: Apache-2.0
#include "lower/mix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace assay::lower {
namespace {

/// Share of inputs 0 … 2^12−1 for which flipping input bit `in` flips output bit `out`, for every pair.
template <class Function>
double worst_deviation_from_half(Function function) {
  constexpr std::uint32_t kInputs = 1U << 12U;
  std::array<std::array<std::uint32_t, 32>, 32> flips{};
  for (std::uint32_t i = 0; i < kInputs; ++i) {
    const std::uint32_t x = i * 0x9E3779B9U;
    const std::uint32_t y = function(x);
    for (std::uint32_t in = 0; in < 32; ++in) {
      const std::uint32_t changed = y ^ function(x ^ (1U << in));
      for (std::uint32_t out = 0; out < 32; ++out) flips[in][out] += (changed >> out) & 1U;
    }
  }
  double worst = 0;
  for (const auto& row : flips) {
    for (const std::uint32_t count : row) worst = std::max(worst, std::fabs(count / double{kInputs} - 0.5));
  }
  return worst;
}

TEST(Mix32, FlipsEveryOutputBitHalfOfTheTimeForEveryInputBit) {
  // 1,024 cells with a standard deviation of 0.0078 each; five of them allow for the largest.
  EXPECT_LT(worst_deviation_from_half(mix32), 0.039);
}

TEST(RandomWords, FlipEveryBitHalfOfTheTimeForEveryBitOfTheIndex) {
  EXPECT_LT(worst_deviation_from_half([](std::uint32_t i) { return RandomWords(7)(i, 0); }), 0.039);
}

TEST(RandomWords, FlipEveryBitHalfOfTheTimeForEveryBitOfTheSeed) {
  EXPECT_LT(worst_deviation_from_half([](std::uint32_t seed) { return RandomWords(seed)(12, 0); }), 0.039);
}

TEST(RandomWords, RepeatAValueAsOftenAsRandomDataDoes) {
  std::vector<std::uint32_t> words(1U << 18U);
  const RandomWords random(7);
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = random(i, 0);
  std::sort(words.begin(), words.end());
  const auto repeats = words.end() - std::unique(words.begin(), words.end());
  // Expected: 2^36 pairs / 2 / 2^32 = 8, Poisson; a permutation has none.
  EXPECT_GE(repeats, 1);
  EXPECT_LE(repeats, 22);
}

TEST(RandomWords, DifferBetweenDrawsAndBetweenNeighbouringSeeds) {
  int bits_between_draws = 0;
  int bits_between_seeds = 0;
  for (std::uint32_t i = 0; i < 1024; ++i) {
    bits_between_draws += std::popcount(RandomWords(7)(i, 0) ^ RandomWords(7)(i, 1));
    bits_between_seeds += std::popcount(RandomWords(7)(i, 0) ^ RandomWords(8)(i, 0));
  }
  // 32,768 fair bits: mean 16,384, standard deviation 90.5.
  EXPECT_NEAR(bits_between_draws, 16384, 453);
  EXPECT_NEAR(bits_between_seeds, 16384, 453);
}

}  // namespace
}  // namespace assay::lower
