// SPDX-License-Identifier: Apache-2.0
#include "result/certificate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::result {
namespace {

using State = CertificateItem::State;

Certificate good() {
  Certificate certificate;
  for (const char* name : {"barrier", "digest", "alive", "lattice", "unit", "decomposition", "position", "floor"}) {
    certificate.items.push_back({.name = name, .state = State::passed});
  }
  certificate.alive = true;
  certificate.stamp_ns = 1;
  certificate.lattice_ns = 32;
  return certificate;
}
CertificateItem& item(Certificate& certificate, const std::string& name) {
  return const_cast<CertificateItem&>(*certificate.find(name));
}

TEST(Certificate, IsFitWhenEverythingPassed) {
  EXPECT_TRUE(good().fit_to_compare());
  EXPECT_EQ(good().why_unfit(), "");
}

TEST(Certificate, TellsABusyMachineFromABrokenClock) {
  Certificate certificate = good();
  auto& decomposition = item(certificate, "decomposition");
  EXPECT_EQ(certificate.why_busy(), "");
  decomposition.state = State::failed;
  decomposition.numbers[kRepeatsItem] = 1.02;
  EXPECT_EQ(certificate.why_busy(), "") << "repeats agree: the clock is at fault";
  decomposition.numbers[kRepeatsItem] = 3.14;
  EXPECT_FALSE(certificate.fit_to_compare());
  EXPECT_NE(certificate.why_busy().find("the machine was busy: repeats of one and the same pass"), std::string::npos);
  item(certificate, "unit").state = State::failed;
  EXPECT_EQ(certificate.why_busy(), "") << "another self-test failed before it";
}

TEST(Certificate, IsUnfitWhenStampsAreRoundedApartOrNotWrittenAgain) {
  for (const char* name : {"rounding", "reset"}) {
    Certificate certificate = good();
    EXPECT_TRUE(certificate.fit_to_compare());  // certificates of before there were these items stay what they were
    certificate.items.push_back({.name = name, .state = State::failed});
    EXPECT_FALSE(certificate.fit_to_compare()) << name;
  }
}

TEST(Certificate, FindsAnItemByNameOrNone) {
  EXPECT_EQ(good().find("unit")->name, "unit");
  EXPECT_EQ(good().find("colour"), nullptr);
}

TEST(Certificate, IsUnfitWhenARequiredItemFailedOrWasNotRun) {
  for (const char* name : {"barrier", "digest", "alive", "unit"}) {
    for (const State state : {State::failed, State::not_run}) {
      Certificate certificate = good();
      item(certificate, name).state = state;
      EXPECT_FALSE(certificate.fit_to_compare()) << name;
      EXPECT_NE(certificate.why_unfit().find(name), std::string::npos);
    }
    Certificate certificate = good();
    std::erase_if(certificate.items, [&](const auto& each) { return each.name == name; });
    EXPECT_FALSE(certificate.fit_to_compare()) << name;
  }
}

TEST(Certificate, IsUnfitWithoutALatticeOrAUnit) {
  Certificate certificate = good();
  certificate.lattice_ns.reset();
  EXPECT_EQ(certificate.why_unfit(), "the lattice of the clock is not known");
  certificate = good();
  certificate.stamp_ns = std::nan("");
  EXPECT_EQ(certificate.why_unfit(), "the unit of the clock is not known");
  certificate = good();
  certificate.alive = false;
  EXPECT_FALSE(certificate.fit_to_compare());
}

TEST(Certificate, IsUnfitWhenPassesCannotBeToldApart) {
  Certificate certificate = good();
  item(certificate, "decomposition") = {.name = "decomposition",
                                        .state = State::failed,
                                        .value = "heavy / light = 1.0",
                                        .forbids = "telling passes apart"};
  EXPECT_EQ(certificate.why_unfit(),
            "the self-test 'decomposition' failed: heavy / light = 1.0; this forbids telling passes apart");
}

TEST(Certificate, StaysFitWhenAReportedItemFailedOrWasNotRun) {
  Certificate certificate = good();
  item(certificate, "floor").state = State::failed;
  item(certificate, "position") = {.name = "position", .state = State::failed, .forbids = "comparing by place"};
  item(certificate, "decomposition").state = State::not_run;
  EXPECT_TRUE(certificate.fit_to_compare());
}

TEST(Certificate, NamesTheFailureRatherThanWhatWasNotRunForIt) {
  Certificate certificate = good();
  item(certificate, "barrier").state = State::not_run;
  item(certificate, "unit") = {.name = "unit", .state = State::failed, .value = "share of wall 32.1"};
  EXPECT_EQ(certificate.why_unfit(), "the self-test 'unit' failed: share of wall 32.1");
}

TEST(Certificate, IsUnfitWhenNothingWasRun) {
  EXPECT_EQ(Certificate{}.why_unfit(), "the self-test 'barrier' was not run");
}

}  // namespace
}  // namespace assay::result
