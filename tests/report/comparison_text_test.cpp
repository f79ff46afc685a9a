// SPDX-License-Identifier: Apache-2.0
#include "report/comparison_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "report/golden.hpp"
#include "report/sample_comparison.hpp"
#include "report/text_layout.hpp"
#include "report/verdict_sentence.hpp"

namespace assay::report {
namespace {

using result::Comparison;
using result::Verdict;
using testing::expect_golden;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::sample;
using ::testing::StartsWith;

constexpr Verdict kAllVerdicts[] = {Verdict::incorrect, Verdict::void_run, Verdict::unfit,     Verdict::null,
                                    Verdict::faster,    Verdict::slower,   Verdict::unresolved};

std::string text_of(const Comparison& comparison, std::size_t width = 100) {
  return comparison_text(comparison, {.width = width}, "results/2026-11-30.json");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A number followed by a unit of time.
bool shows_a_time(const std::string& text) {
  std::istringstream words(text);
  for (std::string previous, word; words >> word; previous = word) {
    while (!word.empty() && std::string(",;:).").find(word.back()) != std::string::npos) word.pop_back();
    const bool unit = word == "ns" || word == "µs" || word == "ms" || word == "s";
    if (unit && !previous.empty() && previous.back() >= '0' && previous.back() <= '9') return true;
  }
  return false;
}

std::string without_escape_sequences(const std::string& text) {
  std::string plain;
  bool escape = false;
  for (const char c : text) {
    if (c == '\x1b') escape = true;
    if (!escape) plain += c;
    if (escape && c == 'm') escape = false;
  }
  return plain;
}

bool shows_nan_infinity_or_negative_zero(const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    while (!word.empty() && std::string(",;:).").find(word.back()) != std::string::npos) word.pop_back();
    if (word.find("nan") != std::string::npos || word == "inf" || word == "-inf") return true;
    if (word.size() > 1 && word.front() == '-' && word.find_first_not_of("-0.") == std::string::npos) return true;
  }
  return false;
}

class EveryVerdict : public ::testing::TestWithParam<Verdict> {};

TEST_P(EveryVerdict, ReadsLikeItsGolden) {
  expect_golden("compare_" + std::string(result::word(GetParam())) + ".txt", text_of(sample(GetParam())));
}

TEST_P(EveryVerdict, StaysInsideTheWidth) {
  for (const std::size_t width : {40U, 60U, 80U, 120U}) {
    for (const std::string& line : lines_of(text_of(sample(GetParam()), width))) {
      EXPECT_LE(display_width(line), width) << line;
    }
  }
}

TEST_P(EveryVerdict, KeepsItsWordsInColor) {
  const std::string plain = text_of(sample(GetParam()));
  const std::string colored =
      comparison_text(sample(GetParam()), {.width = 100, .color = ColorMode::always}, "results/2026-11-30.json");
  EXPECT_THAT(colored, HasSubstr("\x1b["));
  EXPECT_EQ(without_escape_sequences(colored), plain);
  EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
}

TEST_P(EveryVerdict, R34_PrintsNoNanAndNoNegativeZero) {
  Comparison c = sample(GetParam());
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  c.judgement.effect = kNan;
  c.judgement.interval = {kNan, kNan};
  c.judgement.band = {kNan, std::numeric_limits<double>::infinity()};
  c.judgement.replicates = {kNan, -0.0};
  for (auto& arm : c.arms) arm.median_trial_ns = arm.first_over_plateau = kNan;
  c.certificate.lattice_ns = c.certificate.empty_pass_ns = kNan;
  c.rates["bytes"] = kNan;
  c.duty = c.seconds = kNan;
  const std::string text = text_of(c);
  EXPECT_FALSE(shows_nan_infinity_or_negative_zero(text)) << text;
}

TEST_P(EveryVerdict, SaysSimulatedInEveryLineOfASimulatedDevice) {
  Comparison c = sample(GetParam());
  c.rig.engine = "sim";
  c.rig.simulated = true;
  for (const std::string& line : lines_of(text_of(c))) EXPECT_THAT(line, StartsWith("SIMULATED "));
}

TEST(ComparisonText, AFloorOfNothingSaysThatTheLatticeHidesIt) {
  auto comparison = sample(Verdict::slower);
  comparison.judgement.band = {0, 0};
  comparison.certificate.lattice_ns = 65536;
  const auto text = text_of(comparison);
  EXPECT_THAT(text, HasSubstr("the duplicates read alike in most squares"));
  EXPECT_THAT(text, Not(HasSubstr("± 0.00000 %")));
}

TEST(ComparisonText, OfASimulatedDeviceReadsLikeItsGolden) {
  expect_golden("compare_simulated.txt", text_of(testing::simulated_comparison()));
}

INSTANTIATE_TEST_SUITE_P(All, EveryVerdict, ::testing::ValuesIn(kAllVerdicts),
                         [](const auto& verdict) { return std::string(result::word(verdict.param)); });

TEST(ComparisonText, PublishesNoTimeWhenIncorrect) {
  EXPECT_FALSE(shows_a_time(text_of(sample(Verdict::incorrect)))) << text_of(sample(Verdict::incorrect));
}

TEST(ComparisonText, PublishesNoTimeWhenVoid) {
  EXPECT_FALSE(shows_a_time(text_of(sample(Verdict::void_run)))) << text_of(sample(Verdict::void_run));
}

TEST(ComparisonText, T01_DeadStampsAreUnfitAndNeverZeroNanoseconds) {
  const std::string text = text_of(sample(Verdict::unfit));
  EXPECT_THAT(text, StartsWith("UNFIT"));
  EXPECT_FALSE(shows_a_time(text)) << text;
}

TEST(ComparisonText, PublishesNoEffectWithoutATime) {
  for (const Verdict verdict : {Verdict::incorrect, Verdict::void_run, Verdict::unfit}) {
    Comparison c = testing::slower_comparison();
    c.judgement.verdict = verdict;
    c.predicted.reset();
    EXPECT_THAT(text_of(c), Not(HasSubstr("%")));
  }
}

TEST(ComparisonText, TellsWhatToDoNextWhenNothingWasSettled) {
  for (const Verdict verdict : {Verdict::incorrect, Verdict::void_run, Verdict::unfit, Verdict::unresolved}) {
    EXPECT_THAT(text_of(sample(verdict)), HasSubstr("\nnext "));
  }
}

TEST(ComparisonText, TellsHowToGoOnAfterAnInterruptionAndNotToQuietenTheMachine) {
  Comparison c = sample(Verdict::void_run);
  c.command = "assay compare sum.toml --budget 10min";
  c.ended_by = result::Impediment{.verdict = Verdict::void_run, .reason = "interrupted", .interrupted = true};
  const std::string text = text_of(c, 0);
  EXPECT_THAT(text, HasSubstr("\nnext        run the same command again"));
  EXPECT_THAT(text, HasSubstr("\n            assay compare sum.toml --budget 10min\n"));
  EXPECT_THAT(text, Not(HasSubstr("quiet machine")));
  EXPECT_THAT(text, HasSubstr("VOID        this run was interrupted"));
}

TEST(ComparisonText, TellsThatAGateWasNotRun) {
  Comparison c = sample(Verdict::void_run);
  c.gate = {};
  EXPECT_THAT(text_of(c), HasSubstr("\ngates       not run\n"));
}

TEST(ComparisonText, BeginsWithTheVerdict) { EXPECT_THAT(text_of(sample(Verdict::slower)), StartsWith("SLOWER ")); }

TEST(ComparisonText, TellsADifferenceInPassesAboveTheVerdict) {
  const std::string text = text_of(sample(Verdict::faster));
  EXPECT_THAT(text, StartsWith("note        the arms differ in passes: tree has 1, subgroup has 2\nFASTER"));
}

TEST(ComparisonText, TellsASignThatIsResolvedBelowTheMargin) {
  EXPECT_THAT(text_of(sample(Verdict::null), 0), HasSubstr("subgroup is 0.299 % slower, below the margin"));
}

TEST(ComparisonText, TellsNoSignInsideTheBand) {
  Comparison c = sample(Verdict::null);
  c.judgement.band = {-0.005, 0.005};
  EXPECT_THAT(text_of(c), Not(HasSubstr("below the margin")));
}

TEST(ComparisonText, SaysPlainlyThatADeviceIsSoftware) {
  Comparison c = sample(Verdict::slower);
  c.rig.adapter = "llvmpipe (LLVM 15.0.6, 256 bits)";
  c.rig.driver = "Mesa 25.0.7";
  c.rig.software = true;
  c.rig.toggles = {"bare"};
  EXPECT_THAT(text_of(c), HasSubstr("software device: these times say nothing about a GPU"));
  expect_golden("compare_software_device.txt", text_of(c));
}

TEST(ComparisonText, CountsTheLatticeIntoShortSlots) {
  Comparison c = sample(Verdict::unresolved);
  c.certificate.lattice_ns = 65536;
  c.schedule.trials = 4;
  c.schedule.dither = true;
  c.schedule.location = result::Location::sum;
  const std::string text = text_of(c);
  EXPECT_THAT(text, HasSubstr("median 52.35 µs a trial ± 16.4 µs of lattice"));
  EXPECT_THAT(text, HasSubstr("lattice 65,536 ns"));
  expect_golden("compare_coarse_lattice.txt", text);
}

TEST(ComparisonText, TellsTheStateOfTheCacheWhereItWasAskedFor) {
  Comparison c = sample(Verdict::slower);
  for (auto& arm : c.arms) arm.working_set_bytes = 4U << 20U;
  c.schedule.cache = result::CacheRecord{.asked = "cold",
                                         .state = result::CacheState::cold,
                                         .least_bytes = 50U << 20U,
                                         .most_bytes = 50U << 20U,
                                         .declared = true,
                                         .written_bytes = 100U << 20U,
                                         .copy_bytes_per_second = 4e12};
  expect_golden("compare_cold.txt", text_of(c));
}

TEST(ComparisonText, R40_ARateThatTheCacheServesSaysSoBesideIt) {
  Comparison c = sample(Verdict::slower);
  for (auto& arm : c.arms) arm.working_set_bytes = 4U << 20U;
  c.schedule.cache = result::CacheRecord{.state = result::CacheState::repeated,
                                         .least_bytes = 32U << 20U,
                                         .most_bytes = 64U << 20U,
                                         .copy_bytes_per_second = 4e12};
  EXPECT_THAT(text_of(c), HasSubstr("(cache-resident)"));
  EXPECT_THAT(text_of(c), Not(HasSubstr("of a large copy")));
  EXPECT_THAT(
      comparison_text(c, {.width = 400}, "", Detail::full),
      HasSubstr("cache       repeated: the trials of a slot follow each other and find what the one before left; "
                "working set 4 MiB, a last-level cache of 32 MiB to 64 MiB (calibrated)"));
}

TEST(ComparisonText, T23_SaysNotKnownForWhatIsMissing) {
  Comparison c;
  c.judgement.verdict = Verdict::unresolved;
  c.arms.resize(2);
  const std::string text = text_of(c);
  EXPECT_THAT(text, HasSubstr("nothing can be said about B against A yet"));
  EXPECT_FALSE(shows_a_time(text)) << text;
  expect_golden("compare_missing_numbers.txt", text);
}

TEST(ComparisonText, SurvivesARecordWithoutArms) {
  for (const Verdict verdict : kAllVerdicts) {
    Comparison c;
    c.judgement.verdict = verdict;
    EXPECT_FALSE(text_of(c).empty());
  }
}

TEST(ComparisonText, TellsVeryLongNamesApart) {
  Comparison c = sample(Verdict::slower);
  const std::string stem = "reduction_with_a_name_that_goes_on_and_on_" + std::string(300, 'x');
  c.arms[0].name = stem + "_tree";
  c.arms[1].name = stem + "_subgroup";
  c.rig.adapter = std::string(500, 'G');
  const std::string text = text_of(c, 80);
  EXPECT_THAT(text, HasSubstr("_tree"));
  EXPECT_THAT(text, HasSubstr("_subgroup"));
  expect_golden("compare_long_names.txt", text);
}

TEST(ComparisonText, TellsNamesApartThatOnlyDifferInTheMiddle) {
  Comparison c = sample(Verdict::slower);
  c.arms[0].name = std::string(50, 'x') + '1' + std::string(50, 'x');
  c.arms[1].name = std::string(50, 'x') + '2' + std::string(50, 'x');
  const ArmNames names = arm_names(c);
  EXPECT_NE(names.a, names.b);
}

TEST(ComparisonText, KeepsOtherScriptsAndAlignsThem) {
  Comparison c = sample(Verdict::faster);
  c.arms[0].name = "größe-縮約";
  c.arms[1].name = "сумма";
  c.arms[1].passes = 1;
  c.warnings = {"la machine était occupée (charge 1,9)"};
  expect_golden("compare_other_scripts.txt", text_of(c, 80));
}

TEST(ComparisonText, SaysThatTwoReplicatesCarryNoVerdict) {
  Comparison c = sample(Verdict::unresolved);
  c.judgement.replicates.resize(2);
  c.judgement.squares = 32;
  c.judgement.void_squares = 0;
  c.judgement.interval = {};
  c.judgement.reasons = {"2 replicates only: a verdict needs 3"};
  expect_golden("compare_two_replicates.txt", text_of(c));
}

TEST(ComparisonText, BoundsAFloodOfReasonsAndWarnings) {
  Comparison c = sample(Verdict::slower);
  c.judgement.reasons.assign(20, std::string(100000, 'r'));
  c.warnings.assign(1000, "w");
  const std::string text = text_of(c);
  EXPECT_LT(lines_of(text).size(), 100U);
  EXPECT_THAT(text, HasSubstr("and 12 more in the JSON"));
}

TEST(ComparisonText, ComparesThePredictionWithWhatWasMeasured) {
  Comparison c = sample(Verdict::slower);
  EXPECT_THAT(text_of(c), HasSubstr("predicted -13 % … -5 %; measured +4.87 %, not as predicted"));
  c.predicted = {0.0, 0.05};
  EXPECT_THAT(text_of(c), HasSubstr("predicted 0 % … +5 %; measured +4.87 %, as predicted"));
}

TEST(ComparisonText, NeverBreaksThePathOfTheJson) {
  const std::string path = "/home/somebody/a folder with spaces/" + std::string(100, 'p') + "/result.json";
  EXPECT_THAT(comparison_text(sample(Verdict::slower), {.width = 60}, path), HasSubstr(path + "\n"));
}

TEST(ComparisonText, ReadsRatesFromBytesAndTime) {
  EXPECT_THAT(text_of(sample(Verdict::slower)), HasSubstr("tree: median 52.35 µs a trial, 80.2 GB/s"));
}

TEST(ComparisonText, ASummaryIsAboutTenLinesAndKeepsVerdictIntervalFloorAndGates) {
  for (const auto verdict : {result::Verdict::slower, result::Verdict::null}) {
    const std::string text = comparison_text(sample(verdict), {.width = 100}, "kept.json", Detail::summary);
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 13) << text;
    for (const char* label : {"because", "floor", "time A", "time B", "gates", "rig", "kept"}) {
      EXPECT_THAT(text, HasSubstr(label));
    }
    EXPECT_THAT(text, Not(HasSubstr("replicates  ")));
    expect_golden("summary_" + std::string(result::word(verdict)) + ".txt", text);
  }
}

}  // namespace
}  // namespace assay::report
