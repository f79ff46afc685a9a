// SPDX-License-Identifier: Apache-2.0
#include "protocol/tolerance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace assay::protocol {
namespace {

using plan::ElementType;

std::vector<std::uint32_t> words(const std::vector<float>& values) {
  std::vector<std::uint32_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return bits;
}

Agreement between(const std::vector<float>& a, const std::vector<float>& b, double rel) {
  return agreement(words(a), words(b), ElementType::f32, a.size(), rel);
}

TEST(Tolerance, HoldsADifferenceAgainstTheLargerOfBothValues) {
  EXPECT_EQ(between({100, -100}, {101, -101}, 0.0100).outside, 0U);
  EXPECT_EQ(between({100, -100}, {101, -101}, 0.0098).outside, 2U);
}

TEST(Tolerance, NamesTheFirstElementOutsideWithBothValues) {
  const auto found = between({1, 2, 3, 4}, {1, 2, 4, 5}, 1e-6);
  EXPECT_EQ(found.outside, 2U);
  EXPECT_EQ(found.first_outside, 2U);
  EXPECT_EQ(found.first_a, 3);
  EXPECT_EQ(found.first_b, 4);
}

TEST(Tolerance, ANaNNeverPassesNotEvenBesideANaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(between({nan, nan, 1}, {nan, 1, nan}, 1e9).outside, 3U);
}

TEST(Tolerance, AnInfinityAgreesWithTheSameInfinityAlone) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(between({infinity, infinity, infinity}, {infinity, -infinity, 1}, 1).outside, 2U);
}

TEST(Tolerance, ZeroAgreesWithMinusZero) { EXPECT_EQ(between({0.0F}, {-0.0F}, 0).outside, 0U); }

TEST(Tolerance, ReadsTwoHalvesOfAWord) {
  // 1.0 and -2.0 against 1.0 and -2.5; the smallest subnormal; infinity.
  EXPECT_EQ(agreement(std::vector<std::uint32_t>{0xC0003C00U}, std::vector<std::uint32_t>{0xC1003C00U},
                      ElementType::f16, 2, 0.1)
                .first_outside,
            1U);
  const auto tiny = agreement(std::vector<std::uint32_t>{0x7C000001U}, std::vector<std::uint32_t>{0x7C000002U},
                              ElementType::f16, 2, 0.1);
  EXPECT_EQ(tiny.outside, 1U);
  EXPECT_EQ(tiny.first_a, std::ldexp(1.0, -24));
}

TEST(Tolerance, DemandsItsShareOfTheElements) {
  std::vector<float> a(1000, 1), b(1000, 1);
  b[17] = 2;
  const auto found = between(a, b, 1e-3);
  EXPECT_TRUE(agrees(found, {.rel = 1e-3, .overlap = 0.999}));
  EXPECT_FALSE(agrees(found, {.rel = 1e-3, .overlap = 1}));
  EXPECT_FALSE(agrees({}, {.rel = 1, .overlap = 0})) << "nothing was compared";
}

}  // namespace
}  // namespace assay::protocol
