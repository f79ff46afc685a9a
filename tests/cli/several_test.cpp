// SPDX-License-Identifier: Apache-2.0
// Several comparisons of one command, tables, one run for a capture, completions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/axes.hpp"
#include "cli/command_line.hpp"
#include "cli/completions.hpp"
#include "cli/exit_codes.hpp"
#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Axes, MakeACrossProductWhoseLastAxisRunsFastest) {
  const auto axes = axes_of({"n=2^10, min(n, 4)", "m=1,2"}, {"k=3"});
  ASSERT_TRUE(axes.has_value()) << sentence(axes.error());
  const auto cells = cells_of(*axes);
  ASSERT_TRUE(cells.has_value());
  std::vector<std::string> texts;
  for (const Cell& cell : *cells) texts.push_back(cell_text(cell));
  EXPECT_THAT(texts, ElementsAre("n=2^10, m=1", "n=2^10, m=2", "n=min(n, 4), m=1", "n=min(n, 4), m=2"));
  EXPECT_EQ(cells_of({})->size(), 1U);
}

TEST(Axes, RefuseWhatCannotBeMeant) {
  EXPECT_FALSE(axes_of({"n"}, {}).has_value());
  EXPECT_FALSE(axes_of({"n=1,,2"}, {}).has_value());
  EXPECT_FALSE(axes_of({"n=1", "n=2"}, {}).has_value());
  EXPECT_FALSE(axes_of({"n=1,2"}, {"n=4"}).has_value());
  std::string many = "n=0";
  for (int i = 1; i < 1001; ++i) many += "," + std::to_string(i);
  EXPECT_FALSE(cells_of(*axes_of({many}, {})).has_value());
}

TEST(ExitCodes, TheMostSeriousOfSeveralDecides) {
  const std::vector<int> order{70, 2, 5, 6, 4, 7, 1, 3, 0};
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::vector<int> from(order.begin() + static_cast<std::ptrdiff_t>(i), order.end());
    std::reverse(from.begin(), from.end());
    EXPECT_EQ(most_serious(from), order[i]);
  }
  EXPECT_EQ(most_serious({}), 7);
}

/// What bash offers behind these words, run with the shell itself.
std::string bash_offers(const std::string& words, const std::string& last) {
  const Workplace place;
  const auto script = completions("bash", option_table());
  EXPECT_TRUE(script.has_value());
  place.write("assay.bash", script.value_or(""));
  place.write("ask.bash", "source ./assay.bash\nCOMP_WORDS=(assay " + words + " '" + last +
                              "')\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_assay\necho \"<${COMPREPLY[*]}>\"\n");
  return place.shell("bash ask.bash").output;
}

TEST(Completions, BashOffersVerbsOptionsFilesAndTheFewValuesThereAre) {
  if (!std::filesystem::exists("/bin/bash")) GTEST_SKIP() << "NOT TESTED: no bash";
  EXPECT_EQ(bash_offers("", "comp"), "<compare completions>\n");
  EXPECT_EQ(bash_offers("compare", "--mar"), "<--margin --markdown>\n");
  EXPECT_EQ(bash_offers("compare p.toml --json", "ask"), "<ask.bash>\n");
  EXPECT_EQ(bash_offers("compare p.toml --budget", ""), "<>\n");
  EXPECT_EQ(bash_offers("completions", "f"), "<fish>\n");
  EXPECT_EQ(bash_offers("compare a.wgsl b.wgsl --requires", ""), "<subgroups f16>\n");
}

TEST(Completions, EveryVerbAndOptionIsInTheScriptOfEveryShell) {
  const OptionTable table = option_table();
  ASSERT_GE(table.verbs.size(), 5U);
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const auto script = completions(shell, table);
    ASSERT_TRUE(script.has_value());
    for (const VerbRow& verb : table.verbs) {
      EXPECT_THAT(*script, HasSubstr(verb.name));
      for (const OptionRow& option : verb.options) {
        const std::string& name = option.names.front();
        EXPECT_THAT(*script, HasSubstr(std::string(shell) == "fish" ? "-l " + name.substr(2) : name)) << shell;
      }
    }
  }
  EXPECT_FALSE(completions("tcsh", table).has_value());
}

TEST(Tables, AProbeIsNeverTakenForThePlaceOfATable) {
  const Workplace place;
  place.write("p.toml", "question = 1\n");
  EXPECT_THAT(place.assay({"compare", "--markdown", "p.toml"}).output, HasSubstr("p.toml:1:12: 'question' is of the"));
  EXPECT_THAT(place.assay({"compare", "p.toml", "--csv=p.toml"}).output,
              HasSubstr("--csv: this is called like a probe or a kernel, and would be overwritten"));
  EXPECT_THAT(place.assay({"compare", "p.toml", "--csv", "--markdown"}).output, HasSubstr("only one table"));
}

