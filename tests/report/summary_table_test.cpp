// SPDX-License-Identifier: Apache-2.0
#include "report/summary_table.hpp"

#include <gmock/gmock.h>

#include "report/comparison_table.hpp"
#include "report/comparison_text.hpp"
#include "report/devices_text.hpp"
#include "report/golden.hpp"
#include "report/once_text.hpp"
#include "report/sample_comparison.hpp"

namespace assay::report {
namespace {

using result::Comparison;
using result::Verdict;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::sample;
using ::testing::StartsWith;

constexpr Style kPlain{.width = 100, .color = ColorMode::never};

TEST(SummaryTable, ReadsLikeItsGolden) {
  const Comparison faster = sample(Verdict::faster), unresolved = sample(Verdict::unresolved),
                   broken = sample(Verdict::void_run);
  testing::expect_golden("summary_table.txt",
                         summary_table({"n", "engine"},
                                       {{.at = {"2^10", "wgpu-native"}, .comparison = &unresolved},
                                        {.at = {"2^20", "wgpu-native"}, .comparison = &faster},
                                        {.at = {"2^20", "wgpu-native@llvmpipe"}, .comparison = &broken},
                                        {.at = {"2^40", "wgpu-native"}, .problem = "buffer 'input' is too large"}},
                                       kPlain));
}

TEST(SummaryTable, PublishesNoNumberOfAnArmThatIsIncorrect) {
  const Comparison incorrect = sample(Verdict::incorrect);
  EXPECT_THAT(summary_table({}, {{.comparison = &incorrect}}, kPlain), Not(HasSubstr("%")));
}

TEST(SummaryTable, MarksASimulatedAndASoftwareDeviceInItsLine) {
  Comparison c = sample(Verdict::faster);
  c.rig.simulated = true;
  EXPECT_THAT(summary_table({}, {{.comparison = &c}}, kPlain), HasSubstr("\nSIMULATED FASTER"));
  EXPECT_THAT(summary_line("n=4", c), StartsWith("SIMULATED n=4: FASTER, "));
  c.rig.simulated = false;
  c.rig.software = true;
  EXPECT_THAT(summary_table({}, {{.comparison = &c}}, kPlain), HasSubstr("FASTER (software)"));
}

TEST(EveryReport, ShowsNoControlCharacterThatAnEngineOrADriverSent) {
  Comparison c = sample(Verdict::void_run);
  c.rig.adapter = c.rig.driver = c.rig.engine_version = "x\x1b[2Jy";
  c.replicates.resize(1);
  c.replicates[0].events = {"last words \x1b]0;title\x07"};
  c.judgement.reasons = {"the worker said \x1b[1A"};
  for (const std::string& text :
       {comparison_text(c, kPlain, "kept.json", Detail::full), markdown_row(c), csv_row(c), summary_line("n=4", c),
        summary_table({"n"}, {{.at = {"\x1b"}, .comparison = &c}, {.at = {"4"}, .problem = "\x1b[2J"}}, kPlain),
        devices_text(std::vector<DeviceEntry>{{.rig = c.rig, .problem = "\x1b[2J"}}, kPlain),
        once_text({.message = "\x1b"}, {"\x1b"}, "\x1b")}) {
    EXPECT_THAT(text, Not(HasSubstr("\x1b"))) << text;
  }
}

TEST(SummaryLine, SaysWhyNothingWasMeasured) {
  const Comparison c = sample(Verdict::unfit);
  EXPECT_THAT(summary_line("n=4", c), HasSubstr(c.judgement.reasons.front()));
}

TEST(OnceText, NamesThePassesAndGivesNoTime) {
  const std::string text =
      once_text({.passed = true, .message = "4 instances wrote the same"}, {"tree: reduce", "subgroup: reduce"}, "n=4");
  EXPECT_EQ(text,
            "at          n=4\n"
            "gates       passed: 4 instances wrote the same\n"
            "ran once    tree: reduce\n"
            "            subgroup: reduce\n"
            "time        none: one run is for a debugger and measures nothing\n");
  EXPECT_THAT(once_text({.message = "b never wrote 'out'"}, {}, ""), HasSubstr("FAILED: b never wrote 'out'\nnext "));
}

}  // namespace
}  // namespace assay::report
