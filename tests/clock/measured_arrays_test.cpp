// SPDX-License-Identifier: Apache-2.0
// Stamps read from real devices; what they look like is fixed here.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "clock/lattice.hpp"
#include "clock/submission.hpp"
#include "clock/unit.hpp"
#include "clock/wall_check.hpp"
#include "clock/warm_up.hpp"

namespace assay::clock {
namespace {

using Stamps = std::vector<std::uint64_t>;

Stamps stamps_from(std::uint64_t begin, const Stamps& spans, const Stamps& gaps) {
  Stamps stamps;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    stamps.insert(stamps.end(), {begin, begin + spans[i]});
    begin += spans[i] + (i < gaps.size() ? gaps[i] : 0);
  }
  return stamps;
}

TEST(MeasuredArray, SwiftShaderInChromiumHasAWarmFirstPassTinyGapsAndAnUnwrittenTail) {
  const auto reading =
      read_submission(Stamps{697597450739, 697657227376, 697657228579, 697676951654, 697676952356, 697696247612, 0, 0});
  EXPECT_EQ(reading.gap, Gap::trailing);
  EXPECT_NEAR(static_cast<double>(*reading.passes[0].span) / static_cast<double>(*reading.passes[2].span), 3.1, 0.05);
  EXPECT_EQ(reading.passes[1].begin - reading.passes[0].end, 1203U);
  EXPECT_EQ(reading.passes[2].begin - reading.passes[1].end, 702U);
  EXPECT_EQ(check_wall(697696247612.0 - 697597450739.0, 116.3e6).answer, WallCheck::Answer::consistent);
}

TEST(MeasuredArray, LlvmpipeQuantisedIsUsableThroughoutAndItsGapsReadNothing) {
  const auto reading = read_submission(stamps_from(840400568320, {48889856, 458752, 458752, 393216}, {0, 0, 0}));
  for (const auto& pass : reading.passes) EXPECT_TRUE(pass.span.has_value());
  EXPECT_EQ(region(reading)->gaps(), 0U);  // at most one quantum each, not none
  const std::vector<double> spans{48889856, 458752, 458752, 393216};
  EXPECT_TRUE(all_on_lattice(spans, 65536, 0));
  EXPECT_EQ(check_wall(static_cast<double>(region(reading)->extent), 51'077e3).answer, WallCheck::Answer::consistent);
}

TEST(MeasuredArray, LlvmpipeUnquantisedFillsItsWallTime) {
  const auto reading = read_submission(stamps_from(1000, {548715, 427999, 434170, 492198}, {732, 621, 512}));
  const auto whole = region(reading);
  EXPECT_EQ(whole->gaps(), 732U + 621 + 512);
  EXPECT_EQ(check_unit(static_cast<double>(whole->extent), 2020e3), UnitCheck::plausible);
}

TEST(MeasuredArray, LazyZeroingOfALargeBufferLandsInTheFirstTimedPass) {
  const auto reading = read_submission(stamps_from(1000, {4759808, 384137, 387915}, {500, 500}));
  EXPECT_GT(*reading.passes[0].span, 12 * *reading.passes[1].span);
}

TEST(MeasuredArray, JustInTimeCompilationInTheFirstPassStaysBelowTheGuard) {
  const auto reading = read_submission(stamps_from(1000, {93152649, 138548, 114253}, {732, 1423}));
  EXPECT_TRUE(reading.passes[0].span.has_value());
  EXPECT_EQ(check_wall(static_cast<double>(region(reading)->extent), 94'156e3).answer, WallCheck::Answer::consistent);
}

TEST(MeasuredArray, EightIdenticalPassesShowAFirstPositionThatIsSlower) {
  const std::vector<double> medians{323745, 291073, 286796, 287147, 286235, 286475, 286625, 286074};
  const auto knee = find_warm_up(medians);
  EXPECT_EQ(knee->readings, 1U);
  EXPECT_NEAR(knee->first_over_plateau, 1.13, 0.005);
}

TEST(T55_MeasuredArray, OfAPassLeftOutHasGapsThatRunBackwards) {
  const Stamps stamps{1424210043348, 1424210283626, 1424207362362, 1424207588855, 1424210284127, 1424210466628};
  EXPECT_EQ(static_cast<std::int64_t>(stamps[2] - stamps[1]), -2'921'264);
  EXPECT_EQ(stamps[4] - stamps[3], 2'695'272U);
  EXPECT_EQ(read_submission(stamps).passes[1].span.error(), SpanFault::stale);
  EXPECT_FALSE(region(read_submission(stamps)).has_value());
}

}  // namespace
}  // namespace assay::clock
