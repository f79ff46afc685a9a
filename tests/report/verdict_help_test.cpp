// SPDX-License-Identifier: Apache-2.0
#include "report/verdict_help.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "error/error.hpp"
#include "report/golden.hpp"

namespace assay::report {
namespace {

using result::Verdict;
using ::testing::HasSubstr;

TEST(VerdictHelp, ReadsLikeItsGolden) { testing::expect_golden("help_verdicts.txt", verdict_help_text({.width = 80})); }

TEST(VerdictHelp, ExplainsEveryWordOnceInTheOrderOfTesting) {
  ASSERT_EQ(verdict_help().size(), 7U);
  for (std::size_t i = 0; i < verdict_help().size(); ++i) {
    EXPECT_EQ(verdict_help()[i].verdict, static_cast<Verdict>(i));
    EXPECT_FALSE(verdict_help()[i].next.empty());
  }
}

TEST(VerdictHelp, AgreesWithTheExitCodesOfErrors) {
  EXPECT_EQ(verdict_help(Verdict::incorrect).exit_code, exit_code(Fault::incorrect));
  EXPECT_EQ(verdict_help(Verdict::void_run).exit_code, exit_code(Fault::broken_run));
  EXPECT_EQ(verdict_help(Verdict::unfit).exit_code, exit_code(Fault::unfit));
}

TEST(VerdictHelp, FailsABuildOnlyWithTheGate) {
  EXPECT_EQ(verdict_help(Verdict::slower).exit_code, 0);
  EXPECT_EQ(verdict_help(Verdict::slower).gate_exit_code, 1);
  EXPECT_EQ(verdict_help(Verdict::unresolved).gate_exit_code, 3);
  EXPECT_EQ(verdict_help(Verdict::null).gate_exit_code, 0);
}

TEST(VerdictPage, ExplainsEveryWord) {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/docs/verdicts.md");
  std::ostringstream page;
  page << file.rdbuf();
  for (const VerdictHelp& help : verdict_help()) {
    EXPECT_THAT(page.str(), HasSubstr("\n## " + std::string(result::word(help.verdict)) + "\n"));
  }
}

}  // namespace
}  // namespace assay::report
