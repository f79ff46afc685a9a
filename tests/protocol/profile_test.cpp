// SPDX-License-Identifier: Apache-2.0
#include "protocol/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::protocol {
namespace {

using result::Attribution;
using result::CertificateItem;
using result::Timing;
using ::testing::Contains;
using ::testing::HasSubstr;

result::Certificate healthy(double lattice_ns = 1) {
  result::Certificate certificate{.alive = true, .stamp_ns = 1, .lattice_ns = lattice_ns};
  for (const char* name : {"barrier", "digest", "alive", "unit"}) {
    certificate.items.push_back({.name = name, .state = CertificateItem::State::passed});
  }
  return certificate;
}

/// Passes "a", "b", "a": `stamps` of one trial, begin and end in turn.
Timing record(const std::vector<std::uint64_t>& stamps, std::size_t sessions = 5, std::size_t rounds = 10) {
  Timing timing{.arm = "arm",
                .passes = {{.label = "a", .iteration = "i=0"}, {.label = "b"}, {.label = "a", .iteration = "i=1"}},
                .certificate = healthy(),
                .gate = {.passed = true}};
  for (std::size_t s = 0; s < sessions; ++s) {
    auto& session = timing.sessions.emplace_back();
    std::uint64_t at = 1'000'000;
    for (std::size_t r = 0; r < rounds; ++r) {
      result::TimedSubmission steady{.submit_ns = 10, .submitted_ns = 30, .done_ns = 9000, .mapped_ns = 9500};
      auto alone = steady;
      for (auto* submission : {&steady, &alone}) {
        for (const auto stamp : stamps) submission->stamps.push_back(stamp == 0 ? 0 : at + stamp);
        at += 100'000;
      }
      session.steady.push_back(std::move(steady));
      session.alone.push_back(std::move(alone));
    }
  }
  return timing;
}

constexpr std::uint64_t kBase = 1;
const std::vector<std::uint64_t> kInOrder{kBase, kBase + 1000, kBase + 1100, kBase + 4100, kBase + 4300, kBase + 5300};

TEST(Profile, AddsUpLabelsIterationsGapsAndSpan) {
  auto timing = record(kInOrder);
  profile(timing);
  const auto& found = timing.profile;
  EXPECT_FALSE(found.impediment.has_value());
  EXPECT_EQ(found.attribution, Attribution::spans);
  ASSERT_EQ(found.labels.size(), 2U);
  EXPECT_EQ(found.labels[0].name, "a");
  EXPECT_EQ(found.labels[0].passes, 2U);
  EXPECT_EQ(found.labels[0].total.ns, 2000);
  EXPECT_EQ(found.labels[0].per_pass.ns, 1000);
  EXPECT_EQ(found.labels[1].total.ns, 3000);
  EXPECT_EQ(found.labels[1].share, 0.6);
  ASSERT_EQ(found.iterations.size(), 2U);
  EXPECT_EQ(found.iterations[1].name, "i=1");
  EXPECT_EQ(found.passes.ns, 5000);
  EXPECT_EQ(found.gaps.ns, 300);
  EXPECT_EQ(found.span.ns, 5300);
  EXPECT_EQ(found.trials, 50U);
}

TEST(Profile, SplitsTheWallTimeSoThatItsPartsAddUp) {
  auto timing = record(kInOrder);
  profile(timing);
  ASSERT_TRUE(timing.profile.wall.median_submission.has_value());
  const auto& one = *timing.profile.wall.median_submission;
  EXPECT_EQ(one.encode_ns + one.submit_ns + one.wait_ns + one.read_back_ns, one.wall_ns);
  EXPECT_EQ(one.passes_ns + one.gaps_ns, one.span_ns);
  EXPECT_EQ(one.span_ns + one.outside_ns, one.submit_ns + one.wait_ns);
  EXPECT_EQ(one.submit_ns, 20);
  EXPECT_TRUE(timing.profile.wall.submit_known);
}

TEST(Profile, WhatTheInstrumentEncodesForItselfIsNoPartOfTheWallTime) {
  auto timing = record(kInOrder);
  for (auto& session : timing.sessions) {
    for (auto& alone : session.alone) alone.encoded_ns = 4;
  }
  profile(timing);
  EXPECT_EQ(timing.profile.wall.encode.ns, 4);
  EXPECT_EQ(timing.profile.wall.wall.ns, 9500 - 6);
  ASSERT_TRUE(timing.profile.wall.median_submission.has_value());
  const auto& one = *timing.profile.wall.median_submission;
  EXPECT_EQ(one.encode_ns + one.submit_ns + one.wait_ns + one.read_back_ns, one.wall_ns);
  EXPECT_EQ(one.submit_ns, 20);
}

TEST(Profile, OfARecordThatDoesNotSayWhenTheEncodingEndedCountsItUntilTheSubmission) {
  auto timing = record(kInOrder);
  profile(timing);
  EXPECT_EQ(timing.profile.wall.encode.ns, 10);
  EXPECT_EQ(timing.profile.wall.wall.ns, 9500);
}

TEST(Profile, OfAnEngineThatDoesNotTellWhenTheQueueTookTheWorkKeepsSubmissionAndWaitTogether) {
  auto timing = record(kInOrder);
  for (auto& session : timing.sessions) {
    for (auto& alone : session.alone) alone.submitted_ns.reset();
  }
  profile(timing);
  EXPECT_FALSE(timing.profile.wall.submit_known);
  EXPECT_EQ(timing.profile.wall.submit.kind, result::Estimate::Kind::missing);
  EXPECT_EQ(timing.profile.wall.wait.ns, 8990);
}

TEST(Profile, OfOverlappingPassesIsDerivedFromTheEndsAndItsSumIsExact) {
  auto timing = record({kBase, kBase + 1000, kBase + 500, kBase + 4100, kBase + 4000, kBase + 5300});
  profile(timing);
  EXPECT_EQ(timing.profile.attribution, Attribution::derived);
  EXPECT_TRUE(timing.profile.overlaps);
  EXPECT_EQ(timing.profile.labels[0].total.ns, 1000 + 1200);
  EXPECT_EQ(timing.profile.labels[1].total.ns, 3100);
  EXPECT_EQ(timing.profile.passes.ns, timing.profile.span.ns);
  EXPECT_THAT(timing.profile.notes, Contains(HasSubstr("derived")));
}

TEST(Profile, OfBeginsThatAreAllAlikeIsDerivedToo) {
  auto timing = record({kBase, kBase + 1000, kBase, kBase + 4100, kBase, kBase + 5300});
  profile(timing);
  EXPECT_EQ(timing.profile.attribution, Attribution::derived);
  EXPECT_EQ(timing.profile.labels[1].total.ns, 3100);
  EXPECT_EQ(timing.profile.span.ns, 5300);
}

TEST(Profile, OfPassesThatEndInNoOrderGivesOnlyTheWholeTrial) {
  auto timing = record({kBase, kBase + 4000, kBase + 500, kBase + 1000, kBase + 600, kBase + 5300});
  profile(timing);
  EXPECT_EQ(timing.profile.attribution, Attribution::no_passes);
  EXPECT_TRUE(timing.profile.labels.empty());
  EXPECT_EQ(timing.profile.span.ns, 5300);
  EXPECT_EQ(timing.profile.passes.kind, result::Estimate::Kind::missing);
}

TEST(Profile, CountsTrialsThatCannotBeReadAndIsVoidBelowItsYield) {
  auto timing = record(kInOrder);
  timing.sessions[0].steady[0].stamps[2] = 0;  // half of a pass was not written
  profile(timing);
  EXPECT_FALSE(timing.profile.impediment.has_value());
  EXPECT_EQ(timing.profile.trials, 49U);
  EXPECT_EQ(timing.profile.yield, "49 of 50 trials usable, 1 half-written");

  for (std::size_t r = 0; r < 6; ++r) timing.sessions[1].steady[r].stamps[2] = 0;
  profile(timing);
  ASSERT_TRUE(timing.profile.impediment.has_value());
  EXPECT_EQ(timing.profile.impediment->verdict, result::Verdict::void_run);
  EXPECT_THAT(timing.profile.impediment->reason, HasSubstr("43 of 50"));
}

TEST(Profile, OfATrialThatWasNotRewrittenIsStaleAndLeftOut) {
  auto timing = record(kInOrder);
  auto& steady = timing.sessions[0].steady;
  steady[5].stamps = steady[2].stamps;  // a slot that kept the stamps of an earlier submission
  profile(timing);
  EXPECT_THAT(timing.profile.yield, HasSubstr("1 stale"));
}

TEST(Profile, BelowTheLatticeNeverSaysZero) {
  auto timing = record({kBase, kBase, kBase, kBase + 65536 * 40, kBase + 65536 * 40, kBase + 65536 * 40});
  timing.certificate = healthy(65536);
  timing.schedule.dither = true;
  for (auto& session : timing.sessions) {
    std::uint64_t shift = 0;
    for (auto* submissions : {&session.steady, &session.alone}) {
      for (auto& submission : *submissions) {
        for (auto& stamp : submission.stamps) stamp += shift;
        shift += 65536 * 100;
      }
    }
  }
  profile(timing);
  ASSERT_EQ(timing.profile.labels.size(), 2U);
  EXPECT_EQ(timing.profile.labels[0].total.kind, result::Estimate::Kind::below_lattice);
  EXPECT_GT(timing.profile.labels[0].total.interval.high, 0);
  EXPECT_EQ(timing.profile.labels[1].total.kind, result::Estimate::Kind::mean) << "readings on one line of the lattice";
}

TEST(Profile, OfAWrongOutputHasNoNumberInItsRecordEither) {
  auto timing = record(kInOrder);
  timing.gate = {.passed = false, .message = "7 of 60 checked blocks wrong"};
  profile(timing);
  ASSERT_TRUE(timing.profile.impediment.has_value());
  EXPECT_EQ(timing.profile.impediment->verdict, result::Verdict::incorrect);
  EXPECT_TRUE(timing.profile.labels.empty());
  for (const auto* estimate : {&timing.profile.span, &timing.profile.passes, &timing.profile.gaps,
                               &timing.profile.wall.wall, &timing.profile.wall.span}) {
    EXPECT_FALSE(estimate->known());
  }
  EXPECT_FALSE(timing.profile.wall.median_submission.has_value());
}

TEST(Profile, OfACounterThatBeganAnewLosesOneTrialAndNotAllThatFollow) {
  auto timing = record(kInOrder, 3, 20);
  auto& steady = timing.sessions[0].steady;
  for (std::size_t r = 10; r < steady.size(); ++r) {
    for (auto& stamp : steady[r].stamps) stamp -= 1'900'000;
  }
  profile(timing);
  EXPECT_FALSE(timing.profile.impediment.has_value());
  EXPECT_GE(timing.profile.trials + 1, timing.profile.trials_total);
}

TEST(Profile, OfAClockThatWasNotShownToBeAliveKeepsTheWallTimeAndNothingElse) {
  auto timing = record(kInOrder);
  timing.certificate = {};
  profile(timing);
  ASSERT_TRUE(timing.profile.impediment.has_value());
  EXPECT_EQ(timing.profile.impediment->verdict, result::Verdict::unfit);
  EXPECT_EQ(timing.profile.attribution, Attribution::no_clock);
  EXPECT_TRUE(timing.profile.labels.empty());
  EXPECT_EQ(timing.profile.wall.wall.ns, 9500);
}

TEST(Profile, T26_TheFirstTrialIsToldApartAndNeverCounted) {
  auto timing = record(kInOrder);
  result::TimedSubmission first{.done_ns = 1};
  for (const auto stamp : kInOrder) first.stamps.push_back(100 + 7 * stamp);
  timing.sessions[0].warm_up.push_back(first);
  profile(timing);
  EXPECT_NEAR(timing.profile.first_over_plateau.value_or(0), 7, 1e-9);
  EXPECT_EQ(timing.profile.span.ns, 5300);
}

TEST(Profile, RefusesARecordWhoseStampsAreNotThoseOfItsPasses) {
  auto timing = record(kInOrder);
  EXPECT_TRUE(check_timing(timing, "file").has_value());
  timing.sessions[0].steady[0].stamps.pop_back();
  EXPECT_FALSE(check_timing(timing, "file").has_value());
  timing.passes.clear();
  EXPECT_FALSE(check_timing(timing, "file").has_value());
}

}  // namespace
}  // namespace assay::protocol
