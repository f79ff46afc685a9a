// SPDX-License-Identifier: Apache-2.0
#include "protocol/judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "protocol/judge_fixtures.hpp"
#include "protocol/random_stream.hpp"
#include "protocol/schedule.hpp"

namespace assay::protocol {
namespace {

using result::Verdict;
using testing::HasSubstr;

constexpr double kTolerance = 1e-9;

void expect_near(stats::Interval seen, stats::Interval wanted) {
  const auto same = [](double a, double b) { return std::isfinite(b) ? std::abs(a - b) <= kTolerance : a == b; };
  EXPECT_TRUE(same(seen.low, wanted.low)) << seen.low << " against " << wanted.low;
  EXPECT_TRUE(same(seen.high, wanted.high)) << seen.high << " against " << wanted.high;
}

TEST(Judge, FindsTheVerdictsOfTheIndependentJudge) {
  const auto sessions = recorded_sessions();
  const auto expected = expected_judgements();
  ASSERT_EQ(sessions.size(), 10U);
  for (const auto& [name, session] : sessions) {
    SCOPED_TRACE(name);
    const auto judgement = judge(session);
    const auto& wanted = expected.at(name);
    EXPECT_EQ(result::word(judgement.verdict), wanted.word);
    EXPECT_NEAR(judgement.effect, wanted.effect, kTolerance);
    expect_near(judgement.interval, wanted.interval);
    expect_near(judgement.equivalence, wanted.equivalence);
    expect_near(judgement.band, wanted.band);
    EXPECT_THAT(judgement.replicates, testing::Pointwise(testing::DoubleNear(kTolerance), wanted.replicates));
    EXPECT_FALSE(judgement.reasons.empty());
  }
}

/// Squares of a device whose slots differ by the arms' effect and by noise of this standard deviation, on the log
/// scale.
JudgeInput session(double log_effect, double noise, std::size_t replicates = 5, std::size_t squares = 16,
                   double span_ns = 2e6) {
  JudgeInput input;
  RandomStream random(17, StreamPurpose::simulation);
  for (std::uint32_t r = 0; r < replicates; ++r) {
    auto& replicate = input.replicates.emplace_back();
    for (std::uint32_t s = 0; s < squares; ++s) {
      auto& square = replicate.squares.emplace_back();
      for (const auto& block : draw_square(3, r, s, 4, {}).blocks) {
        auto& slots = square.blocks.emplace_back();
        for (const std::uint32_t instance : block.slots) {
          double normal = -6;  // sum of twelve uniforms
          for (int i = 0; i < 12; ++i) normal += random.next_unit();
          slots.push_back({instance, span_ns * std::exp((instance / 2 == 1 ? log_effect : 0) + noise * normal)});
        }
      }
    }
  }
  return input;
}

TEST(Judge, CallsAQuietEffectBelowTheMarginNullAndTellsItsSign) {
  const auto judgement = judge(session(std::log(1.003), 0.0005));
  EXPECT_EQ(judgement.verdict, Verdict::null);
  ASSERT_EQ(judgement.reasons.size(), 2U);
  EXPECT_THAT(judgement.reasons[0], HasSubstr("no difference of 1 % or more"));
  EXPECT_THAT(judgement.reasons[1], HasSubstr("0.30 % slower, below the margin"));
}

TEST(Judge, SaysOnWhichSideTheIntervalExcludesZero) {
  EXPECT_THAT(judge(session(0.05, 0.01)).reasons.front(), HasSubstr("excludes zero on the slower side: +"));
  EXPECT_THAT(judge(session(-0.05, 0.01)).reasons.front(), HasSubstr("excludes zero on the faster side: -"));
}

TEST(Judge, NeedsThreeReplicatesHoweverClearTheyAre) {
  const auto judgement = judge(session(0.2, 0.001, 2));
  EXPECT_EQ(judgement.verdict, Verdict::unresolved);
  EXPECT_THAT(judgement.reasons.front(), HasSubstr("2 of the 3 replicates"));
  EXPECT_EQ(judge(session(0.2, 0.001, 3)).verdict, Verdict::slower);
}

TEST(Judge, NeedsTenSquaresForItsInterval) {
  const auto judgement = judge(session(0.2, 0.001, 3, 3));
  EXPECT_EQ(judgement.verdict, Verdict::unresolved);
  EXPECT_FALSE(judgement.interval.is_finite());
  EXPECT_THAT(judgement.reasons.front(), HasSubstr("9 usable squares, and the interval of squares needs 10"));
}

TEST(Judge, NeverCallsAnEffectInsideTheBandAWin) {
  JudgeInput input = session(0.02, 0.0005);
  for (auto& replicate : input.replicates) {  // the duplicates of both arms lie 6 % apart, now this way, now that
    for (std::size_t s = 0; s < replicate.squares.size(); ++s) {
      for (auto& block : replicate.squares[s].blocks) {
        for (auto& slot : block) {
          if (slot.instance % 2 == 1) slot.span_ns *= s % 2 == 0 ? 1.06 : 1 / 1.06;
        }
      }
    }
  }
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::unresolved);
  EXPECT_GT(judgement.interval.low, 0);
  EXPECT_THAT(judgement.reasons, testing::Contains(HasSubstr("inside the band is never a win: the effect is +2.0")));
}

TEST(Judge, NeverCallsAnEffectAWinThatALeaningInstrumentReadsOfNothing) {
  JudgeInput input = session(0.03, 0.001);
  ASSERT_EQ(judge(input).verdict, Verdict::slower);
  input.ladder = {{.effect = 0.001, .leans = true}, {.effect = -0.04, .leans = true}};
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::unresolved);
  EXPECT_THAT(judgement.reasons, testing::Contains(HasSubstr("one and the same build read +4.08 % against itself")));
}

