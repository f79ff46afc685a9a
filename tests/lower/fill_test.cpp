// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "lower/float_bits.hpp"
#include "lower/reference.hpp"

namespace assay::lower {
namespace {

using plan::ElementType;
using Kind = plan::Fill::Kind;

std::vector<std::uint32_t> fill(Kind kind, ElementType type, std::uint64_t words, std::uint32_t bound = 0) {
  const plan::Fill wish{.kind = kind, .seed = 7, .bound = bound};
  return reference_fill(fill_parameters(wish, type), words);
}

std::vector<double> floats(const std::vector<std::uint32_t>& words) {
  std::vector<double> values;
  for (const std::uint32_t word : words) values.push_back(double{std::bit_cast<float>(word)});
  return values;
}

/// Value of an f16 pattern that is zero or normal.
double half(std::uint32_t bits) {
  const int exponent = static_cast<int>((bits >> 10U) & 31U);
  const double magnitude = exponent == 0 ? 0.0 : std::ldexp(static_cast<double>(1024U + (bits & 1023U)), exponent - 25);
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

TEST(Fill, IotaOfFloatsIsTheIndexRoundedToNearestAsTheLanguageConvertsIt) {
  const auto parameters = fill_parameters({.kind = Kind::iota}, ElementType::f32);
  for (const std::uint32_t first : {0U, 16777200U, 33554400U, 4294967200U}) {
    const auto words = reference_fill(starting_at(parameters, first), 90);
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      EXPECT_EQ(words[i], std::bit_cast<std::uint32_t>(static_cast<float>(first + i))) << first + i;
    }
  }
}

TEST(Fill, IotaOfHalvesIsTheIndexRoundedToNearest) {
  const auto words = fill(Kind::iota, ElementType::f16, 32752);
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    ASSERT_EQ(words[i], f16_bits(2.0 * i) | (f16_bits(2.0 * i + 1) << 16U)) << i;
  }
}

TEST(Fill, IntegersBelowABoundAreTheSameNumbersInEveryType) {
  const auto u32 = fill(Kind::integers, ElementType::u32, 1000, 256);
  const auto f32 = floats(fill(Kind::integers, ElementType::f32, 1000, 256));
  const auto f16 = fill(Kind::integers, ElementType::f16, 500, 256);
  for (std::size_t i = 0; i < u32.size(); ++i) {
    ASSERT_LT(u32[i], 256U);
    ASSERT_EQ(f32[i], static_cast<double>(u32[i]));
    ASSERT_EQ(half((f16[i / 2] >> (i % 2 * 16)) & 0xFFFFU), static_cast<double>(u32[i]));
  }
}

TEST(Fill, IntegersReachEveryValueBelowTheBoundAboutEquallyOften) {
  std::array<int, 10> counts{};
  for (const std::uint32_t value : fill(Kind::integers, ElementType::u32, 10000, 10)) ++counts.at(value);
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);  // five standard deviations of 30
}

TEST(Fill, IntegersBelowOneAreZero) {
  EXPECT_EQ(fill(Kind::integers, ElementType::f32, 5, 1), std::vector<std::uint32_t>(5, 0));
}

TEST(Fill, UniformFloatsLieInZeroToOneWithMeanOneHalf) {
  double sum = 0;
  const auto values = floats(fill(Kind::uniform, ElementType::f32, 10000));
  for (const double value : values) {
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.0145);  // five standard errors of 0.0029
}

TEST(Fill, UniformHalvesLieBelowOne) {
  for (const std::uint32_t word : fill(Kind::uniform, ElementType::f16, 5000)) {
    ASSERT_LT(word & 0xFFFFU, 0x3C00U);
    ASSERT_LT(word >> 16U, 0x3C00U);
  }
}

struct Moments {
  double mean = 0, variance = 0, within_one = 0;
};

Moments moments(const std::vector<double>& values) {
  Moments m;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) m.mean += value / n;
  for (const double value : values) m.variance += (value - m.mean) * (value - m.mean) / n;
  for (const double value : values) m.within_one += std::fabs(value) <= 1 ? 1 / n : 0;
  return m;
}

void expect_normal(const Moments& m) {
  EXPECT_NEAR(m.mean, 0, 0.035);           // five standard errors of 20,000 values
  EXPECT_NEAR(m.variance, 1, 0.05);
  EXPECT_NEAR(m.within_one, 0.6827, 0.017);
}

TEST(Fill, NormalFloatsHaveMeanZeroAndVarianceOne) {
  expect_normal(moments(floats(fill(Kind::normal, ElementType::f32, 20000))));
}

TEST(Fill, NormalHalvesHaveMeanZeroAndVarianceOne) {
  std::vector<double> values;
  for (const std::uint32_t word : fill(Kind::normal, ElementType::f16, 10000)) {
    values.push_back(half(word & 0xFFFFU));
    values.push_back(half(word >> 16U));
  }
  expect_normal(moments(values));
}

TEST(Fill, BitsDependOnTheSeed) {
  const auto bits = [](std::uint32_t seed) {
    return reference_fill(fill_parameters({.kind = Kind::bits, .seed = seed}, ElementType::u32), 64);
  };
  EXPECT_NE(bits(1), bits(2));
  EXPECT_EQ(bits(1), bits(1));
}

TEST(Fill, MadeInTwoWindowsEqualsTheWhole) {
  const auto parameters = fill_parameters({.kind = Kind::normal, .seed = 3}, ElementType::f16);
  auto front = reference_fill(parameters, 100);
  const auto back = reference_fill(starting_at(parameters, 100), 57);
  front.insert(front.end(), back.begin(), back.end());
  EXPECT_EQ(front, reference_fill(parameters, 157));
}

TEST(Poison, OfTheSecondRunIsTheComplementOfTheFirst) {
  const auto p = reference_fill(poison_parameters(9, false), 100);
  const auto complement = reference_fill(poison_parameters(9, true), 100);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_EQ(p[i], ~complement[i]);
}

TEST(Poison, IsKeyedByWordIndexAndSeed) {
  const auto p = reference_fill(poison_parameters(9, false), 100);
  EXPECT_NE(p[0], p[1]);
  EXPECT_NE(p, reference_fill(poison_parameters(10, false), 100));
}

TEST(Poison, IsNotTheInputOfTheSameSeed) {
  const auto p = reference_fill(poison_parameters(7, false), 100);
  const auto input = fill(Kind::bits, ElementType::u32, 100);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NE(p[i], input[i]);
}

TEST(HalfBits, RoundToNearestTiesToEven) {
  EXPECT_EQ(f16_bits(1.0), 0x3C00U);
  EXPECT_EQ(f16_bits(-2.0), 0xC000U);
  EXPECT_EQ(f16_bits(0.0), 0x0000U);
  EXPECT_EQ(f16_bits(-0.0), 0x8000U);
  EXPECT_EQ(f16_bits(2049.0), 0x6800U);  // tie, to 2048
  EXPECT_EQ(f16_bits(2051.0), 0x6802U);  // tie, to 2052
  EXPECT_EQ(f16_bits(65504.0), 0x7BFFU);
  EXPECT_EQ(f16_bits(65519.0), 0x7BFFU);
  EXPECT_EQ(f16_bits(65520.0), 0x7C00U);
  EXPECT_EQ(f16_bits(std::ldexp(1.0, -24)), 0x0001U);  // the smallest subnormal
  EXPECT_EQ(f16_bits(std::ldexp(1.0, -25)), 0x0000U);  // tie, to zero
  EXPECT_EQ(f16_bits(std::ldexp(1.0, -14)), 0x0400U);  // the smallest normal
}

}  // namespace
}  // namespace assay::lower
