// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "json/json.hpp"

namespace assay::json {
namespace {

std::string refusal(std::string_view text, ReadLimits limits = {}) {
  const auto value = parse(text, "file.json", limits);
  if (value) return "accepted: " + value->dump();
  EXPECT_EQ(value.error().fault, Fault::bad_input);
  EXPECT_EQ(value.error().where, "file.json");
  return sentence(value.error());
}

TEST(Parse, KeepsMembersInTheirOrder) {
  EXPECT_EQ(parse(R"({"z":1,"a":[true,null,"x",-2,0.5]})", "f")->dump(), R"({"z":1,"a":[true,null,"x",-2,0.5]})");
}

TEST(Parse, R35_RefusesADuplicateKeyAtAnyDepth) {
  EXPECT_NE(refusal(R"({"a":1,"a":2})").find("duplicate key"), std::string::npos);
  EXPECT_NE(refusal(R"([{"b":{"a":1,"c":2,"a":1}}])").find("duplicate key"), std::string::npos);
  EXPECT_TRUE(parse(R"([{"a":1},{"a":{"a":2}}])", "f"));
}

TEST(Parse, RefusesADuplicateKeyThatIsSpelledWithAnEscape) {
  EXPECT_NE(refusal(R"({"a":1,"\u0061":2})").find("duplicate key"), std::string::npos);
}

TEST(Parse, TakesManyKeysInLinearTime) {
  std::string text = "{";
  for (int i = 0; i < 200000; ++i) text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  EXPECT_EQ(parse(text + "}", "f")->size(), 200000U);
}

TEST(Parse, BoundsDepth) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_TRUE(parse(nested(64), "f"));
  EXPECT_NE(refusal(nested(65)).find("nested too deeply"), std::string::npos);
  EXPECT_NE(refusal(std::string(1000000, '[')).find("nested too deeply"), std::string::npos);
}

TEST(Parse, BoundsSize) {
  EXPECT_TRUE(parse("[1]", "f", {.bytes = 3}));
  EXPECT_NE(refusal("[12]", {.bytes = 3}).find("too large"), std::string::npos);
}

TEST(Parse, RefusesWhatIsNotStrictJson) {
  for (const char* text :
       {"",    " ",          "{",           "[1,]",      "{\"a\":1,}", "[1] 2",    "{}{}",       "nul",
        "NaN", "[Infinity]", "[-Infinity]", "[01]",      "[+1]",       "[.5]",     "[1.]",       "[0x10]",
        "'a'", "{a:1}",      "// x\n1",     "/* x */ 1", "[1e999]",    "[\"\t\"]", "[\"\x01\"]", "\xEF\xBB\xBF[]"}) {
    EXPECT_EQ(refusal(text).find("accepted"), std::string::npos) << text;
  }
}

TEST(Parse, RefusesATrailingByteOfZero) {
  EXPECT_EQ(refusal(std::string_view("[1]\0", 4)).find("accepted"), std::string::npos);
}

TEST(Parse, RefusesBadUtf8) {
  for (const char* text : {"[\"\xff\"]", "[\"\xc3\"]", "[\"\xc0\xaf\"]", "[\"\xed\xa0\x80\"]", "[\"\xf5\x80\x80\x80\"]",
                           "{\"\xff\":1}", R"(["\ud800"])", R"(["\udc00\ud800"])"}) {
    EXPECT_EQ(refusal(text).find("accepted"), std::string::npos) << text;
  }
}

TEST(Parse, NamesTheByteOfTheFault) {
  EXPECT_EQ(refusal("[1,x]"), "file.json: not valid JSON (found line 1, column 4: 'x')");
  EXPECT_EQ(refusal("{\n  \"a\": 1,\n  b: 2\n}"), "file.json: not valid JSON (found line 3, column 3: 'b')");
  EXPECT_EQ(refusal("[1,\n2"), "file.json: not valid JSON (found line 2, column 2: the text ends too early)");
  EXPECT_EQ(refusal("[1,\n1e999]"), "file.json: not valid JSON (found line 2, column 5: a number out of range)");
}

TEST(Parse, KeepsTheReasonShortAndPrintable) {
  const std::string text = refusal("[\"" + std::string(100000, 'a') + "\xff");
  EXPECT_LT(text.size(), 400U);
  for (const char c : text) EXPECT_TRUE(c >= ' ' && c <= '~');
}

TEST(Parse, TruncationAtEveryByteIsRefused) {
  const std::string whole = R"({"a":[1,-2.5e3,"\u00e9x",{"b":null,"c":true}],"d":"18446744073709551615"})";
  ASSERT_TRUE(parse(whole, "f"));
  for (std::size_t n = 0; n < whole.size(); ++n) {
    EXPECT_EQ(refusal(whole.substr(0, n)).find("accepted"), std::string::npos) << n;
  }
}

}  // namespace
}  // namespace assay::json
