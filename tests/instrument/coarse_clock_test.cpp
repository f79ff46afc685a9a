// SPDX-License-Identifier: Apache-2.0
// What the self-tests say of a clock that shows multiples of 65,536 ns: means with an error, or that it cannot be told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "instrument/clock_tests.hpp"
#include "instrument/cost_tests.hpp"
#include "instrument/dither.hpp"
#include "instrument/lattice_reading.hpp"
#include "instrument/order_tests.hpp"
#include "instrument/shape_tests.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;
using testing::HasSubstr;
using testing::Not;
using Values = std::vector<double>;

constexpr double kQuantum = 65536;
constexpr ClockLattice kDithered{.quantum = kQuantum, .phases = stats::Phases::uniform};
constexpr ClockLattice kAsTheyCome{.quantum = kQuantum};

/// `count` readings of one quantum among `of`, the others zero.
Values some_quanta(std::size_t count, std::size_t of) {
  Values readings(of, 0);
  for (std::size_t i = 0; i < count; ++i) readings[i * of / count] = kQuantum;
  return readings;
}

TEST(LatticeReading, OfZerosAndQuantaIsTheirMeanWithAnErrorAndNeverALineOfTheLattice) {
  const auto found = locate(some_quanta(50, 100), kDithered);
  ASSERT_TRUE(found && found->error);
  EXPECT_DOUBLE_EQ(found->value, kQuantum / 2);
  // Three standard errors of a scatter of half a quantum.
  EXPECT_NEAR(*found->error, 3 * kQuantum / 2 / 10, 0.01 * kQuantum);
  EXPECT_THAT(text_us(*found), HasSubstr("32.8 ± 9.9 µs"));
}

TEST(LatticeReading, HasNoSmallerErrorThanTheLatticeHides) {
  // All alike: the scatter says nothing of where within a quantum the truth lies.
  const auto found = locate(Values(24, 2 * kQuantum), kDithered);
  ASSERT_TRUE(found && found->error);
  EXPECT_DOUBLE_EQ(*found->error, 3 * kQuantum / 12);
}

TEST(LatticeReading, WhosePhasesMayBeLockedIsAWholeQuantumOff) {
  const auto found = locate(Values(1000, 2 * kQuantum), kAsTheyCome);
  ASSERT_TRUE(found && found->error);
  EXPECT_EQ(*found->error, kQuantum);
}

TEST(LatticeReading, OfZerosOnlyIsBelowABoundAndNotZero) {
  const auto found = locate(Values(336, 0), kDithered);
  ASSERT_TRUE(found && found->error);
  EXPECT_TRUE(found->below_lattice());
  EXPECT_NEAR(std::pow(1 - *found->error / kQuantum, 336), 0.0027, 1e-9);
  EXPECT_EQ(text_us(*found), "below the lattice (at most 1.1 µs)");
  EXPECT_EQ(text_us(*locate(Values(336, 0), kAsTheyCome)), "below the lattice (at most 66 µs)");
}

TEST(LatticeReading, OfManyQuantaIsAMedian) {
  const auto found = locate(Values{100, 101, 900}, {.quantum = 1});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->value, 101);
  EXPECT_FALSE(found->error);
  EXPECT_TRUE(locate(Values{100, 101, 900}, {.quantum = 1}, kQuantaOfPercent)->error);
  EXPECT_FALSE(locate(Values{}, kDithered));
}

TEST(LatticeReading, NeverTellsANegativeZero) {
  EXPECT_EQ(signed_text({.value = -0.2, .error = 12.0}, 2), "+0 ± 12");
  EXPECT_EQ(signed_text({.value = 8.3}, 2), "+8.30");
}

