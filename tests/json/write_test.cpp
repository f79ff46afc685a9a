// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "json/json.hpp"

namespace assay::json {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Write, R34_RefusesNumbersThatAreNotFiniteAndNamesThePath) {
  for (const double bad : {kInfinity, -kInfinity, std::nan("")}) {
    Value value = {{"arms", {{{"name", "a"}}, {{"mean", bad}}}}};
    const auto text = write(value);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().where, "arms[1].mean");
    EXPECT_EQ(text.error().fault, Fault::internal);
  }
}

TEST(Write, NumberOrNullIsNullForWhatIsNotFinite) {
  EXPECT_TRUE(number_or_null(kInfinity).is_null());
  EXPECT_TRUE(number_or_null(std::nan("")).is_null());
  EXPECT_EQ(number_or_null(-0.5), Value(-0.5));
}

TEST(Write, ReplacesBadUtf8) {
  EXPECT_EQ(*write(Value("a\xff\x62")), "\"a\xEF\xBF\xBD\x62\"");
  EXPECT_TRUE(parse(*write(Value("\xc3")), "f"));
}

TEST(Write, R35_RoundTripsEveryKindOfText) {
  std::string control;
  for (int c = 0; c < 128; ++c) control += static_cast<char>(c);
  for (const std::string& text :
       {std::string("a\"b\\c"), control, std::string("é ü 漢字 🙂"), std::string(10000, 'x'), std::string()}) {
    Value value = Value::object();
    value[text] = text;
    const auto back = parse(*write(value), "f");
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, value);
  }
}

TEST(Write, RoundTripsDoublesToTheBit) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const auto back = parse(*write(Value(value)), "f").and_then([](const Value& v) { return number(v, "v"); });
    ASSERT_TRUE(back);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(Write, RoundTripsTheEdgesOfDouble) {
  for (const double value : {0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.1, 1.0, 9007199254740993.0, 1e20}) {
    const auto back = parse(*write(Value(value)), "f").and_then([](const Value& v) { return number(v, "v"); });
    ASSERT_TRUE(back);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(Write, RefusesWhatTheReaderWouldRefuseForDepth) {
  Value value = 1;
  for (int i = 0; i < 64; ++i) value = Value::array({value});
  EXPECT_TRUE(write(value));
  value = Value::array({value});
  EXPECT_FALSE(write(value));
}

}  // namespace
}  // namespace assay::json
