// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "lower/mix.hpp"
#include "lower/reference.hpp"

namespace assay::lower {
namespace {

using Words = std::vector<std::uint32_t>;

Words random_words(std::size_t count) { return reference_fill(poison_parameters(5, false), count); }

TEST(Digest, ChangesWhenAnyBitOfAnyWordFlips) {
  Words words = random_words(64);
  std::set<Digest> digests = {reference_digest(words)};
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
      words[i] ^= 1U << bit;
      digests.insert(reference_digest(words));
      words[i] ^= 1U << bit;
    }
  }
  EXPECT_EQ(digests.size(), 1U + 64U * 32U);
}

TEST(Digest, ChangesInEveryLaneByAboutHalfItsBitsWhenOneBitFlips) {
  Words words = random_words(1024);
  const Digest before = reference_digest(words);
  std::array<int, 4> flips{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] ^= 1U << (i % 32);
    const Digest after = reference_digest(words);
    for (std::size_t lane = 0; lane < 4; ++lane) flips[lane] += std::popcount(before[lane] ^ after[lane]);
    words[i] ^= 1U << (i % 32);
  }
  for (const int flipped : flips) EXPECT_NEAR(flipped, 16384, 500);  // 32,768 fair bits
}

TEST(Digest, ChangesWhenTwoWordsAreSwapped) {
  const Words words = random_words(256);
  const Digest before = reference_digest(words);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    Words swapped = words;
    std::swap(swapped[i], swapped[i + 1]);
    EXPECT_NE(reference_digest(swapped), before) << i;
  }
}

TEST(Digest, ChangesWhenTheWordsAreShifted) {
  Words words = random_words(256);
  const Digest before = reference_digest(words);
  std::rotate(words.begin(), words.begin() + 1, words.end());
  EXPECT_NE(reference_digest(words), before);
}

TEST(Digest, ChangesWhenOneHalfIsCopiedOverTheOther) {
  Words words = random_words(256);
  const Digest whole = reference_digest(words);
  Words first_twice = words;
  std::copy_n(words.begin(), 128, first_twice.begin() + 128);
  Words second_twice = words;
  std::copy_n(words.begin() + 128, 128, second_twice.begin());
  Words halves_swapped = words;
  std::rotate(halves_swapped.begin(), halves_swapped.begin() + 128, halves_swapped.end());
  const std::set<Digest> digests = {whole, reference_digest(first_twice), reference_digest(second_twice),
                                    reference_digest(halves_swapped)};
  EXPECT_EQ(digests.size(), 4U);
}

TEST(Digest, ChangesWhenTheSameDifferenceIsAddedHereAndTakenThere) {
  const Words words = random_words(64);
  const Digest before = reference_digest(words);
  for (std::size_t i = 1; i < words.size(); ++i) {
    Words moved = words;
    moved[0] += 1;
    moved[i] -= 1;
    EXPECT_NE(reference_digest(moved), before) << i;
  }
}

TEST(Digest, TellsBuffersOfZerosOfDifferentLengthsApart) {
  std::set<Digest> digests;
  for (std::size_t length = 0; length < 1000; ++length) digests.insert(reference_digest(Words(length, 0)));
  EXPECT_EQ(digests.size(), 1000U);
}

TEST(Digest, OfNoWordsIsZero) { EXPECT_EQ(reference_digest({}), Digest{}); }

TEST(Digest, DoesNotDependOnTheOrderOfSummation) {
  const Words words = random_words(500);
  Words order(words.size());
  std::iota(order.begin(), order.end(), 0U);
  std::reverse(order.begin(), order.end());
  std::rotate(order.begin(), order.begin() + 123, order.end());
  std::uint32_t lane = 0;
  for (const std::uint32_t i : order) lane += mix32(words[i] ^ mix32(i ^ 0x243F6A88U));
  EXPECT_EQ(reference_digest(words)[0], lane);
}

}  // namespace
}  // namespace assay::lower