TEST(Dither, SpreadsItsWaitsOverAQuantum) {
  // 20 ms in 10 million steps: 2 ns a step.
  Dither dither({.steps = 10'000'000, .span_raw = 20e6}, 1, kQuantum);
  ASSERT_TRUE(dither.waits());
  EXPECT_EQ(dither.phases(), stats::Phases::uniform);
  std::set<std::uint32_t> places;
  double sum = 0;
  for (int i = 0; i < 640; ++i) {
    const auto steps = dither.next_steps();
    EXPECT_LT(steps, 32768U);
    places.insert(steps);
    sum += steps;
  }
  EXPECT_EQ(places.size(), 32U);
  EXPECT_NEAR(sum / 640, 31.0 / 64 * 32768, 0.05 * 32768);
}

TEST(Dither, DoesNotWaitOnAFineClockNorAfterWorkThatIsMostlyLattice) {
  EXPECT_FALSE(Dither({.steps = 10'000'000, .span_raw = 20e6}, 1, 32).waits());
  EXPECT_FALSE(Dither({.steps = 10'000, .span_raw = 8 * kQuantum}, 1, kQuantum).waits());
  EXPECT_EQ(Dither().phases(), stats::Phases::unknown);
}

TEST(Floor, OfACoarseClockIsAMeanAlsoWhereItsMedianIsOneQuantum) {
  const auto found = judge_floor(
      {.empty_submission_ns = Values(21, 90e3), .empty_pass_raw = some_quanta(180, 336), .gap_raw = Values(336, 0)}, 1,
      kDithered);
  EXPECT_NEAR(*found.empty_pass_ns, 35.1e3, 100);
  EXPECT_NEAR(found.item.numbers.at("empty_pass_ns"), 35.1e3, 100);
  EXPECT_THAT(found.item.value, HasSubstr("empty submission 90.00 µs, empty pass 35.1 ± 5.4 µs, gap between passes "
                                          "below the lattice (at most 1.1 µs)"));
  EXPECT_NEAR(found.item.numbers.at("gap_error_ns"), 1143, 2);
}

TEST(Floor, TellsTheMeanOfGapsThatSeldomShow) {
  const auto found = judge_floor({.empty_pass_raw = {}, .gap_raw = some_quanta(10, 336)}, 1, kDithered);
  EXPECT_NEAR(*found.gap_ns, 1950, 1);
  EXPECT_THAT(found.item.value, HasSubstr("gap between passes below the lattice (at most 6.3 µs)"));
  EXPECT_THAT(found.item.value, HasSubstr("empty pass not known"));
}

TEST(Floor, OfAFineClockIsAMedianInItsUnit) {
  const auto found = judge_floor({.empty_pass_raw = {100, 100, 4000}, .gap_raw = {40, 41, 42}}, 50, {.quantum = 50});
  EXPECT_EQ(found.empty_pass_ns, 5000);
  EXPECT_EQ(found.gap_ns, 2050);
  EXPECT_THAT(found.item.value, HasSubstr("empty pass 5.00 µs, gap between passes 2.05 µs"));
}

/// Rows of eight passes of `quanta` quanta, the one at `odd` longer by `more_quanta` in every row.
std::vector<Values> rows_of_passes(double quanta, std::size_t odd, double more_quanta) {
  std::vector<Values> rows(15, Values(8, quanta * kQuantum));
  for (auto& row : rows) row[odd] += more_quanta * kQuantum;
  return rows;
}

TEST(Position, DoesNotReportAsAnEffectWhatIsWithinTheErrorOfTheLattice) {
  const auto item = judge_position(rows_of_passes(8, 3, 0.2), kDithered);
  EXPECT_EQ(item.state, State::passed);
  EXPECT_THAT(item.value, HasSubstr("none is off by more than the clock can tell, which is 5.6 %"));
  EXPECT_NEAR(item.numbers.at("error_fraction"), 0.0559, 0.0005);
}

TEST(Position, ReportsAnEffectThatTheMeansShowWithItsError) {
  const auto item = judge_position(rows_of_passes(31, 0, 1), kDithered);
  EXPECT_THAT(item.value, HasSubstr("the first is furthest off: +3.2 ± 1.4 %"));
}

TEST(Decomposition, TellsWhatOneStepOfTheClockIsOfAPass) {
  const double light = 8 * kQuantum, heavy = 64 * kQuantum;
  const DecompositionReadings readings{.light_outside = {{light, heavy, heavy, light + kQuantum}},
                                       .heavy_outside = {{heavy, light, light, heavy}}};
  EXPECT_THAT(judge_decomposition(readings, kQuantum).value,
              HasSubstr("agree within 12.5 % (one step of the clock is 12.5 % of a light pass)"));
  EXPECT_THAT(judge_decomposition(readings, 1).value, Not(HasSubstr("one step of the clock")));
}

TEST(Knee, DoesNotJudgeFivePerCentWhereOneStepOfTheClockIsMore) {
  Values spans(24, 8 * kQuantum);
  spans.back() += kQuantum;
  const auto item = judge_knee(spans, kQuantum);
  EXPECT_EQ(item.state, State::passed);
  EXPECT_THAT(item.value, HasSubstr("one step of the clock is 12 % of a reading: 5 % cannot be told"));
  EXPECT_FALSE(item.numbers.contains("settled_after_runs"));
}

TEST(Knee, OfThirtyOneQuantaIsJudgedWithTheStepBesideIt) {
  Values spans(24, 31 * kQuantum);
  spans[0] = 62 * kQuantum;
  spans[9] += kQuantum;
  const auto item = judge_knee(spans, kQuantum);
  EXPECT_THAT(item.value, HasSubstr("reads 2.00 ± 0.03 × the plateau; from run 2 on all are within 5 %"));
}

TEST(Indirect, OfAlternatingReadingsIsADifferenceOfMeansWithItsError) {
  const auto item = judge_indirect(some_quanta(120, 240), some_quanta(121, 240), kDithered);
  EXPECT_NEAR(item.numbers.at("indirect_minus_direct_ns"), kQuantum / 240, 1e-6);
  EXPECT_THAT(item.value,
              HasSubstr("reads +0.3 ± 9.0 µs against a direct one: no difference that this clock can tell"));
}

TEST(Indirect, ThatCostsMoreThanTheErrorIsToldSo) {
  const auto item = judge_indirect(some_quanta(60, 240), some_quanta(180, 240), kDithered);
  EXPECT_THAT(item.value, HasSubstr("reads +32.8 ± 7.8 µs against a direct one"));
  EXPECT_THAT(item.value, Not(HasSubstr("no difference")));
}

TEST(Linearity, TellsWhatAQuantumInEachSpanMayMakeOfTheIntercept) {
  Values spans;
  for (const double work : {1, 2, 4, 8}) spans.push_back(31 * kQuantum * work);
  const auto item = judge_linearity(Values{1000, 2000, 4000, 8000}, spans, kQuantum);
  EXPECT_EQ(item.state, State::passed);
  EXPECT_NEAR(item.numbers.at("intercept_error_ns"), 1.609 * kQuantum, 0.002 * kQuantum);
  EXPECT_THAT(item.value, HasSubstr("± 105 µs"));
  EXPECT_THAT(judge_linearity(Values{1, 2, 4, 8}, spans, 1).value, Not(HasSubstr("±")));
}

TEST(ShareOfWall, HasAnErrorOnACoarseClock) {
  const WorkReading reading{.passes = std::vector<PassStamps>(8, {.begin = 65536, .end = 32 * 65536}), .wall_ns = 17e6};
  EXPECT_THAT(judge_share_of_wall(std::vector{reading}, 1, kQuantum).value, HasSubstr("explain 95.6 ± 1.3 %"));
  EXPECT_THAT(judge_share_of_wall(std::vector{reading}, 1, 1).value, HasSubstr("explain 95.6 %"));
}

TEST(Repeats, ThatLieOnNeighbouringLinesMayNotVaryAtAll) {
  EXPECT_THAT(judge_repeats(Values{kQuantum, 2 * kQuantum, kQuantum}, kQuantum).value,
              HasSubstr("2 of 3 readings of the same work differ, all by one step of the clock"));
  EXPECT_THAT(judge_repeats(Values{kQuantum, 3 * kQuantum}, kQuantum).value, Not(HasSubstr("one step")));
}

}  // namespace
}  // namespace assay::instrument