TEST(Judge, LetsNoRungDecideWhoseReplicatesDisagree) {
  JudgeInput input = session(0.03, 0.001);
  input.ladder = {{.effect = -0.04, .leans = false}};
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::slower);
  EXPECT_THAT(judgement.ladder, testing::ElementsAre(-0.04)) << "told all the same";
}

TEST(Judge, SaysWhatItWouldTakeWhenUnresolved) {
  const auto judgement = judge(session(0.005, 0.1));
  ASSERT_EQ(judgement.verdict, Verdict::unresolved);
  EXPECT_THAT(judgement.reasons.back(), HasSubstr("it would take about"));
  EXPECT_THAT(judgement.reasons.back(), HasSubstr("they rule out a difference of"));
}

TEST(Judge, OffersNoSampleSizeWhereOnlyTheFloorStandsInTheWay) {
  JudgeInput input = session(0.03, 0.001);
  input.ladder = {{.effect = 0.04, .leans = true}};
  const auto judgement = judge(input);
  ASSERT_EQ(judgement.verdict, Verdict::unresolved);
  EXPECT_THAT(judgement.reasons, testing::Not(testing::Contains(HasSubstr("it would take"))));
  EXPECT_THAT(judgement.reasons.back(), HasSubstr("must become smaller than the effect"));
}

TEST(Judge, TakesTheMarginThatItNamedAsEnoughForNull) {
  JudgeInput input = session(0.005, 0.1);
  const auto before = judge(input);
  input.margin = std::expm1(std::max(std::abs(before.equivalence.low), std::abs(before.equivalence.high))) * 1.1;
  EXPECT_EQ(judge(input).verdict, Verdict::null);
}

TEST(Judge, LeavesVoidSquaresOutAsAWholeAndCountsThem) {
  JudgeInput input = session(0.05, 0.01);
  for (auto& slot : input.replicates[0].squares[3].blocks[0]) slot.span_ns *= 100;
  input.replicates[0].squares[3].void_reason = "a pass was not stamped";
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::slower);
  EXPECT_EQ(judgement.squares, 79U);
  EXPECT_EQ(judgement.void_squares, 1U);
  EXPECT_THAT(judgement.reasons.back(),
              HasSubstr("1 of 80 squares are void as a whole and were left out: a pass was not"));
}

TEST(Judge, IsVoidWhenTooFewSquaresAreUsable) {
  JudgeInput input = session(0.05, 0.01);
  for (std::size_t s = 0; s < 5; ++s) {
    for (auto& replicate : input.replicates) replicate.squares[s].void_reason = "device clock went backwards";
  }
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::void_run);
  EXPECT_THAT(judgement.reasons.front(), HasSubstr("only 11 of 16 squares of a session are usable, fewer than 75 %"));
}

TEST(Judge, IsVoidWhenOneSessionIsUnusableHoweverGoodTheOthersAre) {
  JudgeInput input = session(0.05, 0.01);
  for (std::size_t s = 0; s < 13; ++s) input.replicates[2].squares[s].void_reason = "a pass was not stamped";
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::void_run);
  EXPECT_THAT(judgement.reasons.front(), HasSubstr("only 3 of 16 squares of a session"));
}

TEST(Judge, IsUnfitRatherThanLeavingOutAGroupOfSquaresThatReadsNothing) {
  JudgeInput input = session(0.2, 0, 5, 16, 4e6);
  input.location = result::Location::sum;
  input.quantum_ns = 65536;
  for (auto& block : input.replicates[1].squares[4].blocks) {
    for (auto& slot : block) {
      if (slot.instance == 1) slot.span_ns = 0;
    }
  }
  EXPECT_EQ(judge(input).verdict, Verdict::unfit);
}

