// SPDX-License-Identifier: Apache-2.0
// docs/rejected-procedures.md with small counts. Seeds are fixed, so each of these passes always or never; the bounds
// leave room for what chance does at the shares of the full table (binomial, 1 in 1,000).
#include "rejected_procedures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace assay::bench {
namespace {

constexpr std::size_t kComparisons = 60;

ProcedureTally tried(std::string_view procedure, std::string_view scene) {
  const auto p = std::ranges::find(procedures(), procedure, &NamedProcedure::name);
  const auto s = std::ranges::find(scenes(), scene, &Scene::name);
  if (p == procedures().end() || s == scenes().end()) {
    ADD_FAILURE() << "there is no " << procedure << " or no " << scene;
    return {};
  }
  return try_procedure(*p, *s, kComparisons, 1);
}

TEST(RejectedProcedures, SeparateRunsCallNearlyAllEqualCodeDifferent) {
  EXPECT_GE(tried("separate runs", "rough, same code").wrong, 53U);
}

TEST(RejectedProcedures, TakingTurnsWithoutAnIntervalCallsEqualCodeDifferentInAThird) {
  EXPECT_GE(tried("ABAB, medians", "rough, same code").wrong, 8U);
  EXPECT_GE(tried("AABB, means", "rough, same code").wrong, 31U);
}

TEST(RejectedProcedures, StoppingAtTheFirstSignificanceFindsWhatIsNotThere) {
  EXPECT_GE(tried("stop when significant", "rough, same code").wrong, 8U);
}

TEST(RejectedProcedures, OneCorrectionMovesItsOwnErrorIntoEveryEffect) {
  EXPECT_GE(tried("one correction", "rough, same code").wrong, 12U);
}

TEST(RejectedProcedures, AllocationsThatAreKeptOrAnArmsOwnLendItTheirLuck) {
  constexpr auto kScene = "luck 0.5 % an allocation, same code";
  EXPECT_GE(tried("allocations kept", kScene).wrong, 53U);
  EXPECT_GE(tried("pool per arm", kScene).wrong, 4U);
  EXPECT_LE(tried("one process", kScene).wrong, 1U) << "drawn anew from one pool";
}

TEST(RejectedProcedures, ANeutralLeadInLeavesTheSelfPairOut) {
  constexpr auto kScene = "B leaves 2 %, same code";
  EXPECT_EQ(tried("neutral lead-in", kScene).wrong, kComparisons);
  EXPECT_LE(tried("one process", kScene).wrong, 10U);
}

TEST(RejectedProcedures, TwoProcessesAgreeOnLuckInNearlyHalfTheCases) {
  constexpr auto kScene = "luck 0.5 % a process, same code";
  EXPECT_GE(tried("two that agree", kScene).wrong, 16U);
  EXPECT_LE(tried("what ships", kScene).wrong, 5U);
}

TEST(RejectedProcedures, WhatShipsIsWrongInNoneAndFindsTheOnePercent) {
  for (const auto* scene : {"rough, same code", "rough, 65,536 ns, same code", "luck 0.5 % an allocation, same code",
                            "B leaves 2 %, same code"}) {
    EXPECT_EQ(tried("what ships", scene).wrong, 0U) << scene;
  }
  EXPECT_GE(tried("what ships", "rough, +1 %").right, 58U);
}

}  // namespace
}  // namespace assay::bench
