// SPDX-License-Identifier: Apache-2.0
#include "clock/unit.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "clock/span.hpp"

namespace assay::clock {
namespace {

TEST(R04_Unit, OfAKnownPeriodGivesTheSameNanosecondsEveryTime) {
  const auto ticks = *read_span(1000, 21000);
  EXPECT_DOUBLE_EQ(*to_nanoseconds(ticks, 52.083), 1'041'660);
  EXPECT_DOUBLE_EQ(*to_nanoseconds(ticks, 52.083), 1'041'660);
}

TEST(R04_Unit, ThatIsNotKnownYetFailsTypedAndIsNeverOne) {
  const auto early = to_nanoseconds(20000, std::nullopt);
  ASSERT_FALSE(early.has_value());
  EXPECT_EQ(early.error(), UnitFault::period_unknown);
  EXPECT_EQ(reason(early.error()), "period unknown");
}

TEST(Unit, ThatIsNoPositiveNumberFails) {
  for (const double period :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(to_nanoseconds(1, period).error(), UnitFault::period_invalid);
  }
}

TEST(T09_Unit, OfTenNanosecondsIsAppliedToTheSpanNotToTheStamps) { EXPECT_EQ(to_nanoseconds(2204, 10), 22040.0); }

TEST(T38_Domains, AreNeverMerged) {
  const DomainStamp query{Domain::gpu_queries, 1000}, calibrated{Domain::gpu_calibrated, 1'183'000'000};
  EXPECT_EQ(elapsed(query, calibrated).error(), UnitFault::different_domains);
}

TEST(T47_Domains, OfDeviceAndHostHaveAnUnknownOffset) {
  const DomainStamp device{Domain::gpu_queries, 0}, host{Domain::host, 1'700'000'000'000};
  const auto answer = elapsed(device, host);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(reason(answer.error()), "stamps of two clocks whose offset is not known");
  EXPECT_EQ(name(Domain::gpu_queries), "timestamp queries of the device");
}

TEST(Domains, ThatAreOneGiveAnOrderedDifference) {
  EXPECT_EQ(elapsed({Domain::host, 5}, {Domain::host, 9}), 4U);
  EXPECT_EQ(elapsed({Domain::host, 9}, {Domain::host, 5}).error(), UnitFault::runs_backwards);
}

TEST(UnitCheck, AcceptsSharesOfWallFromHalfToTwoPercentOver) {
  EXPECT_EQ(check_unit(0.5e9, 1e9), UnitCheck::plausible);
  EXPECT_EQ(check_unit(1.02e9, 1e9), UnitCheck::plausible);
  EXPECT_EQ(check_unit(0.49e9, 1e9), UnitCheck::too_small);
  EXPECT_EQ(check_unit(1.03e9, 1e9), UnitCheck::too_large);
  EXPECT_EQ(check_unit(0, 1e9), UnitCheck::not_usable);
}

TEST(UnitCheck, FindsTicksOfTenOrOf52NanosecondsTakenForNanoseconds) {
  EXPECT_EQ(check_unit(0.98e9 / 10, 1e9), UnitCheck::too_small);
  EXPECT_EQ(check_unit(0.98e9 / 52.083, 1e9), UnitCheck::too_small);
}

}  // namespace
}  // namespace assay::clock
