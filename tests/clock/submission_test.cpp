// SPDX-License-Identifier: Apache-2.0
#include "clock/submission.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace assay::clock {
namespace {

using Stamps = std::vector<std::uint64_t>;
constexpr auto kUsable = std::nullopt;

std::vector<std::optional<SpanFault>> faults(const SubmissionReading& reading) {
  std::vector<std::optional<SpanFault>> list;
  for (const auto& pass : reading.passes) list.push_back(pass.span ? std::nullopt : std::optional(pass.span.error()));
  return list;
}
using Faults = std::vector<std::optional<SpanFault>>;

TEST(T01_Submission, OfZerosIsAllGapAndYieldsNothing) {
  const auto reading = read_submission(Stamps{0, 0, 0, 0});
  EXPECT_EQ(reading.gap, Gap::everything);
  EXPECT_EQ(faults(reading), (Faults{SpanFault::unwritten, SpanFault::unwritten}));
  Yield yield;
  yield.add(reading);
  EXPECT_EQ(yield.usable, 0U);
  EXPECT_FALSE(yield.reaches(0.01));
}

TEST(T03_Submission, OfAPassWithoutWorkIsUnwrittenNotZeroLong) {
  EXPECT_EQ(faults(read_submission(Stamps{0, 0})), Faults{SpanFault::unwritten});
}

TEST(T05_Submission, WithZerosInItsLastSlotsAsksForAResolveOfItsOwn) {
  const auto early = read_submission(Stamps{156'000'000'000, 156'100'000'000, 0, 0});
  EXPECT_EQ(early.gap, Gap::trailing);
  EXPECT_EQ(faults(early), (Faults{kUsable, SpanFault::unwritten}));
  const auto again = read_submission(Stamps{156'000'000'000, 156'100'000'000, 156'200'000'000, 156'300'000'000});
  EXPECT_EQ(again.gap, Gap::none);
  EXPECT_EQ(faults(again), (Faults{kUsable, kUsable}));
}

TEST(Submission, WithZerosBetweenOthersHasAScatteredGap) {
  EXPECT_EQ(read_submission(Stamps{10, 20, 0, 0, 30, 40}).gap, Gap::scattered);
}

TEST(T09_Submission, TellsReorderedReversedAndUnwrittenPairsApart) {
  const auto reading =
      read_submission(Stamps{156289729554, 156289731758, 156289731042, 156289733254, 156289737042, 156289735586, 0, 0});
  EXPECT_EQ(faults(reading), (Faults{kUsable, SpanFault::overlapping, SpanFault::reversed, SpanFault::unwritten}));
  EXPECT_EQ(*reading.passes[0].span, 2204U);  // ticks of 10 ns: 22,040 ns, never 2⁶⁴ less something
}

TEST(T10_Submission, CountsAReversedPairAndKeepsTheOther) {
  Yield yield;
  yield.add(read_submission(Stamps{1'000'000, 940'000, 1'100'000, 1'180'000}));
  EXPECT_EQ(yield.usable, 1U);
  EXPECT_EQ(yield.count(SpanFault::reversed), 1U);
  EXPECT_EQ(yield.sentence(), "1 of 2 readings usable; 1 reversed");
  EXPECT_FALSE(yield.reaches(0.9));
  EXPECT_TRUE(yield.reaches(0.5));
}

TEST(T20_Submission, WhosePassesWroteTheSameSlotsIsDuplicated) {
  EXPECT_EQ(faults(read_submission(Stamps{100, 200, 100, 200, 100, 200})),
            (Faults{kUsable, SpanFault::duplicated, SpanFault::duplicated}));
}

TEST(Submission, WithEqualLengthsIsNotDuplicated) {
  EXPECT_EQ(faults(read_submission(Stamps{65536, 131072, 131072, 196608})), (Faults{kUsable, kUsable}));
}

TEST(T35_Submission, GoesOnAfterAResetThatIsKnownToBeOne) {
  const auto reading =
      read_submission(Stamps{3579110000000, 3579110000500, 120, 620, 700, 950}, {.earliest_ever = 3579000000000});
  EXPECT_EQ(faults(reading), (Faults{kUsable, kUsable, kUsable}));
  EXPECT_EQ(*reading.passes[1].span, 500U);
  EXPECT_EQ(reading.resets, 1U);
  EXPECT_FALSE(region(reading).has_value());
}

TEST(T35_Submission, DropsWhatLiesBehindAResetThatCouldBeAStaleSlot) {
  const auto reading = read_submission(Stamps{3579110000000, 3579110000500, 120, 620});
  EXPECT_EQ(faults(reading), (Faults{kUsable, SpanFault::reset}));
}

TEST(T35_Submission, DropsAPairAcrossTheResetAndKeepsTheRest) {
  const auto reading = read_submission(Stamps{3579109990000, 3579109990700, 3579110000000, 480, 500, 800},
                                       {.earliest_ever = 3579000000000});
  EXPECT_EQ(faults(reading), (Faults{kUsable, SpanFault::wrapped, kUsable}));
}

TEST(T55_Submission, FindsASlotThatWasNotWrittenAgainByItsTime) {
  const auto reading =
      read_submission(Stamps{1424210043348, 1424210283626, 1424207362362, 1424207588855, 1424210284127, 1424210466628});
  EXPECT_EQ(faults(reading), (Faults{kUsable, SpanFault::stale, kUsable}));
  EXPECT_EQ(*reading.passes[0].span, 240278U);
  EXPECT_EQ(*reading.passes[2].span, 182501U);
}

TEST(T55_Submission, IsStaleAndNoResetWhenTheEarliestStampIsKnown) {
  const auto reading = read_submission(Stamps{1424210043348, 1424210283626, 1424207362362, 1424207588855},
                                       {.earliest_ever = 1424207000000});
  EXPECT_EQ(faults(reading)[1], SpanFault::stale);
  EXPECT_EQ(reading.resets, 0U);
}

TEST(Submission, WithOneBeginForAllPassesHasNoTimePerPass) {
  EXPECT_EQ(faults(read_submission(Stamps{100, 200, 100, 300, 100, 400})),
            (Faults{SpanFault::begins_alike, SpanFault::begins_alike, SpanFault::begins_alike}));
}

TEST(Submission, WhosePassesMayRunAtOnceKeepsOverlappingSpans) {
  const Stamps stamps{100, 300, 200, 400};
  EXPECT_EQ(faults(read_submission(stamps))[1], SpanFault::overlapping);
  EXPECT_EQ(faults(read_submission(stamps, {.overlap_allowed = true}))[1], kUsable);
}

TEST(Submission, WithAnOddStampHasAHalfWrittenLastPass) {
  EXPECT_EQ(faults(read_submission(Stamps{100, 200, 300})), (Faults{kUsable, SpanFault::half_written}));
}

TEST(Submission, KeepsAZeroLongPassForMeansOnACoarseLattice) {
  const auto reading = read_submission(Stamps{65536, 131072, 131072, 131072, 131072, 196608, 0, 0});
  EXPECT_EQ(spans_with_zeros(reading), (Stamps{65536, 0, 65536}));
}

TEST(Yield, OfNothingHasNoShareAndReachesNone) {
  EXPECT_FALSE(Yield{}.share().has_value());
  EXPECT_FALSE(Yield{}.reaches(0));
}

Stamps region_stamps(std::uint64_t passes) {
  Stamps stamps;
  for (std::uint64_t i = 0; i < passes; ++i) {
    const std::uint64_t begin = 1'000'000 + 27'000 * i;
    stamps.insert(stamps.end(), {begin, begin + 26'000});
  }
  return stamps;
}

TEST(R01_Region, IsLastEndLessFirstBeginHoweverManyPassesItHas) {
  for (const std::uint64_t passes : {1U, 2U, 4U, 8U, 16U}) {
    const auto whole = region(read_submission(region_stamps(passes)));
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->extent, 27'000 * passes - 1'000);
    EXPECT_EQ(whole->sum, 26'000 * passes);
    EXPECT_EQ(whole->gaps(), 1'000 * (passes - 1));
  }
}

TEST(Region, WithAHoleHasNoLength) { EXPECT_FALSE(region(read_submission(Stamps{10, 20, 0, 0})).has_value()); }

TEST(Region, OfNoPassesHasNoLength) { EXPECT_FALSE(region(read_submission({})).has_value()); }

TEST(Region, OfOverlappingPassesCoversLessThanTheirSum) {
  const auto whole = region(read_submission(Stamps{100, 300, 200, 400}));
  EXPECT_EQ(whole->extent, 300U);
  EXPECT_EQ(whole->covered, 300U);
  EXPECT_TRUE(whole->overlaps());
}

}  // namespace
}  // namespace assay::clock
