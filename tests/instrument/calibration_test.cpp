// SPDX-License-Identifier: Apache-2.0
// The judgements of the longer self-tests on readings whose right answer is known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "instrument/cost_tests.hpp"
#include "instrument/memory_tests.hpp"
#include "instrument/shape_tests.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;
using testing::HasSubstr;
using Values = std::vector<double>;

TEST(Linearity, PassesForARisingLineWithAnIntercept) {
  const auto item = judge_linearity(Values{1000, 2000, 4000, 8000}, Values{6000, 7000, 9000, 13000});
  EXPECT_EQ(item.state, State::passed);
  EXPECT_NEAR(item.numbers.at("slope_ns_per_step"), 1, 1e-9);
  EXPECT_NEAR(item.numbers.at("intercept_ns"), 5000, 1e-6);
}

TEST(Linearity, CallsAFlatSeriesADeadInstrument) {
  const auto item = judge_linearity(Values{1000, 2000, 4000, 8000}, Values{5000, 5000, 5000, 5000});
  EXPECT_EQ(item.state, State::failed);
  EXPECT_THAT(item.forbids, HasSubstr("nothing is compared"));
}

TEST(Linearity, FailsForReadingsThatDoNotLieOnALine) {
  EXPECT_EQ(judge_linearity(Values{1, 2, 4, 8}, Values{1000, 9000, 2000, 8000}).state, State::failed);
}

TEST(Linearity, FailureMakesADeviceUnfit) {
  result::Certificate certificate{.alive = true, .stamp_ns = 1, .lattice_ns = 1};
  for (const char* name : {"barrier", "digest", "alive", "unit"}) {
    certificate.items.push_back({.name = name, .state = State::passed});
  }
  EXPECT_TRUE(certificate.fit_to_compare());
  certificate.items.push_back({.name = "linearity", .state = State::failed});
  EXPECT_FALSE(certificate.fit_to_compare());
}

TEST(Isolation, FailsWhereAPassBeginsBeforeTheOneBeforeItEnds) {
  const WorkReading apart{.passes = {{.begin = 10, .end = 20}, {.begin = 20, .end = 30}}};
  const WorkReading overlapping{.passes = {{.begin = 10, .end = 20}, {.begin = 19, .end = 30}}};
  EXPECT_EQ(judge_isolation(std::vector{apart}, std::vector{apart}).state, State::passed);
  const auto item = judge_isolation(std::vector{overlapping}, std::vector{apart});
  EXPECT_EQ(item.state, State::failed);
  EXPECT_THAT(item.value, HasSubstr("1 of 1 passes overlap with buffers of their own"));
  EXPECT_THAT(item.forbids, HasSubstr("end-to-end"));
}

TEST(ShareOfWall, IsTheSumOfTheSpansOverTheWallTime) {
  const WorkReading reading{.passes = {{.begin = 10, .end = 20}, {.begin = 20, .end = 50}}, .wall_ns = 100};
  EXPECT_NEAR(judge_share_of_wall(std::vector{reading}, 2).numbers.at("spans_over_wall"), 0.8, 1e-12);
}

TEST(Repeats, CountsHowManyReadingsDiffer) {
  EXPECT_THAT(judge_repeats(Values{65536, 65536, 131072, 65536}).value, HasSubstr("2 of 4 readings"));
}

TEST(Knee, FindsWhereANewPipelineSettles) {
  Values spans(24, 100);
  spans[0] = 210;
  spans[1] = 120;
  const auto item = judge_knee(spans);
  EXPECT_NEAR(item.numbers.at("first_over_plateau"), 2.1, 1e-12);
  EXPECT_EQ(item.numbers.at("settled_after_runs"), 2);
}

TEST(Control, FailsWhereTheStampsChangeWhatIsMeasured) {
  EXPECT_EQ(judge_control(Values{104, 104, 104}, Values{100, 100, 100}).state, State::passed);
  const auto item = judge_control(Values{110, 110, 110}, Values{100, 100, 100});
  EXPECT_EQ(item.state, State::failed);
  EXPECT_THAT(item.value, HasSubstr("+10.0 %"));
}

TEST(Indirect, IsReportedAsADifference) {
  EXPECT_NEAR(judge_indirect(Values{1000, 1000}, Values{9300, 9300}).numbers.at("indirect_minus_direct_ns"), 8300,
              1e-9);
}

TEST(Memory, FindsTheWorkingSetPastWhichTheCacheIsNoLongerFaster) {
  const auto finding = judge_memory(
      {.reads = {{1U << 20U, 1000e9}, {1U << 21U, 1100e9}, {1U << 22U, 500e9}, {1U << 23U, 210e9}, {1U << 24U, 200e9}},
       .copy = MemoryRate{1U << 25U, 180e9}});
  EXPECT_EQ(finding.cache_bytes, std::uint64_t{1} << 22U);
  EXPECT_EQ(finding.copy_bytes_per_second, 180e9);
  EXPECT_THAT(finding.item.value,
              HasSubstr("reads 200 GB/s at 16 MiB and 500 at 4 MiB: a cache holds that and more, but "
                        "not 8 MiB"));
  EXPECT_EQ(finding.item.numbers.at("read_4194304_bytes_per_second"), 500e9);
}

TEST(Memory, KnowsNoCacheWhereAllSizesAreAlike) {
  EXPECT_FALSE(judge_memory({.reads = {{1U << 20U, 100e9}, {1U << 21U, 101e9}}}).cache_bytes);
  EXPECT_FALSE(judge_memory({}).copy_bytes_per_second);
}

}  // namespace
}  // namespace assay::instrument
