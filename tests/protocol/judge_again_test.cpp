// SPDX-License-Identifier: Apache-2.0
// A recorded comparison is judged from its readings; what the record itself forbids stays forbidden.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "protocol/compare.hpp"

namespace assay::protocol {
namespace {

using result::Verdict;
using testing::HasSubstr;

/// Three replicates of twelve squares in which B takes twice as long as A.
result::Comparison twice_as_long() {
  result::Comparison c;
  c.certificate.alive = true;
  c.certificate.stamp_ns = 1.0;
  c.certificate.lattice_ns = 1.0;
  for (const char* name : {"barrier", "digest", "alive", "lattice", "unit", "decomposition"}) {
    c.certificate.items.push_back({.name = name, .state = result::CertificateItem::State::passed});
  }
  c.gate.passed = true;
  c.arms.resize(2);
  std::uint64_t now = 1000;
  for (std::uint64_t r = 0; r < 3; ++r) {
    auto& replicate = c.replicates.emplace_back();
    for (std::uint64_t s = 0; s < 12; ++s) {
      auto& square = replicate.squares.emplace_back();
      for (int b = 0; b < 4; ++b) {
        auto& block = square.blocks.emplace_back();
        block.wall_ns = 100000000;
        for (const std::uint32_t instance : {0U, 1U, 3U, 2U, 2U, 3U, 1U, 0U}) {
          // A little of everything, so that no interval has no width.
          const std::uint64_t span = (instance < 2 ? 1000000U : 2000000U) + 100 * s + 37 * r + 11 * instance;
          block.slots.push_back({.instance = instance, .begin = now, .end = now + span});
          now += span + 2000;
        }
      }
    }
  }
  return c;
}

TEST(JudgeAgain, FindsTheDifferenceInTheReadings) {
  auto c = twice_as_long();
  judge_again(c);
  EXPECT_EQ(c.judgement.verdict, Verdict::slower);
  EXPECT_NEAR(c.arms[0].median_trial_ns, 1000000, 2000);
  EXPECT_GT(c.duty, 0);
}

TEST(JudgeAgain, DoesNotBelieveTheWordThatWasRecorded) {
  auto c = twice_as_long();
  c.judgement.verdict = Verdict::void_run;
  c.judgement.reasons = {"only 5 of 36 squares are usable"};
  judge_again(c);
  EXPECT_EQ(c.judgement.verdict, Verdict::slower);
}

TEST(JudgeAgain, ReadsTheStampsAgainAndBelievesNoneThatOverlap) {
  auto c = twice_as_long();
  for (auto& replicate : c.replicates) {
    for (auto& square : replicate.squares) {
      for (auto& block : square.blocks) {
        for (auto& slot : block.slots) slot.end += slot.instance >= 2 ? 1000000 : 0;
      }
    }
  }
  judge_again(c);
  EXPECT_EQ(c.judgement.verdict, Verdict::void_run);
  EXPECT_THAT(c.judgement.reasons.front(), testing::HasSubstr("before the one before it ends"));
}

TEST(JudgeAgain, KeepsWhatEndedTheRunAndPublishesNoNumber) {
  auto c = twice_as_long();
  c.ended_by = result::Impediment{.verdict = Verdict::void_run, .reason = "the device was lost"};
  judge_again(c);
  EXPECT_EQ(c.judgement.verdict, Verdict::void_run);
  EXPECT_THAT(c.judgement.reasons, testing::ElementsAre("the device was lost"));
  EXPECT_EQ(c.arms[0].median_trial_ns, 0);
  EXPECT_EQ(c.duty, 0);
}

TEST(JudgeAgain, AFailedGateIsIncorrectWhateverTheReadingsSay) {
  auto c = twice_as_long();
  c.gate.passed = false;
  c.gate.message = "B never wrote 'output'";
  judge_again(c);
  EXPECT_EQ(c.judgement.verdict, Verdict::incorrect);
  EXPECT_THAT(c.judgement.reasons.front(), HasSubstr("never wrote"));
}

TEST(JudgeAgain, AFailedCertificateIsUnfitWhateverTheReadingsSay) {
  auto c = twice_as_long();
  c.certificate.items.front().state = result::CertificateItem::State::failed;
  judge_again(c);
  EXPECT_EQ(c.judgement.verdict, Verdict::unfit);
}

TEST(CheckRecord, RefusesNumbersThatNoComparisonCanHave) {
  EXPECT_TRUE(check_record(twice_as_long(), "kept.json"));
  const std::vector<std::function<void(result::Comparison&)>> changes{
      [](auto& c) { c.margin = -0.5; },
      [](auto& c) { c.margin = 0; },
      [](auto& c) { c.certificate.stamp_ns = -1; },
      [](auto& c) { c.certificate.stamp_ns = 1e300; },
      [](auto& c) { c.certificate.lattice_ns = 0; },
      [](auto& c) { c.schedule.trials = 0; },
      [](auto& c) { c.arms.pop_back(); },
      [](auto& c) { c.replicates[0].squares[0].blocks[0].slots[0].instance = 9; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto c = twice_as_long();
    changes[i](c);
    const auto answer = check_record(c, "kept.json");
    ASSERT_FALSE(answer) << i;
    EXPECT_EQ(answer.error().fault, Fault::bad_input);
    EXPECT_EQ(answer.error().where, "kept.json");
  }
}

}  // namespace
}  // namespace assay::protocol
