// SPDX-License-Identifier: Apache-2.0
#include "plan/quantity.hpp"

#include <gmock/gmock.h>

#include "plan/near_miss.hpp"
#include "plan/probe_text.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using ::testing::HasSubstr;

TEST(Quantity, ReadsPercentages) {
  EXPECT_DOUBLE_EQ(parse_percent("1 %", "").value(), 0.01);
  EXPECT_DOUBLE_EQ(parse_percent(" +0.5%", "").value(), 0.005);
  EXPECT_DOUBLE_EQ(parse_percent("-13 %", "").value(), -0.13);
}

TEST(Quantity, ReadsARangeOfPercentages) {
  const auto range = parse_percent_range("-13 % .. -5 %", "").value();
  EXPECT_DOUBLE_EQ(range.first, -0.13);
  EXPECT_DOUBLE_EQ(range.second, -0.05);
  EXPECT_THAT(complaint(parse_percent_range("5 % .. 1 %", "")), HasSubstr("ends below its beginning"));
  EXPECT_THAT(complaint(parse_percent_range("5 %", "")), HasSubstr("not a range"));
}

TEST(Quantity, RefusesAnUnknownOrMissingUnit) {
  EXPECT_THAT(complaint(parse_percent("1 ms", "p.toml:3:1")),
              HasSubstr("p.toml:3:1: unknown unit (found \"1 ms\"; allowed: %"));
  EXPECT_THAT(complaint(parse_percent("1", "")), HasSubstr("unknown unit"));
  EXPECT_THAT(complaint(parse_bytes("5 Mb", "")), HasSubstr("unknown unit"));
  EXPECT_THAT(complaint(parse_bytes_per_second("5 GB", "")), HasSubstr("followed by /s"));
}

TEST(Quantity, RefusesWhatIsNotAFiniteNumber) {
  for (const char* text : {"", "%", "nan %", "inf %", "1e999 %", "x %", "--1 %"}) {
    EXPECT_FALSE(parse_percent(text, "").has_value()) << text;
  }
}

TEST(Quantity, KnowsThousandsFromPowersOfTwo) {
  EXPECT_EQ(parse_bytes("50 MiB", "").value(), 52428800U);
  EXPECT_EQ(parse_bytes("50 MB", "").value(), 50000000U);
  EXPECT_DOUBLE_EQ(parse_bytes_per_second("4.8 TB/s", "").value(), 4.8e12);
  EXPECT_FALSE(parse_bytes("0 B", "").has_value());
  EXPECT_FALSE(parse_bytes("1e9 TiB", "").has_value());
}

TEST(NearMiss, FindsOneSlipOfTheFingers) {
  const std::vector<std::string> keys = {"workgroups", "kernel", "bind", "label"};
  EXPECT_EQ(near_miss("workgroup", keys), "workgroups");
  EXPECT_EQ(near_miss("kernle", keys), "kernel");
  EXPECT_EQ(near_miss("lable", keys), "label");
  EXPECT_EQ(near_miss("bnid", keys), "bind");
}

TEST(NearMiss, StaysSilentWhenNothingIsClose) {
  EXPECT_EQ(near_miss("colour", {"workgroups", "kernel"}), "");
  EXPECT_EQ(suggestion(std::string(5000, 'x'), {"kernel"}), "");
}

}  // namespace
}  // namespace assay::plan
