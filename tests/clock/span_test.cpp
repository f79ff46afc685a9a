// SPDX-License-Identifier: Apache-2.0
#include "clock/span.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "clock/unit.hpp"

namespace assay::clock {
namespace {

SpanFault fault(std::uint64_t begin, std::uint64_t end, const SpanRules& rules = {}) {
  const auto span = read_span(begin, end, rules);
  EXPECT_FALSE(span.has_value());
  return span ? SpanFault::stale : span.error();
}

TEST(Span, IsEndLessBegin) { EXPECT_EQ(read_span(1000, 1880), 880U); }

TEST(Span, IsSubtractedBeforeAnyConversion) {
  const std::uint64_t late = (std::uint64_t{1} << 63U) + 1;  // a double would lose the last 1,024 units
  EXPECT_EQ(read_span(late, late + 1), 1U);
}

TEST(Span, OfTwoZerosIsUnwritten) { EXPECT_EQ(fault(0, 0), SpanFault::unwritten); }

TEST(T50_Span, WithOneZeroIsHalfWritten) {
  EXPECT_EQ(fault(0, 123456), SpanFault::half_written);
  EXPECT_EQ(fault(123456, 0), SpanFault::half_written);
}

TEST(T10_Span, ThatEndsBeforeItBeginsIsReversedNeverClampedOrHuge) {
  EXPECT_EQ(fault(1'000'000, 940'000), SpanFault::reversed);
}

TEST(Span, ThatEndsWhereItBeginsIsOfLengthZero) { EXPECT_EQ(fault(7, 7), SpanFault::zero_length); }

TEST(Span, LongerThanTheGuardIsTooLong) {
  EXPECT_EQ(read_span(1, 100'000'001), 100'000'000U);
  EXPECT_EQ(fault(1, 100'000'002), SpanFault::too_long);
  EXPECT_EQ(read_span(1, 100'000'002, {.longest = 30'000'000'000}), 100'000'001U);
}

TEST(T35_Span, AcrossAResetOfTheCounterIsDropped) { EXPECT_EQ(fault(3579110000000, 480), SpanFault::wrapped); }

TEST(T36_Span, AcrossAWrapIsPutRightOnlyWhenTheWidthIsKnown) {
  const SpanRules known{.width = CounterWidth{36}};
  const auto span = read_span(68719476700, 52, known);
  ASSERT_EQ(span, 88U);
  EXPECT_NEAR(*to_nanoseconds(*span, 52.0833), 4583, 1);
  EXPECT_EQ(fault(68719476700, 52), SpanFault::wrapped);
}

TEST(T36_Span, AcrossAWrapIsDroppedWhenItWouldBeAbsurdlyLong) {
  EXPECT_EQ(fault(60000000000, 52, {.width = CounterWidth{36}}), SpanFault::wrapped);
}

TEST(T36_Span, BesideAStampThatTheWidthCannotHoldIsDropped) {
  EXPECT_EQ(fault(std::uint64_t{1} << 40U, 52, {.width = CounterWidth{36}}), SpanFault::wrapped);
}

TEST(Span, AcrossTheWrapOf64BitsIsPutRightWhenThatWidthIsKnown) {
  const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(read_span(last - 9, 10, {.width = CounterWidth{64}}), 20U);
}

TEST(T08_Slot, OfZeroIsMissingAndItsNeighboursAreKept) {
  const std::uint64_t slots[] = {900, 0, 950};
  EXPECT_EQ(written(slots[0]), 900U);
  EXPECT_FALSE(written(slots[1]).has_value());
  EXPECT_EQ(written(slots[2]), 950U);
}

TEST(SpanFault, HasANameForEveryValue) {
  for (std::size_t i = 0; i < kSpanFaults; ++i) EXPECT_NE(name(static_cast<SpanFault>(i)), "not known");
  EXPECT_EQ(name(static_cast<SpanFault>(kSpanFaults)), "not known");
}

}  // namespace
}  // namespace assay::clock
