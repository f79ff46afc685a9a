// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "clock/known_work.hpp"
#include "clock/linearity.hpp"
#include "clock/resolution.hpp"
#include "clock/submission.hpp"
#include "clock/wall_check.hpp"
#include "clock/warm_up.hpp"

namespace assay::clock {
namespace {

TEST(T01_KnownWork, ThatStampsOnlyZerosIsADeadInstrumentNotZeroNanoseconds) {
  EXPECT_EQ(check_known_work(std::array<std::uint64_t, 4>{}, std::array<std::uint64_t, 2>{}), Instrument::dead);
}

constexpr std::array<std::uint64_t, 8> kSpans{113'960,    53'168'350, 5'863'760,  6'942'700,
                                              23'366'440, 33'863'450, 33'948'090, 173'670};

std::vector<std::uint64_t> eight_pairs() {
  std::vector<std::uint64_t> stamps;
  for (std::uint64_t i = 0; i < kSpans.size(); ++i) {
    const std::uint64_t begin = 5'000'000'000 + i * 40'000'000;
    stamps.insert(stamps.end(), {begin, begin + kSpans[i]});
  }
  return stamps;
}

TEST(R05_KnownWork, ReadAsBeginLessBeginIsAFaultOfTheReader) {
  const std::array<std::uint64_t, 8> broken{};
  EXPECT_EQ(check_known_work(eight_pairs(), broken), Instrument::reader_at_fault);
  EXPECT_NE(reason(Instrument::reader_at_fault), reason(Instrument::dead));
}

TEST(R05_KnownWork, ReadRightGivesTheEightSpans) {
  std::vector<std::uint64_t> spans;
  // One pass begins 40 ms after another and lasts up to 53 ms: these passes overlap, as they were reported.
  for (const auto& pass : read_submission(eight_pairs(), {.overlap_allowed = true}).passes) spans.push_back(*pass.span);
  EXPECT_EQ(spans, std::vector<std::uint64_t>(kSpans.begin(), kSpans.end()));
  EXPECT_EQ(check_known_work(eight_pairs(), spans), Instrument::alive);
}

TEST(KnownWork, WithSomeZerosIsIncompleteAndWithoutPairsSaysSo) {
  EXPECT_EQ(check_known_work(std::array<std::uint64_t, 4>{1, 2, 0, 0}, std::array<std::uint64_t, 2>{1, 0}),
            Instrument::incomplete);
  EXPECT_EQ(check_known_work({}, {}), Instrument::no_stamps);
  EXPECT_EQ(check_known_work(std::array<std::uint64_t, 2>{5, 5}, std::array<std::uint64_t, 1>{0}),
            Instrument::not_advancing);
}

TEST(R01_Linearity, FailsOnAConstantWhileTheWorkGrowsSixteenTimes) {
  const auto answer = check_linearity(std::array{1.0, 2.0, 4.0, 8.0, 16.0}, std::array{26e3, 26e3, 26e3, 26e3, 26e3});
  EXPECT_EQ(answer.answer, Linearity::Answer::flat);
  EXPECT_EQ(answer.line.slope, 0);
}

TEST(R01_Linearity, PassesOnTheWholeRegions) {
  const auto answer =
      check_linearity(std::array{1.0, 2.0, 4.0, 8.0, 16.0}, std::array{26e3, 53e3, 107e3, 215e3, 431e3});
  EXPECT_EQ(answer.answer, Linearity::Answer::linear);
  EXPECT_NEAR(answer.line.slope, 27e3, 1e-6);
}

TEST(R01_PerIteration, KeepsAFractionOfANanosecond) {
  const auto each = per_iteration(23'900, 670'000, 1);
  ASSERT_TRUE(each.has_value());
  EXPECT_NEAR(each->ns * 1e-9, 3.567e-11, 5e-15);
  EXPECT_GT(each->error_ns, 0);
}

TEST(R01_PerIteration, BelowTheResolutionIsRefusedNotZero) {
  EXPECT_EQ(per_iteration(23'900, 670'000, 65'536).error(), ResolutionFault::below_resolution);
  EXPECT_EQ(per_iteration(0, 670'000, 1).error(), ResolutionFault::below_resolution);
  EXPECT_EQ(per_iteration(100, 0, 1).error(), ResolutionFault::no_iterations);
}

TEST(T32_Linearity, IsFlatWhenStampsAreTakenAsWorkIsIssued) {
  EXPECT_EQ(check_linearity(std::array{1.0, 2.0, 4.0, 8.0}, std::array{900.0, 910.0, 905.0, 915.0}).answer,
            Linearity::Answer::flat);
}

TEST(Linearity, AcceptsAFixedCostAndRefusesACurveAndAFall) {
  const std::array work{1.0, 2.0, 4.0, 8.0};
  EXPECT_EQ(check_linearity(work, std::array{2100.0, 2200.0, 2400.0, 2800.0}).answer, Linearity::Answer::linear);
  EXPECT_EQ(check_linearity(work, std::array{1e6, 1.1e6, 1.2e6, 64e6}).answer, Linearity::Answer::not_linear);
  EXPECT_EQ(check_linearity(work, std::array{8e6, 7e6, 5e6, 1e6}).answer, Linearity::Answer::falling);
  EXPECT_EQ(check_linearity(std::array{1.0, 2.0}, std::array{1.0, 2.0}).answer, Linearity::Answer::not_usable);
}

TEST(Linearity, SaysWhichStepIsNotLikeTheOthers) {
  // A kernel of 64, 256, 1024 and 4096 rounds, in milliseconds.
  const auto answer =
      check_linearity(std::array{1.0, 4.0, 16.0, 64.0}, std::array{0.197e6, 0.786e6, 3.146e6, 10.289e6});
  ASSERT_TRUE(answer.bend);
  EXPECT_NEAR(answer.bend->time_ratio, 3.27, 0.005);
  EXPECT_NEAR(answer.bend->expected_ratio, 4.0, 0.01);
  EXPECT_THAT(answer.reason, testing::HasSubstr("from 16 to 64 the time grows 3.27 times, where the other steps would "
                                                "make it 4.00"));
}

TEST(Linearity, SeesNoBendInALineWithAFixedCost) {
  const std::array work{1.0, 2.0, 4.0, 8.0};
  EXPECT_FALSE(check_linearity(work, std::array{5100.0, 5200.0, 5400.0, 5800.0}).bend);
  EXPECT_FALSE(check_linearity(work, std::array{100.0, 215.0, 400.0, 801.0}).bend) << "short steps are mostly jitter";
}

TEST(T28_WorkOrder, FailsWhereTimesHaveNothingToDoWithTheWork) {
  const auto apple =
      check_work_order(std::array{1689.0, 350.0, 69.0, 1104.0, 2503.0, 2981.0, 2097.0, 665.0, 1.0},
                       std::array{1835.0, 2294.0, 2294.0, 3211.0, 5439.0, 8258.0, 10420.0, 11207.0, 11010.0});
  EXPECT_FALSE(apple.follows_work);
  EXPECT_GT(apple.with_position, 0.9);  // they follow the place in the submission instead
}

TEST(T28_WorkOrder, PassesOnTheControl) {
  EXPECT_TRUE(check_work_order(std::array{1646.0, 323.0, 82.0, 1146.0, 2535.0, 2973.0, 2057.0, 629.0, 2.0},
                               std::array{3015.0, 655.0, 66.0, 1376.0, 3146.0, 3867.0, 3736.0, 1376.0, 66.0})
                  .follows_work);
}

TEST(T24_Wall, ThatIsShorterThanItsSpanTimedTheRecordingOnly) {
  const auto answer = check_wall(5e6, 0.02e6);
  EXPECT_EQ(answer.answer, WallCheck::Answer::wall_too_short);
  EXPECT_NE(answer.reason.find("without waiting for completion"), std::string::npos);
}

TEST(T25_Wall, OfAnAsynchronousCallIsFoundByTheSameRule) {
  EXPECT_EQ(check_wall(957e6, 0.015e6).answer, WallCheck::Answer::wall_too_short);
  EXPECT_EQ(check_wall(957e6, 960e6).answer, WallCheck::Answer::consistent);
}

TEST(T33_Repeats, ThatTakeFarLongerThanTheirSpanBeginBeforeTheirStamp) {
  EXPECT_EQ(check_repeats(2e3, 40e3 * 1000, 1000, 6e3, 20e3).answer, WallCheck::Answer::span_too_short);
  EXPECT_EQ(check_repeats(36e3, 40e3 * 1000, 1000, 6e3, 20e3).answer, WallCheck::Answer::consistent);
}

TEST(T26_WarmUp, LeavesTheFirstReadingsOutAndReportsThem) {
  const std::array readings{957.76, 142.9, 214.2, 133.0, 132.7, 133.4, 139.3, 144.7, 131.1, 127.1};
  const auto warm = find_warm_up(readings);
  ASSERT_TRUE(warm);
  EXPECT_EQ(warm->readings, 3U);
  EXPECT_DOUBLE_EQ(warm->plateau, 133.4);
  EXPECT_NEAR(warm->first_over_plateau, 7.18, 0.005);
}

TEST(WarmUp, OfTooFewReadingsIsNotKnown) {
  EXPECT_FALSE(find_warm_up(std::array{2.0, 1.0, 1.0, 1.0, 1.0}).has_value());
  EXPECT_FALSE(find_warm_up(std::array{2.0, 1.0, 1.0, 1.0, 1.0, 0.0}).has_value());
}

TEST(T40_Floor, OfAnEmptySubmissionHidesWorkThatReadsTheSame) {
  const std::array empty{5.0, 9.0, 15.0}, work{5.0, 9.0, 15.0}, more{21.0, 25.0, 22.0};
  EXPECT_FALSE(check_above_floor(empty, work).above);
  EXPECT_TRUE(check_above_floor(empty, more).above);
  EXPECT_NE(check_above_floor(empty, work).reason.find("use more work"), std::string::npos);
}

TEST(T21_TimeSource, WithoutTheFeatureIsWallTimeAndSaysSo) {
  const auto choice = choose_time_source(false, false);
  EXPECT_EQ(choice.source, TimeSource::host_wall);
  EXPECT_EQ(choice.label, "wall time until completion, not device time");
}

TEST(T23_TimeSource, WithoutTheFeatureHasAReasonForTheMissingDeviceTime) {
  EXPECT_EQ(choose_time_source(false, false).missing, "the device has no timestamp queries");
  EXPECT_TRUE(choose_time_source(true, true).missing.empty());
}

TEST(T54_TimeSource, WithAFeatureThatIsGrantedAndDeadIsNotBelieved) {
  EXPECT_EQ(choose_time_source(true, false).source, TimeSource::host_wall);
}

}  // namespace
}  // namespace assay::clock
