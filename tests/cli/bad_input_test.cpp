// SPDX-License-Identifier: Apache-2.0
// Every bad input ends in one sentence that says what to do, and exit code 2.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <ostream>

#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A probe of two equal arms with a few places to break.
std::string probe(const std::string& margin = "margin = \"1 %\"", const std::string& count = "n",
                  const std::string& kernel = "reduce_tree.wgsl", const std::string& bind = "\"input\", \"partials\"",
                  const std::string& workgroups = "\"n/1024\"") {
  const std::string step =
      "steps = [{ kernel = \"" + kernel + "\", bind = [" + bind + "], workgroups = " + workgroups + " }]\n";
  return "question = \"q\"\n" + margin + "\n[params]\nn = 4096\n[buffers]\ninput = { type = \"f32\", count = \"" +
         count +
         "\", fill = { integers = 256, seed = 7 } }\npartials = { type = \"f32\", count = \"ceildiv(n, 1024)\" }\n"
         "[[arm]]\nname = \"A\"\n" +
         step + "[[arm]]\nname = \"B\"\n" + step + "[check]\noutputs = [\"partials\"]\n";
}

struct BadProbe {
  const char* name;
  std::string text;
  const char* says;
};

void PrintTo(const BadProbe& bad, std::ostream* out) { *out << bad.name; }

class BadProbes : public testing::TestWithParam<BadProbe> {};

TEST_P(BadProbes, EndInOneSentenceAndExitCodeTwo) {
  const Workplace place;
  place.write("bad.toml", GetParam().text);
  const Ran ran = place.assay({"compare", "bad.toml", "--quiet"});
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr(GetParam().says));
  EXPECT_THAT(ran.output, HasSubstr("bad.toml:"));
  EXPECT_EQ(std::count(ran.output.begin(), ran.output.end(), '\n'), 1) << ran.output;
}

INSTANTIATE_TEST_SUITE_P(
    Probes, BadProbes,
    testing::Values(
        BadProbe{"UnknownKey", probe("margin = \"1 %\"\ncolour = 3"), "unknown key 'colour'"},
        BadProbe{"UnknownUnit", probe("margin = \"1 furlong\""), "unknown unit"},
        BadProbe{"ExpressionNotWhole", probe("margin = \"1 %\"", "n / 1000"), "is not whole"},
        BadProbe{"ExpressionWithUnknownName", probe("margin = \"1 %\"", "m"), "m"},
        BadProbe{"MissingKernel", probe("margin = \"1 %\"", "n", "reduce_tre.wgsl"), "kernel file is missing"},
        BadProbe{"BindingMismatch", probe("margin = \"1 %\"", "n", "reduce_tree.wgsl", "\"input\""), "partials"},
        BadProbe{"ZeroWorkgroups", probe("margin = \"1 %\"", "n", "reduce_tree.wgsl", "\"input\", \"partials\"", "0"),
                 "nothing to do"},
        BadProbe{"TooManyWorkgroups",
                 probe("margin = \"1 %\"", "n", "reduce_tree.wgsl", "\"input\", \"partials\"", "65536"), "linear"}),
    [](const auto& test) { return test.param.name; });

