// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lower/fill_check.hpp"
#include "lower/reference.hpp"

namespace assay::lower {
namespace {

using plan::ElementType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = plan::Fill::Kind;

plan::Buffer buffer(ElementType type, std::uint64_t count, plan::Fill fill) {
  return {.name = "b", .type = type, .count = count, .fill = std::move(fill)};
}

plan::Buffer of_values(ElementType type, std::uint64_t count, std::vector<double> values) {
  return buffer(type, count, {.kind = Kind::values, .values = std::move(values)});
}

std::string refusal(const plan::Buffer& b) {
  const auto checked = fill_check(b);
  return checked ? "" : sentence(checked.error());
}

TEST(InitialWords, OfValuesAreTheValuesAndThenZeros) {
  EXPECT_THAT(initial_words(of_values(ElementType::u32, 4, {1, 4294967295.0})), ElementsAre(1U, 0xFFFFFFFFU, 0U, 0U));
  EXPECT_THAT(initial_words(of_values(ElementType::i32, 2, {-1, -2147483648.0})),
              ElementsAre(0xFFFFFFFFU, 0x80000000U));
  EXPECT_THAT(initial_words(of_values(ElementType::f32, 2, {1, -0.1})), ElementsAre(0x3F800000U, 0xBDCCCCCDU));
}

TEST(InitialWords, OfHalvesArePackedTwoToAWord) {
  EXPECT_THAT(initial_words(of_values(ElementType::f16, 3, {1, -2, 0.5})), ElementsAre(0xC0003C00U, 0x00003800U));
}

TEST(InitialWords, OfAFileAreItsBytesLittleEndianAndThenZeros) {
  const auto b = buffer(ElementType::u32, 3, {.kind = Kind::file});
  const std::array data = {std::byte{0x01}, std::byte{0x02}, std::byte{0x03}, std::byte{0x04}, std::byte{0xFF}};
  EXPECT_THAT(initial_words(b, data), ElementsAre(0x04030201U, 0x000000FFU, 0U));
}

TEST(InitialWords, OfAFileStopAtTheEndOfTheBuffer) {
  const auto b = buffer(ElementType::u32, 1, {.kind = Kind::file});
  const std::array<std::byte, 12> data{};
  EXPECT_EQ(initial_words(b, data).size(), 1U);
}

TEST(InitialWords, OfOtherFillsAreWhatTheKernelWrites) {
  const auto b = buffer(ElementType::f32, 100, {.kind = Kind::normal, .seed = 3});
  EXPECT_EQ(initial_words(b), reference_fill(fill_parameters(b.fill, b.type), 100));
}

TEST(InitialWords, OfAnOddNumberOfHalvesFillTheLastWord) {
  EXPECT_EQ(initial_words(buffer(ElementType::f16, 5, {.kind = Kind::uniform, .seed = 3})).size(), 3U);
}

TEST(FillCheck, AcceptsWholeNumbersThatTheTypeHoldsExactly) {
  EXPECT_EQ(refusal(buffer(ElementType::f32, 9, {.kind = Kind::integers, .bound = 1U << 24U})), "");
  EXPECT_EQ(refusal(buffer(ElementType::f16, 9, {.kind = Kind::integers, .bound = 1U << 11U})), "");
  EXPECT_EQ(refusal(buffer(ElementType::u32, 9, {.kind = Kind::integers, .bound = 0xFFFFFFFFU})), "");
}

TEST(FillCheck, RefusesABoundAboveWhatTheTypeHoldsExactly) {
  EXPECT_THAT(refusal(buffer(ElementType::f32, 9, {.kind = Kind::integers, .bound = (1U << 24U) + 1})),
              HasSubstr("16777217"));
  EXPECT_THAT(refusal(buffer(ElementType::f16, 9, {.kind = Kind::integers, .bound = 4096})), HasSubstr("2048"));
  EXPECT_THAT(refusal(buffer(ElementType::i32, 9, {.kind = Kind::integers, .bound = 0x80000001U})), HasSubstr("i32"));
}

TEST(FillCheck, RefusesIntegersBelowZero) {
  EXPECT_THAT(refusal(buffer(ElementType::u32, 9, {.kind = Kind::integers, .bound = 0})), HasSubstr("integers = 0"));
}

TEST(FillCheck, RefusesANormalFillOfIntegers) {
  EXPECT_THAT(refusal(buffer(ElementType::u32, 9, {.kind = Kind::normal})), HasSubstr("normal"));
  EXPECT_EQ(refusal(buffer(ElementType::f16, 9, {.kind = Kind::normal})), "");
}

TEST(FillCheck, RefusesAnIotaThatBecomesInfinite) {
  EXPECT_EQ(refusal(buffer(ElementType::f16, 65505, {.kind = Kind::iota})), "");
  EXPECT_THAT(refusal(buffer(ElementType::f16, 65506, {.kind = Kind::iota})), HasSubstr("65505"));
}

TEST(FillCheck, NamesTheFirstValueOutsideTheType) {
  EXPECT_THAT(refusal(of_values(ElementType::u32, 3, {1, -1, -2})), HasSubstr("value 1 of buffer 'b'"));
  EXPECT_THAT(refusal(of_values(ElementType::u32, 3, {0.5})), HasSubstr("0.5"));
  EXPECT_THAT(refusal(of_values(ElementType::i32, 3, {2147483648.0})), HasSubstr("2147483647"));
  EXPECT_THAT(refusal(of_values(ElementType::f32, 3, {1e39})), HasSubstr("f32"));
  EXPECT_THAT(refusal(of_values(ElementType::f16, 3, {65520})), HasSubstr("65504"));
}

TEST(FillCheck, RefusesMoreValuesThanElements) {
  EXPECT_THAT(refusal(of_values(ElementType::f32, 1, {1, 2})), HasSubstr("2 values"));
}

}  // namespace
}  // namespace assay::lower
