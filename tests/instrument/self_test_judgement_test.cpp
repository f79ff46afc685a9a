// SPDX-License-Identifier: Apache-2.0
// The judgements of the self-tests on readings whose right answer is known.
#include <gtest/gtest.h>

#include "instrument/certify.hpp"
#include "instrument/clock_tests.hpp"
#include "instrument/compute_tests.hpp"
#include "instrument/order_tests.hpp"
#include "instrument/stamp_tests.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

WorkReading reading(std::uint64_t begin, std::uint64_t end, double wall_ns) {
  return {.passes = {{.begin = begin, .end = end}}, .wall_ns = wall_ns};
}

TEST(Barrier, R49_PassesForTheSumThatOneToSixtyFourHas) {
  std::vector<std::uint32_t> sums;
  for (const auto& c : barrier_cases()) sums.push_back(c.expected);
  EXPECT_EQ(sums.front(), 2080U);
  EXPECT_EQ(judge_barrier(sums).state, State::passed);
}

TEST(Barrier, R49_NamesTheFailedPrimitiveWhenAnAdapterAnswersThree) {
  std::vector<std::uint32_t> sums;
  for (const auto& c : barrier_cases()) sums.push_back(c.expected);
  sums.front() = 3;
  const auto item = judge_barrier(sums);
  EXPECT_EQ(item.state, State::failed);
  EXPECT_NE(item.value.find("workgroupBarrier"), std::string::npos);
  EXPECT_NE(item.value.find("3 instead of 2080"), std::string::npos);
  EXPECT_FALSE(item.forbids.empty());
}

TEST(Barrier, R51_ExpectsTheSumsOfAllEightOddSizes) {
  const std::vector<std::uint32_t> expected{0, 300, 465, 528, 1953, 2080, 4950, 32385};
  const auto cases = barrier_cases();
  ASSERT_EQ(cases.size(), expected.size() + 1);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(cases[i + 1].expected, expected[i]);
}

TEST(Barrier, R51_NamesTheSizeThatFailed) {
  std::vector<std::uint32_t> sums;
  for (const auto& c : barrier_cases()) sums.push_back(c.expected);
  sums[2] = 299;  // the size of 25
  EXPECT_NE(judge_barrier(sums).value.find("a tree of 25 invocations"), std::string::npos);
}

TEST(Barrier, FailsWhenSumsAreMissing) { EXPECT_EQ(judge_barrier({2080}).state, State::failed); }

TEST(Zeroed, FailsWhereWorkgroupMemoryHoldsWhatAnotherWorkgroupLeft) {
  EXPECT_EQ(judge_zeroed(std::vector<std::uint32_t>(64, 0)).state, State::passed);
  const auto item = judge_zeroed({0, 77, 0, 0});
  EXPECT_EQ(item.state, State::failed);
  EXPECT_NE(item.value.find("1 of 4 invocations"), std::string::npos);
  EXPECT_EQ(judge_zeroed({}).state, State::failed);
}

TEST(Alive, T01_AllZeroStampsAreADeadClockAndNeverZeroTime) {
  const auto item = judge_alive({reading(0, 0, 1e6), reading(0, 0, 1e6)}, 1.0);
  EXPECT_EQ(item.state, State::failed);
  EXPECT_NE(item.value.find("dead"), std::string::npos);
}

TEST(Alive, R05_KnownWorkThatReadsNoTimeBesideNonZeroStampsIsAFault) {
  const auto item = judge_alive({reading(5000000000, 5000000000, 1e6)}, 1.0);
  EXPECT_EQ(item.state, State::failed);
  EXPECT_NE(item.value.find("no time at all"), std::string::npos);
}

TEST(Alive, RefusesASpanLongerThanItsWallTime) {
  EXPECT_EQ(judge_alive({reading(100, 2000100, 1e6)}, 1.0).state, State::failed);
}

TEST(Alive, PassesForASpanWithinItsWallTime) {
  EXPECT_EQ(judge_alive({reading(100, 900100, 1e6)}, 1.0).state, State::passed);
}

TEST(Alive, FailsWithoutAnyReading) { EXPECT_EQ(judge_alive({}, 1.0).state, State::failed); }

TEST(Unit, FailsTypedWhenThePeriodIsNotKnown) {
  const auto item = judge_unit({reading(0, 1000, 1000)}, std::nullopt);
  EXPECT_EQ(item.state, State::failed);
  EXPECT_NE(item.value.find("period"), std::string::npos);
}

TEST(Unit, CatchesTicksThatWereTakenForNanoseconds) {
  // 52.083 ns a tick: 20 ms of work are 384,003 ticks.
  EXPECT_EQ(judge_unit({reading(1000, 385003, 20e6)}, 1.0).state, State::failed);
  EXPECT_EQ(judge_unit({reading(1000, 385003, 20.2e6)}, 52.083).state, State::passed);
}

TEST(Lattice, IsFoundInNanoseconds) {
  std::vector<std::uint64_t> stamps;
  for (std::uint64_t i = 0; i < 256; ++i) stamps.push_back(65536 * (1000 + i * i));
  const auto finding = judge_lattice(stamps, 1.0);
  ASSERT_TRUE(finding.quantum_raw.has_value());
  EXPECT_EQ(*finding.quantum_raw, 65536.0);
}

TEST(Lattice, IsNotClaimedFromTooFewStamps) {
  const std::vector<std::uint64_t> stamps{65536, 131072, 262144};
  const auto finding = judge_lattice(stamps, 1.0);
  EXPECT_EQ(finding.item.state, State::failed);
  EXPECT_FALSE(finding.quantum_raw.has_value());
}

