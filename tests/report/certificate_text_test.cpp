// SPDX-License-Identifier: Apache-2.0
#include "report/certificate_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/golden.hpp"
#include "report/sample_comparison.hpp"

namespace assay::report {
namespace {

using result::Certificate;
using result::CertificateItem;
using ::testing::HasSubstr;

TEST(CertificateText, ReadsLikeItsGolden) {
  Certificate certificate = testing::slower_comparison().certificate;
  certificate.items[1].value = "lattice 32 ns over 512 stamps";
  certificate.items.push_back({.name = "position",
                               .state = CertificateItem::State::failed,
                               .value = "the first of 8 equal passes reads 3.1 × the others",
                               .rule = "all within 5 %",
                               .forbids = "comparing passes by their place"});
  certificate.items.push_back(
      {.name = "floor", .state = CertificateItem::State::not_run, .value = "the engine does not survive the question"});
  testing::expect_golden("certificate.txt", certificate_text(certificate, {.width = 100}));
}

TEST(CertificateText, BeginsEveryLineWithItsMark) {
  const std::string text = certificate_text(testing::unfit_comparison().certificate, {.width = 60}, "SIMULATED");
  testing::expect_golden("certificate_simulated.txt", text);
  EXPECT_TRUE(testing::every_line_begins_with(text, "SIMULATED"));
}

TEST(CertificateText, PutsRemarksUnderItsOwnLabelsAndBreaksNoPath) {
  const std::string text =
      certificate_text(testing::unfit_comparison().certificate, {.width = 40}, "",
                       {{.label = "rig", .text = "an engine on a device with a name that is long"},
                        {.label = "kept", .text = "for 24 hours, as /a/path/that/is/long.json", .on_one_line = true}});
  EXPECT_THAT(text, HasSubstr("\nrig       an engine on a device with a\n          name that is long\n"));
  EXPECT_THAT(text, HasSubstr("\nkept      for 24 hours, as /a/path/that/is/long.json\n"));
}

TEST(CertificateText, TellsWhatADeadClockForbids) {
  const std::string text = certificate_text(testing::unfit_comparison().certificate, {.width = 100});
  EXPECT_THAT(text, HasSubstr("FAILED: begin 0, end 0; passing means 0 < begin < end; this forbids every reading"));
  EXPECT_THAT(text, HasSubstr("unfit to compare"));
}

TEST(CertificateText, OfNothingIsUnfitAndKnowsNoNumber) {
  const std::string text = certificate_text({}, {.width = 100});
  EXPECT_THAT(text, HasSubstr("lattice not known"));
  EXPECT_THAT(text, HasSubstr("unfit to compare"));
}

}  // namespace
}  // namespace assay::report