constexpr const char* kKernel =
    "@group(0) @binding(0) var<storage, read> input: array<u32>;\n"
    "@group(0) @binding(1) var<storage, read_write> output: array<u32>;\n"
    "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) { ";

class Several : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_engine().empty()) GTEST_SKIP() << why_no_engine();
    place.write("a.wgsl", std::string(kKernel) + "output[id.x] = 2u * input[id.x]; }\n");
    place.write("b.wgsl", std::string(kKernel) + "output[id.x] = input[id.x] + input[id.x]; }\n");
    // Right below 8,192 words only.
    place.write("wrong.wgsl", std::string(kKernel) + "output[id.x] = select(2u, 3u, id.x > 8191u) * input[id.x]; }\n");
  }
  Workplace place{};
  [[nodiscard]] Ran compare(const std::string& second, const std::vector<std::string>& more) const {
    std::vector<std::string> words{"compare",      "a.wgsl",     second,         "--buffer", "input:u32[n]",
                                   "--buffer",     "out:u32[n]", "--workgroups", "n/64",     "--quiet",
                                   "--replicates", "1",          "--squares",    "1"};
    words.insert(words.end(), more.begin(), more.end());
    return place.assay(words);
  }
  [[nodiscard]] std::string text_of(const std::string& file) const {
    std::ifstream stream(place.folder() / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
};

TEST_F(Several, AnAxisGivesALineAndARowForEachCellAndTheMostSeriousExitCode) {
  const Ran ran = compare("wrong.wgsl", {"--over", "n=2^12,2^14", "--json", "r.json", "--csv", "t.csv"});
  EXPECT_EQ(ran.exit_code, 5) << ran.output;
  EXPECT_THAT(ran.output,
              AllOf(HasSubstr("n=2^12: UNRESOLVED"), HasSubstr("n=2^14: INCORRECT"), HasSubstr("\nn     verdict ")));
  EXPECT_THAT(text_of("r.json"), HasSubstr("\"params\":{\"n\":4096.0}"));
  EXPECT_THAT(text_of("r-2.json"), HasSubstr("\"params\":{\"n\":16384.0}"));
  EXPECT_THAT(text_of("t.csv"), AllOf(HasSubstr(",n=4096,"), HasSubstr(",n=16384,")));
}

TEST_F(Several, AMarkdownTableOnStdoutStandsThereAlone) {
  const Ran ran = compare("b.wgsl", {"--set", "n=2^12", "--json", "r.json", "--markdown"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_EQ(ran.output.rfind("| verdict | B against A | at |", 0), 0U) << ran.output;
  EXPECT_EQ(std::count(ran.output.begin(), ran.output.end(), '\n'), 3);
}

TEST_F(Several, TheSameEngineTwiceIsRefused) {
  const Ran ran = compare("b.wgsl", {"--set", "n=2^12", "--engine", "wgpu-native", "--engine", "wgpu-native"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("--engine: the same engine twice"));
}

TEST_F(Several, TwoEnginesGiveOneLineEachAndAMissingOneStopsNoOther) {
  const Ran ran = compare("b.wgsl", {"--set", "n=2^12", "--json", "r.json", "--engine", "wgpu-native", "--engine",
                                     "wgpu-native@no such adapter"});
  EXPECT_NE(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("wgpu-native: UNRESOLVED"), HasSubstr("\nengine  ")));
  EXPECT_TRUE(std::filesystem::exists(place.folder() / "r.json"));
}

TEST_F(Several, OneRunForACaptureNamesItsPassesAndGivesNoTime) {
  const std::vector<std::string> once{"compare",    "a.wgsl",       "b.wgsl", "--buffer", "input:u32[n]", "--buffer",
                                      "out:u32[n]", "--workgroups", "n/64",   "--set",    "n=2^12",       "--once"};
  const Ran ran = place.assay(once);
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("gates       passed"), HasSubstr("ran once    a: a\n            b: b\n"),
                                Not(HasSubstr(" ms")), Not(HasSubstr("µs"))));
  auto wrong = once;
  wrong[2] = "wrong.wgsl";
  wrong[10] = "n=2^14";
  const Ran refused = place.assay(wrong);
  EXPECT_EQ(refused.exit_code, 5) << refused.output;
  EXPECT_THAT(refused.output, AllOf(HasSubstr("FAILED"), Not(HasSubstr("ran once"))));
}

}  // namespace
}  // namespace assay::cli