TEST(Decomposition, PassesWhenTheMassStaysWhereTheWorkIs) {
  EXPECT_EQ(judge_decomposition({.light_outside = {{10, 80, 81, 11}}, .heavy_outside = {{79, 10, 10, 80}}}).state,
            State::passed);
}

TEST(Decomposition, FailsWhenTheMassStaysWithThePosition) {
  EXPECT_EQ(judge_decomposition({.light_outside = {{10, 80, 80, 10}}, .heavy_outside = {{10, 80, 80, 10}}}).state,
            State::failed);
}

TEST(Decomposition, FailsWhenEveryPassReadsTheSame) {
  EXPECT_EQ(judge_decomposition({.light_outside = {{45, 45, 45, 45}}, .heavy_outside = {{45, 45, 45, 45}}}).state,
            State::failed);
}

TEST(Decomposition, FailsWhenAPassReadsNothing) {
  EXPECT_EQ(judge_decomposition({.light_outside = {{0, 80, 80, 10}}, .heavy_outside = {{80, 10, 10, 80}}}).state,
            State::failed);
}

TEST(Decomposition, TellsHowFarRepeatsOfOnePassDiffer) {
  // Passes that take three times their quickest in every other submission, and a clock that is wrong in the same way
  // each time.
  const std::vector<double> quick{10, 80, 80, 10}, slow{30, 240, 240, 30}, other{80, 10, 10, 80},
      late{240, 30, 30, 240};
  const auto busy = judge_decomposition({.light_outside = {quick, slow, slow}, .heavy_outside = {other, late, late}});
  EXPECT_NEAR(busy.numbers.at(result::kRepeatsItem), 3, 1e-12);
  const auto broken = judge_decomposition({.light_outside = {quick, quick}, .heavy_outside = {quick, quick}});
  EXPECT_EQ(broken.state, State::failed);
  EXPECT_NEAR(broken.numbers.at(result::kRepeatsItem), 1, 1e-12);
}

TEST(Position, ReportsTheFirstPassWhereItIsTheOddOne) {
  const auto item = judge_position({{323745, 291073, 286796, 287147, 286235, 286475, 286625, 286074}});
  EXPECT_EQ(item.state, State::passed);
  EXPECT_NE(item.value.find("first"), std::string::npos);
  EXPECT_NEAR(item.numbers.at("position_0_fraction"), 0.130, 0.001);
}

TEST(Certificate, WithoutAClockForbidsComparing) {
  EXPECT_FALSE(certificate_without_clock("no timestamps").fit_to_compare());
}

/// Passes of 10 ticks that wait for each other, in submissions one after the other; `late` ticks are added to each end.
std::vector<std::vector<PassStamps>> waiting_passes(std::uint64_t late) {
  std::vector<std::vector<PassStamps>> submissions(4);
  std::uint64_t now = 1000;
  for (auto& passes : submissions) {
    for (int p = 0; p < 8; ++p, now += 12) passes.push_back({.begin = now, .end = now + 10 + late});
    now += 100;
  }
  return submissions;
}

TEST(Rounding, PassesWhereBeginAndEndAreRoundedAlike) {
  EXPECT_EQ(judge_rounding(waiting_passes(0)).state, State::passed);
}

TEST(Rounding, ForbidsSpansWhereEndsAreRoundedUpAndBeginsDown) {
  const auto item = judge_rounding(waiting_passes(5));
  EXPECT_EQ(item.state, State::failed);
  EXPECT_EQ(item.numbers.at("overlapping"), 28);
  EXPECT_FALSE(item.forbids.empty());
}

TEST(Reset, PassesWhereEveryStampIsNewerThanTheSubmissionBefore) {
  EXPECT_EQ(judge_reset(waiting_passes(0)).state, State::passed);
}

TEST(Reset, T55_StampsThatWereNotWrittenAgainForbidEveryTime) {
  auto submissions = waiting_passes(0);
  for (std::size_t s = 1; s < submissions.size(); ++s) submissions[s] = submissions[0];
  submissions[2][0] = {.begin = 9000, .end = 9010};
  const auto item = judge_reset(submissions);
  EXPECT_EQ(item.state, State::failed);
  EXPECT_FALSE(item.forbids.empty());
}

TEST(Reset, AFewOldStampsAreTheReadingsOwnMatter) {
  auto submissions = waiting_passes(0);
  submissions[2][3] = submissions[1][3];
  const auto item = judge_reset(submissions);
  EXPECT_EQ(item.state, State::passed);
  EXPECT_EQ(item.numbers.at("old"), 2);
}

TEST(Unwritten, PassesWhereQueriesThatNothingWroteReadZero) {
  EXPECT_EQ(judge_unwritten(std::vector<std::uint64_t>(16, 0)).state, State::passed);
}

TEST(Unwritten, FailsWhereSomethingIsReadThatWasNeverWritten) {
  const auto item = judge_unwritten(std::vector<std::uint64_t>{0, 123, 0, 0});
  EXPECT_EQ(item.state, State::failed);
  EXPECT_EQ(item.value, "3 of 4 queries that nothing wrote read 0");
  EXPECT_FALSE(item.forbids.empty());
}

TEST(Unwritten, IsNotRunOnAnEngineThatMayNeverAnswer) { EXPECT_EQ(judge_unwritten({}).state, State::not_run); }

}  // namespace
}  // namespace assay::instrument
