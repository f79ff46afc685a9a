// SPDX-License-Identifier: Apache-2.0
#include "report/number_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <locale>
#include <string>
#include <vector>

namespace assay::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(DurationText, ChangesItsUnitAfterRounding) {
  EXPECT_EQ(duration_text(999.4), "999 ns");
  EXPECT_EQ(duration_text(999.5), "1.00 µs");
  EXPECT_EQ(duration_text(999.4e3), "999 µs");
  EXPECT_EQ(duration_text(999.5e3), "1.00 ms");
  EXPECT_EQ(duration_text(999.5e6), "1.00 s");
  EXPECT_EQ(duration_text(999.5e3, 4), "999.5 µs");
  EXPECT_EQ(duration_text(999.95e3, 4), "1.000 ms");
}

TEST(DurationText, KeepsItsSignificantDigits) {
  EXPECT_EQ(duration_text(52345.6, 4), "52.35 µs");
  EXPECT_EQ(duration_text(9.996), "10.0 ns");
  EXPECT_EQ(duration_text(0.0123), "0.0123 ns");
  EXPECT_EQ(duration_text(72.34e9), "72.3 s");
}

TEST(DurationText, HasNoNegativeZeroAndKeepsARealSign) {
  EXPECT_EQ(duration_text(-0.0), "0 ns");
  EXPECT_EQ(duration_text(-1203.0), "-1.20 µs");
}

TEST(DurationText, R34_NeverPrintsNanOrInfinityOrASentinel) {
  EXPECT_EQ(duration_text(kNan), "not known");
  EXPECT_EQ(duration_text(-kNan), "not known");
  EXPECT_EQ(duration_text(kInfinity), "not known");
  EXPECT_EQ(duration_text(std::optional<double>{}), "not known");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::max()), "1.80e+299 s");
}

TEST(DurationText, R28_TheUnitBelongsToTheNumberThatIsPrinted) {
  EXPECT_EQ(duration_text(1.2e6), "1.20 ms");
  EXPECT_EQ(duration_text(900e3), "900 µs");
  EXPECT_EQ(duration_text(1010000), "1.01 ms");
}

TEST(PercentText, HasNoNegativeZero) {
  EXPECT_EQ(percent_text(-0.0, 1), "0.0 %");
  EXPECT_EQ(percent_text(-0.00049, 1, Sign::always), "0.0 %");
  EXPECT_EQ(percent_text(0.00049, 1, Sign::always), "0.0 %");
  EXPECT_EQ(percent_text(-0.00051, 1), "-0.1 %");
}

TEST(PercentText, ShowsAPlusOnlyWhenAsked) {
  EXPECT_EQ(percent_text(0.0487, 1, Sign::always), "+4.9 %");
  EXPECT_EQ(percent_text(0.0487, 1), "4.9 %");
  EXPECT_EQ(percent_text(-0.13, 0, Sign::always), "-13 %");
  EXPECT_EQ(percent_text(kNan, 1), "not known");
}

TEST(PercentDecimals, ShowTwoDigitsOfTheHalfWidth) {
  EXPECT_EQ(percent_decimals(0.0075), 2);
  EXPECT_EQ(percent_decimals(0.075), 1);
  EXPECT_EQ(percent_decimals(0.75), 0);
  EXPECT_EQ(percent_decimals(0.00003), 4);
  EXPECT_EQ(percent_decimals(0.00996), 1) << "0.996 rounds to 1.0";
}

TEST(PercentDecimals, AreBoundedWhereTheHalfWidthSaysNothing) {
  EXPECT_EQ(percent_decimals(0), 5);
  EXPECT_EQ(percent_decimals(1e-12), 5);
  EXPECT_EQ(percent_decimals(kInfinity), 1);
  EXPECT_EQ(percent_decimals(kNan), 1);
}

TEST(DeclaredPercentText, HasOnlyTheDigitsThatWereDeclared) {
  EXPECT_EQ(declared_percent_text(0.01), "1 %");
  EXPECT_EQ(declared_percent_text(0.0025), "0.25 %");
  EXPECT_EQ(declared_percent_text(0.07), "7 %");
  EXPECT_EQ(declared_percent_text(-0.13, Sign::always), "-13 %");
  EXPECT_EQ(declared_percent_text(-0.0, Sign::always), "0 %");
}

TEST(CountText, GroupsByThree) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(Counted, AgreesInNumber) {
  EXPECT_EQ(counted(1, "square"), "1 square");
  EXPECT_EQ(counted(0, "square"), "0 squares");
  EXPECT_EQ(counted(5, "fresh process"), "5 fresh processes");
}

TEST(LatticeText, WritesWholeNanosecondsInFull) {
  EXPECT_EQ(lattice_text(65536), "65,536 ns");
  EXPECT_EQ(lattice_text(1), "1 ns");
  EXPECT_EQ(lattice_text(52.0833), "52.1 ns");
  EXPECT_EQ(lattice_text(std::nullopt), "not known");
}

TEST(BytesText, UsesBinaryUnits) {
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1024), "1 KiB");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(1048575), "1 MiB");
  EXPECT_EQ(bytes_text(134217728), "128 MiB");
  EXPECT_EQ(bytes_text(std::numeric_limits<std::uint64_t>::max()), "16 EiB");
}

TEST(RateText, UsesDecimalPrefixes) {
  EXPECT_EQ(rate_text(80.2e9, "B"), "80.2 GB/s");
  EXPECT_EQ(rate_text(999.6e9, "B"), "1.00 TB/s");
  EXPECT_EQ(rate_text(1e6, "items"), "1.00 M items/s");
  EXPECT_EQ(rate_text(12, "B"), "12.0 B/s");
  EXPECT_EQ(rate_text(0, "B"), "0 B/s");
}

TEST(RateText, R34_DivisionByAZeroTimeIsNotKnown) {
  EXPECT_EQ(rate_text(kInfinity, "B"), "not known");
  EXPECT_EQ(rate_text(kNan, "B"), "not known");
}

TEST(FactorText, KeepsThreeSignificantDigits) {
  EXPECT_EQ(factor_text(0.9536, 3), "0.954 ×");
  EXPECT_EQ(factor_text(1.05, 2), "1.05 ×");
  EXPECT_EQ(factor_text(0.000454, 2), "0.000454 ×");
  EXPECT_EQ(factor_text(123.456, 3), "123.5 ×") << "hundreds need no third decimal";
  EXPECT_EQ(factor_text(kInfinity, 2), "not known");
}

TEST(WaitingText, RoundsUpToSeconds) {
  EXPECT_EQ(waiting_text(0), "0:00");
  EXPECT_EQ(waiting_text(6.2), "0:07");
  EXPECT_EQ(waiting_text(59.5), "1:00");
  EXPECT_EQ(waiting_text(3723), "1:02:03");
  EXPECT_EQ(waiting_text(-1), "not known");
  EXPECT_EQ(waiting_text(kInfinity), "not known");
}

class DecimalComma : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(NumberText, IsTheSameInALocaleWithADecimalComma) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new DecimalComma));
  const std::vector<std::string> texts{duration_text(52345.6, 4), percent_text(0.0487, 1),
                                       declared_percent_text(0.0025), factor_text(1.0505, 4), count_text(65536)};
  std::locale::global(before);
  EXPECT_EQ(texts, (std::vector<std::string>{"52.35 µs", "4.9 %", "0.25 %", "1.0505 ×", "65,536"}));
}

}  // namespace
}  // namespace assay::report
