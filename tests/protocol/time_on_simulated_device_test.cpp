// SPDX-License-Identifier: Apache-2.0
// What a profile says of a device whose truth is known: the whole procedure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/sim/simulated_engine.hpp"
#include "protocol/profile.hpp"
#include "protocol/simulated_comparison.hpp"
#include "protocol/time_arm.hpp"

namespace assay::protocol {
namespace {

using engine::sim::ClockFault;
using engine::sim::Nuisances;
using ::testing::HasSubstr;

/// The arms of the two-arm plan behind each other: pass "a" of 2 ms and pass "b" of a multiple of it.
plan::Plan two_passes(const std::string& time_of_b) {
  auto plan = testing::simulated_plan("", "time=" + time_of_b);
  plan.arms[0].steps.push_back(plan.arms[1].steps[0]);
  plan.arms.pop_back();
  return plan;
}

result::Timing timed(const plan::Plan& plan, Nuisances nuisances, std::uint32_t rounds = 10) {
  nuisances.seed = 1;
  const TimeOptions options{.sessions = 3, .rounds = rounds, .seed = 1};
  auto timing = time_arm(plan, 0, engine::sim::launcher(nuisances), options);
  if (timing) return std::move(*timing);
  ADD_FAILURE() << sentence(timing.error());
  return {};
}

TEST(TimeOnSimulatedDevice, TellsThePassesApart) {
  const auto timing = timed(two_passes("0.5"), {});
  ASSERT_FALSE(timing.profile.impediment.has_value()) << timing.profile.impediment->reason;
  ASSERT_EQ(timing.profile.labels.size(), 2U);
  const auto& a = timing.profile.labels[0].total;
  const auto& b = timing.profile.labels[1].total;
  EXPECT_NEAR(b.ns / a.ns, 0.5, 0.01);
  EXPECT_NEAR(timing.profile.labels[0].share.value_or(0), 2.0 / 3, 0.01);
  EXPECT_NEAR(timing.profile.passes.ns + timing.profile.gaps.ns, timing.profile.span.ns, 0.01 * timing.profile.span.ns);
  EXPECT_GT(timing.profile.wall.wall.ns, timing.profile.wall.span.ns);
  EXPECT_TRUE(timing.gate.passed);
}

TEST(TimeOnSimulatedDevice, OnACoarseLatticeAShortPassHasAMeanWithAnErrorThatHoldsTheTruth) {
  // 2 ms and 2 µs on a lattice of 65,536 ns.
  const auto timing = timed(two_passes("0.001"), {.quantum_ns = 65536}, 40);
  ASSERT_FALSE(timing.profile.impediment.has_value()) << timing.profile.impediment->reason;
  EXPECT_TRUE(timing.schedule.dither);
  const auto& b = timing.profile.labels[1].total;
  EXPECT_NE(b.kind, result::Estimate::Kind::median);
  const double truth = 0.001 * timing.profile.labels[0].total.ns;
  EXPECT_LE(b.interval.low, truth);
  EXPECT_GE(b.interval.high, truth);
}

TEST(TimeOnSimulatedDevice, ADeadClockLeavesTheWallTimeAndIsUnfit) {
  const auto timing = timed(two_passes("1"), {.clock = ClockFault::dead});
  ASSERT_TRUE(timing.profile.impediment.has_value());
  EXPECT_EQ(timing.profile.impediment->verdict, result::Verdict::unfit);
  EXPECT_TRUE(timing.profile.wall.wall.known());
  EXPECT_TRUE(timing.profile.labels.empty());
}

TEST(TimeOnSimulatedDevice, BeginsThatAreAllAlikeGiveDerivedTimesWhoseSumIsExact) {
  const auto timing = timed(two_passes("0.5"), {.clock = ClockFault::begins_alike});
  ASSERT_FALSE(timing.profile.impediment.has_value()) << timing.profile.impediment->reason;
  EXPECT_EQ(timing.profile.attribution, result::Attribution::derived);
  ASSERT_EQ(timing.profile.labels.size(), 2U);
  EXPECT_EQ(timing.profile.passes.ns, timing.profile.span.ns);
  EXPECT_NEAR(timing.profile.labels[1].total.ns / timing.profile.labels[0].total.ns, 0.5, 0.02);
}

TEST(TimeOnSimulatedDevice, SessionsOnTwoDevicesAreNotPooled) {
  const auto first = engine::sim::launcher({.seed = 1}), second = engine::sim::launcher({.seed = 1, .noise = 0.01});
  int processes = 0;
  const auto timing = time_arm(two_passes("1"), 0, [&] { return processes++ == 0 ? first() : second(); },
                               {.sessions = 2, .rounds = 10, .seed = 1});
  ASSERT_TRUE(timing) << sentence(timing.error());
  ASSERT_TRUE(timing->ended_by.has_value());
  EXPECT_EQ(timing->ended_by->verdict, result::Verdict::void_run);
  EXPECT_THAT(timing->ended_by->reason, HasSubstr("the device changed between two sessions"));
}

TEST(TimeOnSimulatedDevice, AnArmThatWritesNothingIsIncorrectAndHasNoTime) {
  const auto timing = timed(testing::simulated_plan("skip", ""), {});
  ASSERT_TRUE(timing.profile.impediment.has_value());
  EXPECT_EQ(timing.profile.impediment->verdict, result::Verdict::incorrect);
  EXPECT_FALSE(timing.profile.span.known());
}

TEST(TimeOnSimulatedDevice, ALostDeviceIsVoidAndKeepsWhatWasRead) {
  const auto timing = timed(two_passes("1"), {.lost_after_ns = 2.2e9}, 200);
  ASSERT_TRUE(timing.profile.impediment.has_value());
  EXPECT_EQ(timing.profile.impediment->verdict, result::Verdict::void_run);
  EXPECT_FALSE(timing.sessions.empty());
  EXPECT_FALSE(timing.sessions.front().steady.empty());
}

TEST(TimeOnSimulatedDevice, TheSameSeedGivesTheSameProfileAndAReplayChangesNothing) {
  auto one = timed(two_passes("0.5"), engine::sim::rough());
  const auto two = timed(two_passes("0.5"), engine::sim::rough());
  EXPECT_EQ(one.profile.span.ns, two.profile.span.ns);
  EXPECT_EQ(one.sessions.back().steady.back().stamps, two.sessions.back().steady.back().stamps);
  const auto before = one.profile.labels.at(0).total.interval;
  profile(one);
  EXPECT_EQ(one.profile.labels.at(0).total.interval.low, before.low);
  EXPECT_EQ(one.profile.labels.at(0).total.interval.high, before.high);
}

TEST(TimeOnSimulatedDevice, ABudgetThatHoldsTooFewRoundsIsRefusedWithWhatItWouldTake) {
  const auto plan = two_passes("1");
  const auto timing = time_arm(plan, 0, engine::sim::launcher({}), {.budget_s = 1e-3, .sessions = 3, .seed = 1});
  ASSERT_FALSE(timing.has_value());
  EXPECT_EQ(timing.error().fault, Fault::nothing);
  EXPECT_THAT(sentence(timing.error()), HasSubstr("--budget"));
}

}  // namespace
}  // namespace assay::protocol
