// SPDX-License-Identifier: Apache-2.0
// The judging table with small counts: the whole procedure against known truths. bench/judging_table.cpp has the full
// counts, docs/judging-table.md what they came to.
//
// The seeds are fixed, so each of these passes always or never; the counts leave room for what chance does at the
// shares of the full table (binomial, 1 in 1,000).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "engine/sim/nuisances.hpp"
#include "protocol/simulated_comparison.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {
namespace {

using engine::sim::Nuisances;
using result::Verdict;
using testing::compare_simulated;
using testing::simulated_plan;

constexpr int kComparisons = 12;

struct Words {
  int null = 0, slower = 0, faster = 0, covered = 0, all = 0;
};

Words judged(const Nuisances& nuisances, double effect) {
  Words words;
  const auto plan = simulated_plan(effect);
  for (std::uint64_t seed = 1; seed <= kComparisons; ++seed) {
    const auto comparison = compare_simulated(plan, nuisances, seed);
    if (!comparison) {
      ADD_FAILURE() << sentence(comparison.error());
      continue;
    }
    ++words.all;
    const auto& judgement = comparison->judgement;
    if (judgement.verdict == Verdict::null) ++words.null;
    if (judgement.verdict == Verdict::slower) ++words.slower;
    if (judgement.verdict == Verdict::faster) ++words.faster;
    const double truth = std::log1p(effect);
    if (judgement.interval.low <= truth && truth <= judgement.interval.high) ++words.covered;
  }
  EXPECT_EQ(words.all, kComparisons);
  return words;
}

Nuisances coarse() {
  Nuisances nuisances = engine::sim::rough();
  nuisances.quantum_ns = 65536;
  return nuisances;
}

TEST(JudgingTable, TheSameCodeIsNeverFasterOrSlowerOnARoughMachine) {
  const Words words = judged(engine::sim::rough(), 0);
  EXPECT_EQ(words.slower + words.faster, 0);
  EXPECT_GE(words.null, 11);
  EXPECT_GE(words.covered, 9);
}

TEST(JudgingTable, TheSameCodeIsNeverFasterOrSlowerOnACoarseClock) {
  const Words words = judged(coarse(), 0);
  EXPECT_EQ(words.slower + words.faster, 0);
  EXPECT_GE(words.null, 10);
}

TEST(JudgingTable, OnePerCentIsFoundOnARoughMachine) {
  const Words words = judged(engine::sim::rough(), 0.01);
  EXPECT_EQ(words.faster + words.null, 0);
  EXPECT_GE(words.slower, 11);
  EXPECT_GE(words.covered, 9);
}

TEST(JudgingTable, TwoPerCentAreFoundOnACoarseClock) {
  const Words words = judged(coarse(), 0.02);
  EXPECT_EQ(words.faster + words.null, 0);
  EXPECT_GE(words.slower, 11);
}

/// Same code, then one per cent: no wrong direction, and intervals that hold the truth.
void expect_coverage(const Nuisances& nuisances) {
  const Words same = judged(nuisances, 0), slower = judged(nuisances, 0.01);
  EXPECT_EQ(same.slower + same.faster + slower.faster, 0);
  EXPECT_GE(same.covered, 10);
  EXPECT_GE(slower.covered, 10);
}

TEST(JudgingTable, IntervalsHoldTheTruthWhenReadingsAreCorrelated) {
  Nuisances correlated = engine::sim::rough();
  correlated.ar = 0.995;
  expect_coverage(correlated);
}

TEST(JudgingTable, IntervalsHoldTheTruthAcrossAStepInEachSession) {
  Nuisances step = engine::sim::rough();
  step.step = 0.10;
  expect_coverage(step);
}

TEST(JudgingTable, IntervalsHoldTheTruthUnderHeavyTails) {
  Nuisances tails = engine::sim::rough();
  tails.tails = engine::sim::Tails::t2;
  expect_coverage(tails);
}

TEST(JudgingTable, TheLuckOfAProcessIsSeldomTakenForADifference) {
  Nuisances lucky = engine::sim::quiet();
  lucky.luck = 0.005;
  const Words words = judged(lucky, 0);
  EXPECT_LE(words.slower + words.faster, 2);
  EXPECT_GE(words.null, 3);
}

}  // namespace
}  // namespace assay::protocol