TEST(BadInput, AMissingProbeIsNamed) {
  const Ran ran = Workplace().assay({"compare", "nowhere.toml"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("nowhere.toml"));
}

TEST(BadInput, AnUnknownVerbPointsToHelp) {
  const Ran ran = Workplace().assay({"measure", "x.toml"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("--help"));
}

TEST(BadInput, AnUnknownVerbIsRefusedWithASuggestionEvenWhereHelpIsAskedFor) {
  const Ran ran = Workplace().assay({"compere", "--help"});
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("assay: no such verb (found compere"));
  EXPECT_THAT(ran.output, HasSubstr("did you mean \"compare\"?"));
  EXPECT_EQ(Workplace().assay({"--help", "nonsense"}).exit_code, 2);
  EXPECT_EQ(Workplace().assay({"compare", "--help"}).exit_code, 0);
}

TEST(BadInput, AnUnknownOptionIsNamedWithTheNearestOneThatExists) {
  const Ran ran = Workplace().assay({"compare", "x.toml", "--buget", "30s"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("assay: compare: no such option (found --buget): did you mean \"--budget\"?"));
}

TEST(BadInput, AnOptionWithoutItsValueAndAMissingArgumentAreSaidInOwnWords) {
  const Ran value = Workplace().assay({"compare", "x.toml", "--seed"});
  EXPECT_EQ(value.exit_code, 2);
  EXPECT_THAT(value.output, HasSubstr("assay: compare: this option needs a value (found --seed)"));
  const Ran file = Workplace().assay({"new"});
  EXPECT_EQ(file.exit_code, 2);
  EXPECT_THAT(file.output, HasSubstr("assay: new: an argument is missing (allowed: file, where to write it"));
  const Ran many = Workplace().assay({"new", "x.toml", "y.toml"});
  EXPECT_EQ(many.exit_code, 2);
  EXPECT_THAT(many.output, HasSubstr("assay: new: one argument too many (found y.toml)"));
}

TEST(BadInput, ASwitchTakesNoValueSoThatAGateIsNeverOffByMistake) {
  const Ran ran = Workplace().assay({"compare", "x.toml", "--gate=false"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("this option takes no such value (found --gate)"));
}

TEST(BadInput, AnOptionWithAValueLeavesTheProbeBehindItAlone) {
  const Ran ran = Workplace().assay({"plan", "--set", "n=1", "x.toml"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("x.toml: there is no such probe file"));
}

TEST(BadInput, AFileNameCannotWriteOverTheSentenceAboutIt) {
  const Ran ran = Workplace().assay({"plan", "x\x1b[2J.toml"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, Not(HasSubstr("\x1b")));
}

TEST(BadInput, ABudgetWithoutAUnitAsksForOne) {
  const Ran ran = Workplace().assay({"compare", "x.toml", "--budget", "60"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("like 30s"));
}

TEST(BadInput, AReplayTakesNoProbe) {
  const Ran ran = Workplace().assay({"compare", "x.toml", "--replay", "y.json"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("a replay runs nothing"));
}

TEST(BadInput, AFolderIsNoResultToReplay) {
  const Ran ran = Workplace().assay({"compare", "--replay", "."});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr(".: there is no such file: name a file that Assay has kept"));
}

TEST(BadInput, APlaceThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured) {
  const Ran ran = Workplace().assay({"compare", "x.toml", "--json", "nowhere/x.json"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("no result can be written there"));
}

TEST(BadInput, AMissingEngineLibraryIsNamed) {
  const Workplace place;
  place.write("good.toml", probe());
  const Ran ran = place.assay({"compare", "good.toml", "--quiet", "--library", "/nonexistent/libengine.so"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("/nonexistent/libengine.so"));
}

TEST(BadInput, ALibraryOfAnotherKindIsRefusedByItsMissingFunction) {
  const Workplace place;
  place.write("good.toml", probe());
  // Any shared library that is no engine: the one that holds the C++ runtime of this very test.
  Dl_info facts{};
  ASSERT_NE(dladdr(reinterpret_cast<void*>(&std::terminate), &facts), 0);
  const Ran ran = place.assay({"compare", "good.toml", "--quiet", "--library", facts.dli_fname});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("ABI"));
}

TEST(BadInput, AVariantThatAnEngineDoesNotHaveIsRefusedWithThoseThatThereAre) {
  const Ran ran = Workplace().assay({"devices", "--engine", "dawn:turbo@llvmpipe"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("not a variant of dawn"), HasSubstr("shipping, bare")));
}

TEST(BadInput, AnUnknownTopicIsAnsweredWithAllThatThereAre) {
  const Ran ran = Workplace().assay({"help", "verdict"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("allowed: verdicts, compare, time, devices, calibrate, plan, new, help, "
                                    "completions): did you mean \"verdicts\"?"));
}

TEST(BadInput, AFileForATableMustEndLikeOne) {
  const Workplace place;
  const Ran markdown = place.assay({"compare", "x.toml", "--markdown", "out.txt"});
  EXPECT_EQ(markdown.exit_code, 2);
  EXPECT_THAT(
      markdown.output,
      HasSubstr("--markdown: not the name of a file for this table (found out.txt; allowed: a name that ends in "
                ".md, or nothing for stdout)"));
  EXPECT_THAT(place.assay({"time", "x.toml", "--csv", "out.tsv"}).output, HasSubstr("a name that ends in .csv"));
}

TEST(BadInput, AProbeInPlaceOfAVerbIsToldHowToRunIt) {
  EXPECT_THAT(Workplace().assay({"x.toml"}).output, HasSubstr("try: assay compare x.toml"));
}

TEST(BadInput, AFolderIsNoProbe) {
  const Ran ran = Workplace().assay({"plan", "."});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr(".: this is a folder (allowed: a probe file)"));
}

TEST(BadInput, AnAxisThatTheProbeLacksIsNamedAsItWasTyped) {
  const Workplace place;
  place.write("good.toml", probe());
  const Ran ran = place.assay({"compare", "good.toml", "--over", "m=1,2"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("--over m: the probe has no parameter 'm'"), Not(HasSubstr("--set"))));
}

TEST(Plan, TakesTheMarginAndTheCacheOfTheCommandLineAsACompareDoes) {
  const Workplace place;
  place.write("good.toml", probe());
  const Ran ran = place.assay({"plan", "good.toml", "--margin", "5%", "--cache", "cold"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("margin      5 %\n"), HasSubstr("cache       cold\n"),
                                HasSubstr("poison (written by all arms)")));
  EXPECT_EQ(place.assay({"plan", "good.toml", "--cache", "tepid"}).exit_code, 2);
}

class OnAnEngine : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_engine().empty()) GTEST_SKIP() << why_no_engine();
  }
};
using BadInputOnAnEngine = OnAnEngine;

TEST_F(BadInputOnAnEngine, NoVulkanDriverSaysWhatToInstall) {
  const Ran ran = Workplace().assay(
      {"devices"}, {{"VK_DRIVER_FILES", "/nonexistent.json"}, {"VK_ICD_FILENAMES", "/nonexistent.json"}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("no Vulkan driver"), HasSubstr("install")));
}

TEST_F(BadInputOnAnEngine, ABufferTooLargeForTheDeviceIsNamed) {
  const Workplace place;
  place.write("big.toml",
              probe("margin = \"1 %\"", "n", "reduce_tree.wgsl", "\"input\", \"partials\"", "{ linear = \"n/1024\" }"));
  const Ran ran = place.assay({"compare", "big.toml", "--quiet", "--set", "n=2^40"});
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("'input'"));
}

TEST_F(BadInputOnAnEngine, AMemoryBudgetTooSmallForTheBuffersNamesTheLeastThatWillDo) {
  const Workplace place;
  place.write("good.toml", probe());
  const Ran ran = place.assay({"compare", "good.toml", "--quiet", "--memory", "1KiB"});
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("--memory: "), HasSubstr("--memory 65600B or more")));
}

TEST_F(BadInputOnAnEngine, AShaderThatDoesNotCompileShowsItsPlace) {
  const Workplace place;
  place.write("broken.wgsl",
              "@group(0) @binding(0) var<storage, read> a: array<f32>;\n"
              "@group(0) @binding(1) var<storage, read_write> b: array<f32>;\n"
              "@compute @workgroup_size(64)\nfn main() {\n  b[0] = a[0] + nothing;\n}\n");
  place.write("bad.toml", probe("margin = \"1 %\"", "n", "broken.wgsl"));
  const Ran ran = place.assay({"compare", "bad.toml", "--quiet"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("broken.wgsl:5:17"), HasSubstr("nothing")));
}

}  // namespace
}  // namespace assay::cli
