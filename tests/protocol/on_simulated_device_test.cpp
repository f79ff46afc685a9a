// SPDX-License-Identifier: Apache-2.0
// What a comparison says of each fault that a device can have: the whole procedure on the simulated device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/sim/nuisances.hpp"
#include "protocol/simulated_comparison.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {
namespace {

using engine::sim::ClockFault;
using engine::sim::Nuisances;
using result::Verdict;
using ::testing::AllOf;
using testing::compare_simulated;
using testing::Counts;
using ::testing::HasSubstr;
using testing::simulated_plan;

constexpr Counts kShort{.replicates = 3, .squares = 4};
constexpr Counts kWhole{.replicates = 5, .squares = 16};
// On the clock of a process: the first one certifies until about 1.2 s, warms up and is timed from about 1.6 s to 2.8
// s; the others end before this.
constexpr double kMidSessionNs = 1.9e9;

result::Comparison compared(const plan::Plan& plan, const Nuisances& nuisances, Counts counts = kShort) {
  auto comparison = compare_simulated(plan, nuisances, 1, counts);
  if (comparison) return std::move(*comparison);
  ADD_FAILURE() << sentence(comparison.error());
  return {};
}

std::string reason(const result::Comparison& comparison) {
  return comparison.judgement.reasons.empty() ? "" : comparison.judgement.reasons.front();
}

TEST(OnSimulatedDevice, AHealthyDeviceGivesTheTruth) {
  const auto same = compared(simulated_plan(0), {});
  EXPECT_EQ(same.judgement.verdict, Verdict::null) << reason(same);
  const auto slower = compared(simulated_plan(0.02), {});
  EXPECT_EQ(slower.judgement.verdict, Verdict::slower) << reason(slower);
  EXPECT_NEAR(slower.judgement.effect, std::log(1.02), 0.001);
  const auto faster = compared(simulated_plan(-0.02), {});
  EXPECT_EQ(faster.judgement.verdict, Verdict::faster) << reason(faster);
}

TEST(OnSimulatedDevice, TheSameSeedGivesTheSameStamps) {
  const auto plan = simulated_plan(0.01);
  const auto one = compared(plan, engine::sim::rough());
  const auto two = compared(plan, engine::sim::rough());
  ASSERT_EQ(one.replicates.size(), 3U);
  for (std::size_t r = 0; r < one.replicates.size(); ++r) {
    const auto& a = one.replicates[r].squares.back().blocks.back().slots.back();
    const auto& b = two.replicates[r].squares.back().blocks.back().slots.back();
    EXPECT_EQ(a.begin, b.begin);
    EXPECT_EQ(a.end, b.end);
  }
  EXPECT_EQ(one.judgement.effect, two.judgement.effect);
}

TEST(OnSimulatedDevice, WallTimeIsOfTheSimulatedClock) {
  const auto comparison = compared(simulated_plan(0), {});
  EXPECT_TRUE(comparison.rig.simulated);
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) EXPECT_EQ(square.void_reason, "");
  }
  EXPECT_GT(comparison.duty, 0.5);
  EXPECT_LT(comparison.duty, 1);
}

TEST(OnSimulatedDevice, T41_ALostDeviceIsVoidAndWhatWasMeasuredIsKept) {
  const auto comparison = compared(simulated_plan(0), {.lost_after_ns = kMidSessionNs}, kWhole);
  EXPECT_EQ(comparison.judgement.verdict, Verdict::void_run);
  EXPECT_THAT(reason(comparison), HasSubstr("the device was lost: simulated loss after 1900 ms"));
  ASSERT_FALSE(comparison.replicates.empty());
  EXPECT_FALSE(comparison.replicates.front().squares.empty()) << "it was lost before anything was timed";
}

TEST(OnSimulatedDevice, T04_AHangIsVoidWithoutAWait) {
  const auto comparison = compared(simulated_plan(0), {.hang_after_ns = kMidSessionNs}, kWhole);
  EXPECT_EQ(comparison.judgement.verdict, Verdict::void_run);
  EXPECT_THAT(reason(comparison), HasSubstr("did not complete in time"));
}

