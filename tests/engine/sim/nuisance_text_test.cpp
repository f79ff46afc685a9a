// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/sim/nuisances.hpp"

namespace assay::engine::sim {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Nuisances parsed(const std::string& text) {
  const auto nuisances = parse_nuisances(text);
  if (nuisances) return *nuisances;
  ADD_FAILURE() << sentence(nuisances.error());
  return {};
}

std::string refusal(const std::string& text) {
  const auto nuisances = parse_nuisances(text);
  if (!nuisances) {
    EXPECT_EQ(nuisances.error().fault, Fault::bad_input);
    return sentence(nuisances.error());
  }
  ADD_FAILURE() << text << " was accepted";
  return {};
}

TEST(NuisanceText, NothingIsAQuietHealthyDevice) { EXPECT_EQ(parsed(""), Nuisances{}); }

TEST(NuisanceText, ReadsPercentagesTimesAndCounts) {
  const auto nuisances = parsed("drift=2%,quantum=65536, noise = 1.5 %,lost-after=800ms,seed=7,clock=dead");
  EXPECT_DOUBLE_EQ(nuisances.drift, 0.02);
  EXPECT_DOUBLE_EQ(nuisances.quantum_ns, 65536);
  EXPECT_DOUBLE_EQ(nuisances.noise, 0.015);
  EXPECT_DOUBLE_EQ(nuisances.lost_after_ns, 800e6);
  EXPECT_EQ(nuisances.seed, 7U);
  EXPECT_EQ(nuisances.clock, ClockFault::dead);
}

TEST(NuisanceText, APresetComesFirstAndMayBeChanged) {
  Nuisances expected = rough();
  EXPECT_EQ(parsed("rough"), expected);
  expected.noise = 0.03;
  EXPECT_EQ(parsed("rough,noise=3%"), expected);
  EXPECT_THAT(refusal("noise=3%,rough"), HasSubstr("no such key (found rough"));
}

TEST(NuisanceText, WhatItPrintsItReadsBack) {
  for (const std::string text :
       {"", "rough", "quiet", "rough,quantum=65536,luck=0.5%", "rough,tails=t2,ar=99.5%",
        "period=52.083,counter-bits=36,wrap-after=2.3s,clock=begins-alike,step=10%,step-at=9"}) {
    const auto nuisances = parsed(text);
    EXPECT_EQ(parsed(nuisance_text(nuisances)), nuisances) << nuisance_text(nuisances);
  }
  EXPECT_EQ(nuisance_text({}), "");
}

TEST(NuisanceText, RefusesAKeyThatDoesNotExistAndListsThoseThatDo) {
  EXPECT_THAT(refusal("wobble=2%"),
              AllOf(HasSubstr("no such key (found wobble"), HasSubstr("drift=0%"), HasSubstr("quantum=1 ")));
}

TEST(NuisanceText, RefusesAValueWithWhatIsAllowed) {
  EXPECT_THAT(refusal("drift=2"), AllOf(HasSubstr("drift"), HasSubstr("found 2;"), HasSubstr("0% to 1000%")));
  EXPECT_THAT(refusal("noise=-1%"), HasSubstr("0% to 100%"));
  EXPECT_THAT(refusal("quantum=0"), HasSubstr("1 to 1e+13 ns"));
  EXPECT_THAT(refusal("quantum=5 furlongs"), HasSubstr("with us, ms, s"));
  EXPECT_THAT(refusal("seed=-1"), HasSubstr("a whole number from 0"));
  EXPECT_THAT(refusal("counter-bits=65"), HasSubstr("from 20 to 64"));
  EXPECT_THAT(refusal("clock=sundial"), HasSubstr("healthy, dead, frozen, issued, begins-alike"));
  EXPECT_THAT(refusal("drift"), HasSubstr("found nothing"));
  EXPECT_THAT(refusal("drift=nan%"), HasSubstr("0% to"));
}

TEST(NuisanceText, HelpListsEveryKeyWithItsDefaultAndMeaning) {
  EXPECT_THAT(refusal("help"), AllOf(HasSubstr("rough, quiet"), HasSubstr("noise=0.05% (sd of one slot)"),
                                     HasSubstr("hang-after=0 (until the device hangs")));
}

}  // namespace
}  // namespace assay::engine::sim