TEST(Judge, IsVoidWhenNothingWasMeasured) { EXPECT_EQ(judge({}).verdict, Verdict::void_run); }

TEST(Judge, TreatsASquareWithAMissingInstanceOrANaNAsVoid) {
  JudgeInput input = session(0.05, 0.01);
  for (auto& block : input.replicates[0].squares[0].blocks) {
    std::erase_if(block, [](const JudgedSlot& slot) { return slot.instance == 2; });
  }
  input.replicates[0].squares[1].blocks[0][0].span_ns = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(judge(input).void_squares, 2U);
}

TEST(Judge, JudgesThePairThatItIsAskedForAndSharesItsErrorRates) {
  JudgeInput input = session(0.05, 0.01);
  for (auto& replicate : input.replicates) {
    for (auto& square : replicate.squares) {
      for (auto& block : square.blocks) {
        for (auto& slot : block) slot.instance += slot.instance >= 2 ? 2 : 0;  // B becomes C
      }
    }
  }
  EXPECT_EQ(judge(input).verdict, Verdict::void_run) << "B has no readings";
  input.pair = {.first = 0, .second = 2};
  const auto alone = judge(input);
  EXPECT_EQ(alone.verdict, Verdict::slower);
  input.pairs = 3;
  const auto of_three = judge(input);
  EXPECT_EQ(of_three.effect, alone.effect);
  EXPECT_LE(of_three.interval.low, alone.interval.low);
  EXPECT_LT(of_three.interval.low, of_three.interval.high);
}

TEST(R20_Judge, IsUnfitWhenOneArmReadsZeroThroughout) {
  JudgeInput input = session(0, 0);
  input.location = result::Location::sum;
  input.quantum_ns = 65536;
  for (auto& replicate : input.replicates) {
    for (auto& square : replicate.squares) {
      for (auto& block : square.blocks) {
        for (auto& slot : block) {
          if (slot.instance >= 2) slot.span_ns = 0;
        }
      }
    }
  }
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::unfit);
  EXPECT_THAT(judgement.reasons.front(), HasSubstr("too short for a clock with steps of 65536 ns"));
}

TEST(R20_Judge, CallsIdenticalReadingsNullWithoutANaN) {
  const auto judgement = judge(session(0, 0, 5, 16, 1e6));
  EXPECT_EQ(judgement.verdict, Verdict::null);
  EXPECT_EQ(judgement.effect, 0);
  EXPECT_TRUE(judgement.interval.is_finite());
}

TEST(Judge, MergesSquaresWhoseSpansAreFewQuanta) {
  JudgeInput input = session(0.2, 0, 5, 16, 100);
  input.location = result::Location::sum;
  input.quantum_ns = 100;  // about one quantum a span: four squares to an effect
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.squares, 80U);
  EXPECT_EQ(judgement.verdict, Verdict::slower);
}

TEST(Judge, MergesForTheQuickerArmWhenOnlyItsSpansAreFewQuanta) {
  JudgeInput input = session(3, 0, 5, 16, 1000);  // A about 1,000 ns, B twenty times as long
  input.location = result::Location::sum;
  input.quantum_ns = 400;  // 2.5 quanta for A: two squares to an effect
  const auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::slower);
  EXPECT_THAT(judgement.reasons, testing::Contains(HasSubstr("merged")));
}

TEST(Judge, IncorrectComesBeforeVoidAndVoidBeforeUnfitAndPublishesNoNumber) {
  JudgeInput input = session(0.05, 0.01);
  input.impediments = {
      {Verdict::unfit, "dead clock"}, {Verdict::void_run, "device lost"}, {Verdict::incorrect, "outputs differ"}};
  auto judgement = judge(input);
  EXPECT_EQ(judgement.verdict, Verdict::incorrect);
  EXPECT_THAT(judgement.reasons, testing::ElementsAre("outputs differ"));
  EXPECT_EQ(judgement.effect, 0);
  EXPECT_FALSE(judgement.interval.is_finite());
  EXPECT_TRUE(judgement.replicates.empty());
  input.impediments.pop_back();
  EXPECT_EQ(judge(input).verdict, Verdict::void_run);
}

TEST(Judge, IsStricterAtEachOfTwoLooks) {
  JudgeInput input = session(0.004, 0.02);
  const auto one = judge(input);
  input.looks = 2;
  const auto two = judge(input);
  EXPECT_LE(two.interval.low, one.interval.low);
  EXPECT_GE(two.interval.high, one.interval.high);
  EXPECT_LT(two.interval.low, two.interval.high);
}

TEST(VerdictWord, NamesEveryVerdict) {
  EXPECT_EQ(result::word(Verdict::void_run), "void");
  EXPECT_EQ(result::word(Verdict::null), "null");
}

}  // namespace
}  // namespace assay::protocol