TEST(OnSimulatedDevice, T01_ADeadClockIsUnfit) {
  const auto comparison = compared(simulated_plan(0), {.clock = ClockFault::dead});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::unfit);
  EXPECT_THAT(reason(comparison), HasSubstr("the clock is dead"));
}

TEST(OnSimulatedDevice, R05_FrozenStampsAreUnfit) {
  const auto comparison = compared(simulated_plan(0), {.clock = ClockFault::frozen});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::unfit);
  EXPECT_THAT(reason(comparison), HasSubstr("read no time at all"));
}

TEST(OnSimulatedDevice, T32_StampsTakenWhenWorkIsIssuedAreUnfit) {
  const auto comparison = compared(simulated_plan(0), {.clock = ClockFault::issued});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::unfit) << reason(comparison);
}

TEST(OnSimulatedDevice, BeginStampsAllAlikeAreUnfit) {
  const auto comparison = compared(simulated_plan(0), {.clock = ClockFault::begins_alike});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::unfit) << reason(comparison);
}

TEST(OnSimulatedDevice, AMachineWhosePassesTakeAnyTimeIsBusyAndNotUnfit) {
  // Work of eight times as much cannot be told from the rest, at any attempt: as with twenty programs on two cores.
  const auto comparison = compared(simulated_plan(0), {.noise = 1.5});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::void_run) << reason(comparison);
  EXPECT_THAT(reason(comparison), AllOf(HasSubstr("the machine was busy"), HasSubstr("run again")));
}

TEST(OnSimulatedDevice, R04_AWrongPeriodIsUnfit) {
  const auto comparison = compared(simulated_plan(0), {.period_ns = 52.083, .period_error = 0.0192});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::unfit);
  EXPECT_THAT(reason(comparison), HasSubstr("'"));
}

TEST(OnSimulatedDevice, R04_TicksAreTimesTheirPeriod) {
  const auto comparison = compared(simulated_plan(0.02), {.period_ns = 52.083});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::slower) << reason(comparison);
  EXPECT_NEAR(comparison.arms.front().median_trial_ns, 2e6, 1e4);
}

/// The counter ends in mid-session: what was read across it is void, and nothing else of its session is.
void expect_one_void_square(const result::Comparison& comparison) {
  EXPECT_EQ(comparison.judgement.verdict, Verdict::null) << reason(comparison);
  EXPECT_GE(comparison.judgement.void_squares, 1U);
  for (const auto& replicate : comparison.replicates) {
    EXPECT_LE(std::count_if(replicate.squares.begin(), replicate.squares.end(),
                            [](const auto& square) { return !square.void_reason.empty(); }),
              1);
  }
}

TEST(OnSimulatedDevice, T35_ACounterThatBeginsAnewVoidsOneSquareAndNoMore) {
  expect_one_void_square(compared(simulated_plan(0), {.wrap_after_ns = kMidSessionNs}, kWhole));
}

TEST(OnSimulatedDevice, T36_ACounterOf36BitsThatWrapsVoidsOneSquareAndNoMore) {
  expect_one_void_square(compared(simulated_plan(0), {.counter_bits = 36, .wrap_after_ns = kMidSessionNs}, kWhole));
}

TEST(OnSimulatedDevice, T55_FewStaleStampsVoidTheirSquares) {
  const auto comparison = compared(simulated_plan(0), {.stale = 0.001}, kWhole);
  EXPECT_EQ(comparison.judgement.verdict, Verdict::null) << reason(comparison);
  EXPECT_GE(comparison.judgement.void_squares, 1U);
}

