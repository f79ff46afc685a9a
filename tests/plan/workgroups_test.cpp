// SPDX-License-Identifier: Apache-2.0
#include "plan/workgroups.hpp"

#include <gmock/gmock.h>

#include "plan/probe_text.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using testing::good;
using ::testing::HasSubstr;
using testing::pass_at;
using testing::unread;
using testing::with_steps;
using Groups = std::array<std::uint32_t, 3>;

Expected<Plan> with_workgroups(std::string_view value) {
  return unread(with_steps("{ kernel = \"k.wgsl\", workgroups = " + std::string(value) + " }"));
}

Groups groups(std::string_view value) {
  return std::get<0>(pass_at(good(with_workgroups(value)), 0).dispatches.at(0).workgroups);
}

TEST(Workgroups, AreANumberAListOrLinear) {
  EXPECT_EQ(groups("7"), (Groups{7, 1, 1}));
  EXPECT_EQ(groups("[\"n/8\", 3]"), (Groups{128, 3, 1}));
  EXPECT_EQ(groups("[1, 2, 3]"), (Groups{1, 2, 3}));
  EXPECT_EQ(groups("{ linear = \"n\" }"), (Groups{1024, 1, 1}));
}

TEST(Workgroups, OfZeroAreNothingToDo) {
  EXPECT_THAT(complaint(with_workgroups("0")), HasSubstr("zero workgroups: nothing to do"));
  EXPECT_THAT(complaint(with_workgroups("[4, \"n - 1024\"]")), HasSubstr("nothing to do"));
  EXPECT_THAT(complaint(with_workgroups("{ linear = 0 }")), HasSubstr("nothing to do"));
  EXPECT_THAT(complaint(with_workgroups("-1")), HasSubstr("out of range"));
  EXPECT_THAT(complaint(with_workgroups("\"2^40\"")), HasSubstr("linear"));
  EXPECT_THAT(complaint(with_workgroups("[1, 1, 1, 1]")), HasSubstr("1 to 3 numbers"));
  EXPECT_THAT(complaint(with_workgroups("\"n / 1000\"")), HasSubstr("ceildiv(n, 1000)?"));
}

TEST(Workgroups, R60_LinearCountsTakeTwoDimensionsAboveTheLimit) {
  for (const std::uint64_t items : {65536ULL * 1, 4194241ULL / 64, 16776961ULL / 256}) {
    for (std::uint64_t count = items; count <= items + 2; ++count) {
      for (const std::uint32_t limit : {65535U, 1000U}) {
        const auto shape = linear_shape(count, limit);
        ASSERT_TRUE(shape.has_value());
        EXPECT_LE((*shape)[0], limit);
        EXPECT_LE((*shape)[1], limit);
        EXPECT_GE(std::uint64_t{(*shape)[0]} * (*shape)[1], count);
      }
    }
  }
  EXPECT_EQ(groups("{ linear = 65536 }"), (Groups{32768, 2, 1}));
  EXPECT_EQ(groups("{ linear = 65535 }"), (Groups{65535, 1, 1}));
}

TEST(Workgroups, ThatAreLinearMeetTheCountExactlyWhereTheyCan) {
  EXPECT_EQ(linear_shape(336000, 65535), (Groups{56000, 6, 1}));
  EXPECT_EQ(linear_shape(65537, 65535), (Groups{32769, 2, 1}));  // a prime
  EXPECT_FALSE(linear_shape(65535ULL * 65535 + 1, 65535).has_value());
}

}  // namespace
}  // namespace assay::plan
