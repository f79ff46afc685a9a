// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "json/json.hpp"

namespace assay::json {
namespace {

Value object(std::string_view text) { return *parse(text, "f"); }
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(Integer, IsExactOverAllOfInt64) {
  EXPECT_EQ(*integer(object("9223372036854775807"), "v", kLeast, kMost), kMost);
  EXPECT_EQ(*integer(object("-9223372036854775808"), "v", kLeast, kMost), kLeast);
  EXPECT_EQ(*integer(object("9007199254740993"), "v", kLeast, kMost), 9007199254740993);
  EXPECT_EQ(*integer(object("-0"), "v", kLeast, kMost), 0);
}

TEST(Integer, RefusesWhatIsNotSpelledAsOne) {
  for (const char* text : {"1.0", "1e2", "0.5", "\"7\"", "true", "null", "[1]", "{}", "9223372036854775808",
                           "18446744073709551615", "18446744073709551616", "-9223372036854775809", "1e30"}) {
    EXPECT_FALSE(integer(object(text), "v", kLeast, kMost)) << text;
  }
}

TEST(Integer, RefusesWhatIsOutOfRangeAndSaysTheRange) {
  const auto value = integer_at(object(R"({"n":-1})"), "n", "message run", 0, 4294967295);
  ASSERT_FALSE(value);
  EXPECT_EQ(sentence(value.error()),
            "message run.n: wrong value (found -1; allowed: a whole number from 0 to 4294967295)");
  EXPECT_FALSE(integer(object("4294967296"), "v", 0, 4294967295));
  EXPECT_FALSE(integer(object("5"), "v", -9, -1));
}

TEST(U64, IsADecimalStringOfOneSpelling) {
  EXPECT_EQ(*u64(object(R"("0")"), "v"), 0U);
  EXPECT_EQ(*u64(object(R"("18446744073709551615")"), "v"), std::numeric_limits<std::uint64_t>::max());
  for (const char* text : {"7", "\"\"", "\"-1\"", "\"+1\"", "\"007\"", "\" 7\"", "\"7 \"", "\"0x7\"", "\"1e3\"",
                           "\"7.0\"", "\"18446744073709551616\"", "\"99999999999999999999999\"", "null"}) {
    EXPECT_FALSE(u64(object(text), "v")) << text;
  }
}

TEST(Number, TakesWholeAndFractionalNumbersOnly) {
  EXPECT_EQ(*number(object("3"), "v"), 3.0);
  EXPECT_EQ(*number(object("-2.5"), "v"), -2.5);
  EXPECT_EQ(*number(object("18446744073709551616"), "v"), 18446744073709551616.0);
  for (const char* text : {"\"3\"", "null", "true", "[]"}) EXPECT_FALSE(number(object(text), "v")) << text;
  EXPECT_FALSE(number(Value(std::numeric_limits<double>::quiet_NaN()), "v"));
}

TEST(Member, MissingIsNamed) {
  const auto value = text_at(object("{}"), "name", "arms[2]");
  ASSERT_FALSE(value);
  EXPECT_EQ(sentence(value.error()), "arms[2]: key 'name' is missing");
  EXPECT_FALSE(text_at(object("[]"), "name", "arms"));
}

TEST(Member, TypesAreNotConverted) {
  const Value all = object(R"({"t":"x","f":false,"n":1,"a":[1,2],"o":{},"z":null})");
  EXPECT_EQ(*text_at(all, "t", ""), "x");
  EXPECT_FALSE(*flag_at(all, "f", ""));
  EXPECT_TRUE(object_at(all, "o", ""));
  EXPECT_EQ((*array_at(all, "a", "", 2))->size(), 2U);
  EXPECT_FALSE(array_at(all, "a", "", 1));
  for (const char* key : {"f", "n", "a", "o", "z"}) EXPECT_FALSE(text_at(all, key, "")) << key;
  for (const char* key : {"t", "n", "a", "o", "z"}) EXPECT_FALSE(flag_at(all, key, "")) << key;
  for (const char* key : {"t", "f", "n", "o", "z"}) EXPECT_FALSE(array_at(all, key, "", 9)) << key;
  for (const char* key : {"t", "f", "n", "a", "z"}) EXPECT_FALSE(object_at(all, key, "")) << key;
}

TEST(OnlyKeys, NamesTheUnknownKeyAndTheAllowedOnes) {
  EXPECT_TRUE(only_keys(object(R"({"a":1})"), {"a", "b"}, "x"));
  const auto result = only_keys(object(R"({"a":1,"colour":2})"), {"a", "b"}, "x");
  ASSERT_FALSE(result);
  EXPECT_EQ(sentence(result.error()), "x: unknown key (found \"colour\"; allowed: a, b)");
  EXPECT_FALSE(only_keys(object("3"), {}, "x"));
}

TEST(Shown, IsBounded) {
  EXPECT_LT(shown(Value(std::string(100000, 'x'))).size(), 80U);
  EXPECT_EQ(shown(Value::array({1, 2, 3})), "array of 3");
}

}  // namespace
}  // namespace assay::json