/// Where the self-tests meet the fault the device is unfit; where only the squares do, the run is void.
void expect_no_time(const result::Comparison& comparison) {
  EXPECT_TRUE(comparison.judgement.verdict == Verdict::void_run || comparison.judgement.verdict == Verdict::unfit)
      << reason(comparison);
  for (const auto& arm : comparison.arms) EXPECT_EQ(arm.median_trial_ns, 0);
}

TEST(OnSimulatedDevice, T55_ManyStaleStampsPublishNoTime) {
  expect_no_time(compared(simulated_plan(0), {.stale = 0.02}, kWhole));
  expect_no_time(compared(simulated_plan(0), {.stale = 0.2}));
}

TEST(OnSimulatedDevice, T05_ManyUnwrittenStampsPublishNoTime) {
  expect_no_time(compared(simulated_plan(0), {.unwritten = 0.02}, kWhole));
  expect_no_time(compared(simulated_plan(0), {.unwritten = 0.2}));
}

TEST(OnSimulatedDevice, R13_AnArmThatWritesNothingOrHalfIsIncorrect) {
  const auto nothing = compared(simulated_plan("", "skip"), {});
  EXPECT_EQ(nothing.judgement.verdict, Verdict::incorrect);
  EXPECT_THAT(reason(nothing), HasSubstr("b never wrote 'output'"));
  const auto half = compared(simulated_plan("", "partial=50%"), {});
  EXPECT_EQ(half.judgement.verdict, Verdict::incorrect);
  EXPECT_THAT(reason(half), AllOf(HasSubstr("word 32 of 'output' was never written"), HasSubstr("32 of 64 words")));
}

TEST(OnSimulatedDevice, AnArmThatWritesSomethingElseIsIncorrect) {
  const auto comparison = compared(simulated_plan("", "wrong=17"), {});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::incorrect);
  EXPECT_THAT(reason(comparison), AllOf(HasSubstr("word 17 of 'output'"), HasSubstr("1 of 64 words differ")));
}

TEST(OnSimulatedDevice, AnArmThatIsNeverTheSameIsIncorrect) {
  const auto comparison = compared(simulated_plan("", "random"), {});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::incorrect);
  EXPECT_THAT(reason(comparison), HasSubstr("differs from itself"));
}

TEST(OnSimulatedDevice, AnArmThatGoesWrongWhileItIsTimedIsIncorrect) {
  const auto comparison = compared(simulated_plan("", "wrong-after=60"), {});
  EXPECT_EQ(comparison.judgement.verdict, Verdict::incorrect);
  EXPECT_THAT(reason(comparison), HasSubstr("checked blocks wrong"));
  EXPECT_FALSE(comparison.replicates.empty());
}

/// Nothing but the machine differs: the words faster and slower are wrong.
void expect_no_direction(const result::Comparison& comparison) {
  EXPECT_NE(comparison.judgement.verdict, Verdict::faster) << reason(comparison);
  EXPECT_NE(comparison.judgement.verdict, Verdict::slower) << reason(comparison);
}

TEST(OnSimulatedDevice, AMachineThatThrottlesMisleadsNobody) {
  expect_no_direction(compared(simulated_plan(0), {.throttle = 0.5}, kWhole));
  expect_no_direction(compared(simulated_plan(0), {.heat = 0.1}, kWhole));
}

TEST(OnSimulatedDevice, CarryOverBetweenEqualArmsMisleadsNobody) {
  expect_no_direction(compared(simulated_plan("", ""), {.carry_over = 0.02}, kWhole));
  expect_no_direction(compared(simulated_plan("", "leaves=2%"), {}, kWhole));
  expect_no_direction(compared(simulated_plan("", "leaves=20%"), {}, kWhole));
  expect_no_direction(compared(simulated_plan("", ""), {.carry_over = 0.2}, kWhole));
}

TEST(OnSimulatedDevice, AllocationLuckIsAveraged) {
  const auto comparison = compared(simulated_plan(0), {.allocation_luck = 0.02}, kWhole);
  expect_no_direction(comparison);
}

}  // namespace
}  // namespace assay::protocol
