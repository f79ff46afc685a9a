// SPDX-License-Identifier: Apache-2.0
#include "report/timing_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/golden.hpp"
#include "report/sample_comparison.hpp"
#include "report/timing_table.hpp"

namespace assay::report {
namespace {

using result::Estimate;
using result::Timing;
using ::testing::AllOf;
using ::testing::EndsWith;
using testing::expect_golden;
using ::testing::HasSubstr;
using ::testing::Not;

Estimate median(double ns, double spread = 0.01) {
  return {.kind = Estimate::Kind::median, .ns = ns, .interval = {ns * (1 - spread), ns * (1 + spread)}};
}

Timing sample_timing() {
  const auto comparison = testing::sample(result::Verdict::faster);
  Timing timing{
      .command = "assay time pipeline.toml",
      .seconds = 19.5,
      .probe = "pipeline.toml",
      .arm = "pipeline",
      .params = {{"n", 65536}},
      .rates = {{"bytes", 2e6}},
      .passes = {{.label = "march", .iteration = "i=0"}, {.label = "march", .iteration = "i=1"}, {.label = "resolve"}},
      .rig = comparison.rig,
      .certificate = comparison.certificate,
      .schedule = {.seed = 7, .sessions = 5, .rounds = 40, .trials = 12, .lead_in = 3},
      .gate = comparison.gate};
  auto& profile = timing.profile;
  profile.labels = {{.name = "march", .passes = 2, .total = median(90e3), .per_pass = median(45e3), .share = 0.9},
                    {.name = "resolve", .passes = 1, .total = median(10e3), .per_pass = median(10e3), .share = 0.1}};
  profile.iterations = {{.name = "i=0", .passes = 1, .total = median(60e3), .share = 0.6},
                        {.name = "i=1", .passes = 1, .total = median(30e3), .share = 0.3}};
  profile.span = median(103e3);
  profile.passes = median(100e3);
  profile.gaps = median(3e3);
  profile.yield = "2400 of 2400 trials usable";
  profile.first_over_plateau = 2.1;
  profile.wall = {.wall = median(180e3),
                  .encode = median(20e3),
                  .submit = median(10e3),
                  .wait = median(140e3),
                  .read_back = median(10e3),
                  .span = median(104e3),
                  .submit_known = true};
  profile.wall.median_submission = result::WallParts{.wall_ns = 180e3,
                                                     .encode_ns = 20e3,
                                                     .submit_ns = 10e3,
                                                     .wait_ns = 140e3,
                                                     .read_back_ns = 10e3,
                                                     .passes_ns = 101e3,
                                                     .gaps_ns = 3e3,
                                                     .span_ns = 104e3,
                                                     .outside_ns = 46e3};
  return timing;
}

std::string text_of(const Timing& timing, bool verbose = false) {
  return timing_text(timing, {.width = 100}, "results/profile.json", verbose);
}

TEST(TimingText, OfAPipelineShowsRowsWallAndReconciliation) { expect_golden("time.txt", text_of(sample_timing())); }

TEST(TimingText, OnACoarseLatticeShowsMeansAndWhatIsBelowItAndNeverABareZero) {
  auto timing = sample_timing();
  timing.profile.labels[0].total =
      timing.profile.labels[0].per_pass = {.kind = Estimate::Kind::mean, .ns = 16e3, .interval = {9e3, 23e3}};
  timing.profile.labels[1].total =
      timing.profile.labels[1].per_pass = {.kind = Estimate::Kind::below_lattice, .interval = {0, 310}};
  timing.profile.labels[1].share.reset();
  const auto text = text_of(timing);
  expect_golden("time_coarse_lattice.txt", text);
  EXPECT_THAT(text, AllOf(HasSubstr("below the lattice"), HasSubstr("mean 0, at most 310 ns"),
                          HasSubstr("mean 16.0 µs"), Not(HasSubstr(" 0 ns"))));
}

TEST(TimingText, OfADeadClockShowsTheWallTimeAndNoPass) {
  auto timing = sample_timing();
  timing.profile.labels.clear();
  timing.profile.iterations.clear();
  timing.profile.impediment = {.verdict = result::Verdict::unfit, .reason = "the self-test 'alive' failed"};
  timing.profile.attribution = result::Attribution::no_clock;
  timing.profile.notes = {"this clock cannot be believed"};
  expect_golden("time_unfit.txt", text_of(timing));
}

TEST(TimingText, OfOutputsThatAreWrongShowsNoTimeAtAll) {
  auto timing = sample_timing();
  timing.profile.impediment = {.verdict = result::Verdict::incorrect, .reason = "the arm never wrote 'out'"};
  timing.gate = {.message = "the arm never wrote 'out'", .blocks_checked = 1, .blocks_wrong = 1};
  const auto text = text_of(timing);
  EXPECT_THAT(text, AllOf(HasSubstr("INCORRECT"), Not(HasSubstr("µs")), Not(HasSubstr("wall"))));
}

TEST(TimingText, OfTheSimulatedDeviceSaysSoInEveryLine) {
  auto timing = sample_timing();
  timing.rig.simulated = true;
  const auto text = text_of(timing);
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    EXPECT_EQ(text.compare(at, 9, "SIMULATED"), 0) << text.substr(at, 40);
  }
}

TEST(TimingText, TablesHoldEveryRowAndKeepUnknownCellsEmpty) {
  auto timing = sample_timing();
  expect_golden("time.md.txt", timing_markdown(timing));
  timing.profile.labels[1].total = {.kind = Estimate::Kind::below_lattice, .interval = {0, 310}};
  expect_golden("time.csv.txt", timing_csv_header() + timing_csv_rows(timing));
}

TEST(TimingText, TablesAndLinesNameASoftwareDevice) {
  auto timing = sample_timing();
  timing.rig.software = true;
  EXPECT_THAT(timing_markdown(timing), HasSubstr("software device"));
  EXPECT_THAT(timing_csv_rows(timing), HasSubstr(",true,false,label,"));
  EXPECT_THAT(timing_line("n=4", timing), EndsWith("), on a software device"));
  EXPECT_THAT(timing_summary({}, {{.timing = &timing}}, {}), HasSubstr("pipeline (software)"));
}

TEST(TimingText, OfSeveralOnTheSimulatedDeviceSaysSoInItsHeadingToo) {
  auto timing = sample_timing();
  timing.rig.simulated = true;
  const auto text = timing_summary({}, {{.timing = &timing}, {.problem = "no"}}, {}, "SIMULATED");
  EXPECT_TRUE(testing::every_line_begins_with(text, "SIMULATED"));
  EXPECT_THAT(text, Not(HasSubstr("SIMULATED SIMULATED")));
}

TEST(TimingText, OfSeveralIsALineEach) {
  const auto timing = sample_timing();
  auto broken = sample_timing();
  broken.profile.impediment = {.verdict = result::Verdict::void_run, .reason = "the device was lost"};
  expect_golden("time_summary.txt", timing_summary({"n"},
                                                   {{.at = {"2^16"}, .timing = &timing},
                                                    {.at = {"2^17"}, .timing = &broken},
                                                    {.at = {"2^40"}, .problem = "buffer 'a' is too large"}},
                                                   {.width = 100}));
}

}  // namespace
}  // namespace assay::report
