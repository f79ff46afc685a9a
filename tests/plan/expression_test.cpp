// SPDX-License-Identifier: Apache-2.0
#include "plan/expression.hpp"

#include <gmock/gmock.h>

#include "plan/probe_text.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using ::testing::HasSubstr;

Expected<std::int64_t> whole(std::string_view text) {
  const Lookup names = [](std::string_view name) -> std::optional<Rational> {
    if (name == "n") return Rational(1000);
    if (name == "zero") return Rational(0);
    return std::nullopt;
  };
  return evaluate_whole(text, names, "here");
}

std::int64_t value(std::string_view text) {
  const auto result = whole(text);
  EXPECT_TRUE(result.has_value()) << text << ": " << (result ? "" : sentence(result.error()));
  return result.value_or(-999999);
}

TEST(Expression, FollowsTheUsualPrecedence) {
  EXPECT_EQ(value("2 + 3 * 4"), 14);
  EXPECT_EQ(value("(2 + 3) * 4"), 20);
  EXPECT_EQ(value("2 * 3 ^ 2"), 18);
  EXPECT_EQ(value("2 ^ 3 ^ 2"), 512);
  EXPECT_EQ(value("-2 ^ 2"), -4);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("64 / 4 / 2"), 8);
  EXPECT_EQ(value("4*n + 4*ceildiv(n, 1024)"), 4004);
}

TEST(Expression, KeepsFractionsExactOnTheWay) {
  EXPECT_EQ(value("n / 3 * 3"), 1000);
  EXPECT_EQ(value("0.5 * n"), 500);
  EXPECT_EQ(value("0.1 + 0.2 + 0.7"), 1);
  EXPECT_EQ(value("2 ^ -1 * 8"), 4);
}

TEST(Expression, DividesTowardsTheNamedSide) {
  EXPECT_EQ(value("ceildiv(n, 1024)"), 1);
  EXPECT_EQ(value("ceildiv(1024, 1024)"), 1);
  EXPECT_EQ(value("ceildiv(1025, 1024)"), 2);
  EXPECT_EQ(value("floordiv(n, 3)"), 333);
  EXPECT_EQ(value("floordiv(-7, 2)"), -4);
  EXPECT_EQ(value("ceildiv(-7, 2)"), -3);
  EXPECT_EQ(value("mod(n, 7)"), 6);
  EXPECT_EQ(value("mod(-1, 8)"), 7);
}

TEST(Expression, TakesExtremesAndLogarithms) {
  EXPECT_EQ(value("min(n, 3, 7)"), 3);
  EXPECT_EQ(value("max(n, 3, 7)"), 1000);
  EXPECT_EQ(value("max(-3, -2)"), -2);
  EXPECT_EQ(value("log2(2^20)"), 20);
  EXPECT_EQ(value("log2(1)"), 0);
}

TEST(Expression, IsExactUpToTwoToThe53MinusOne) {
  EXPECT_EQ(value("2^53 - 1"), 9007199254740991);
  EXPECT_THAT(complaint(whole("2^53")), HasSubstr("too large"));
  EXPECT_THAT(complaint(whole("9007199254740993")), HasSubstr("too large"));
  EXPECT_THAT(complaint(whole("2^62 * 2^62")), HasSubstr("a step of the calculation is too large"));
  EXPECT_THAT(complaint(whole("2^1000000000")), HasSubstr("too large"));
  EXPECT_THAT(complaint(whole("99999999999999999999999")), HasSubstr("too large"));
}

TEST(Expression, OffersCeildivWhereADivisionIsNotWhole) {
  EXPECT_EQ(complaint(whole("n / 1024")), "here: n / 1024 is not whole (found 125/128): ceildiv(n, 1024)?");
  EXPECT_THAT(complaint(whole("(n + 1) / 1024")), HasSubstr("ceildiv(a, b) rounds up"));
}

TEST(Expression, RefusesDivisionByZeroInsteadOfInfinity) {
  for (const char* text : {"1 / 0", "n / zero", "mod(n, 0)", "ceildiv(1, zero)", "0 ^ -1"}) {
    EXPECT_THAT(complaint(whole(text)), HasSubstr("division by zero")) << text;
  }
}

TEST(Expression, RefusesALogarithmThatIsNotWhole) {
  EXPECT_THAT(complaint(whole("log2(n)")), HasSubstr("log2(1000) is not whole"));
  EXPECT_THAT(complaint(whole("log2(0)")), HasSubstr("not whole"));
}

TEST(Expression, NamesTheCharacterAndTheMistake) {
  EXPECT_THAT(complaint(whole("2 * m")), HasSubstr("'m' is not a parameter or loop name"));
  EXPECT_THAT(complaint(whole("2 n")), HasSubstr("character 3: an operator is missing before 'n'"));
  EXPECT_THAT(complaint(whole("2 * missing")), HasSubstr("character 5: 'missing' is not a parameter"));
  EXPECT_THAT(complaint(whole("2 / 0 + 1")), HasSubstr("character 5: division by zero"));
  EXPECT_THAT(complaint(whole("(n")), HasSubstr("a ')' is missing"));
  EXPECT_THAT(complaint(whole("n +")), HasSubstr("ends too early"));
  EXPECT_THAT(complaint(whole("n % 2")), HasSubstr("'%'"));
  EXPECT_THAT(complaint(whole("sqrt(n)")), HasSubstr("there is no function 'sqrt'"));
  EXPECT_THAT(complaint(whole("mod(n)")), HasSubstr("mod takes 2 arguments, not 1"));
  EXPECT_THAT(complaint(whole("min")), HasSubstr("needs its arguments"));
  EXPECT_THAT(complaint(whole("")), HasSubstr("empty"));
  EXPECT_THAT(complaint(whole(".")), HasSubstr("not a number"));
  EXPECT_THAT(complaint(whole("1.5.2")), HasSubstr("operator is missing"));
}

TEST(Expression, IsBoundedInLengthAndDepth) {
  EXPECT_THAT(complaint(whole(std::string(100000, '('))), HasSubstr("too long"));
  EXPECT_THAT(complaint(whole(std::string(4000, '('))), HasSubstr("nested too deeply"));
  EXPECT_THAT(complaint(whole(std::string(4000, '-'))), HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace assay::plan
