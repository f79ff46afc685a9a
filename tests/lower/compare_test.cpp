// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lower/reference.hpp"

namespace assay::lower {
namespace {

using plan::ElementType;
using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kNan = 0x7FC00000U;

std::uint32_t largest(std::uint32_t left, std::uint32_t right, ElementType type) {
  return reference_compare(Words{left}, Words{right}, type).largest;
}

TEST(Comparison, FindsTheFirstDifferingWordAndCountsAll) {
  Words left(1000, 3);
  Words right = left;
  right[700] = 4;
  right[701] = 9;
  right[999] = 0;
  const Difference d = reference_compare(left, right, ElementType::u32);
  EXPECT_EQ(d.first, 700U);
  EXPECT_EQ(d.count, 3U);
  EXPECT_EQ(d.largest, 6U);
}

TEST(Comparison, OfEqualWordsFindsNothing) {
  const Words words(10, kNan);
  const Difference d = reference_compare(words, words, ElementType::f32);
  EXPECT_EQ(d.first, 0xFFFFFFFFU);
  EXPECT_EQ(d.count, 0U);
  EXPECT_EQ(d.largest, 0U);
}

TEST(Comparison, NeverLetsANanPassAgainstANumber) {
  for (const std::uint32_t number : {0x00000000U, 0x3F800000U, 0x7F800000U, 0xFF800000U, 0xFF7FFFFFU}) {
    const Difference d = reference_compare(Words{kNan}, Words{number}, ElementType::f32);
    EXPECT_EQ(d.count, 1U);
    EXPECT_EQ(d.largest, 0xFFFFFFFFU);
    EXPECT_EQ(largest(number, kNan, ElementType::f32), 0xFFFFFFFFU);
  }
}

TEST(Comparison, CountsTwoNansOfDifferentBitsAsDifferent) {
  EXPECT_EQ(largest(kNan, kNan | 1U, ElementType::f32), 0xFFFFFFFFU);
  EXPECT_EQ(largest(kNan, kNan | 0x80000000U, ElementType::f32), 0xFFFFFFFFU);
}

TEST(Comparison, CountsNegativeZeroAsDifferentAtDistanceNothing) {
  const Difference d = reference_compare(Words{0}, Words{0x80000000U}, ElementType::f32);
  EXPECT_EQ(d.count, 1U);
  EXPECT_EQ(d.largest, 0U);
}

TEST(Comparison, MeasuresFloatsInUnitsInTheLastPlaceAcrossZero) {
  EXPECT_EQ(largest(0x3F7FFFFFU, 0x3F800000U, ElementType::f32), 1U);
  EXPECT_EQ(largest(0x00000003U, 0x80000002U, ElementType::f32), 5U);
  EXPECT_EQ(largest(0xBF800000U, 0xBF800007U, ElementType::f32), 7U);
}

TEST(Comparison, MeasuresEachHalfOfAWordOfHalves) {
  EXPECT_EQ(largest(0x3C003C00U, 0x3C053C02U, ElementType::f16), 5U);
  EXPECT_EQ(largest(0x3C007E00U, 0x3C003C00U, ElementType::f16), 0xFFFFFFFFU);  // NaN in the low half
  EXPECT_EQ(largest(0x7E013C00U, 0x7E013C01U, ElementType::f16), 1U);           // the same NaN in both high halves
}

TEST(Comparison, MeasuresSignedIntegersAcrossZero) {
  EXPECT_EQ(largest(0xFFFFFFFEU, 3, ElementType::i32), 5U);
  EXPECT_EQ(largest(0x80000000U, 0x7FFFFFFFU, ElementType::i32), 0xFFFFFFFFU);
}

TEST(Comparison, IsSymmetric) {
  const auto left = reference_fill(poison_parameters(1, false), 500);
  const auto right = reference_fill(poison_parameters(2, false), 500);
  for (const auto type : {ElementType::u32, ElementType::i32, ElementType::f32, ElementType::f16}) {
    EXPECT_EQ(reference_compare(left, right, type).largest, reference_compare(right, left, type).largest);
  }
}

}  // namespace
}  // namespace assay::lower
