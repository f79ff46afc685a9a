// SPDX-License-Identifier: Apache-2.0
// The whole command on a real engine: what it says of right, wrong and dying subjects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHead =
    "@group(0) @binding(0) var<storage, read> input: array<u32>;\n"
    "@group(0) @binding(1) var<storage, read_write> output: array<u32>;\n"
    "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n  let i = id.x;\n";

/// Two arms over 2^16 words whose kernels have these bodies.
void write_pair(const Workplace& place, const std::string& a, const std::string& b) {
  place.write("a.wgsl", kHead + a + "}\n");
  place.write("b.wgsl", kHead + b + "}\n");
  const auto arm = [](const std::string& name) {
    return "[[arm]]\nname = \"" + name + "\"\nsteps = [{ kernel = \"" + name +
           ".wgsl\", bind = [\"input\", \"output\"], workgroups = 1024 }]\n";
  };
  place.write("pair.toml",
              "question = \"q\"\n[buffers]\ninput = { type = \"u32\", count = 65536 }\n"
              "output = { type = \"u32\", count = 65536 }\n" +
                  arm("a") + arm("b") + "[check]\noutputs = [\"output\"]\n");
}

constexpr const char* kDouble = "  output[i] = 2u * input[i];\n";

class Compare : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_engine().empty()) GTEST_SKIP() << why_no_engine();
  }
  Workplace place{};
  // One short session: what is tested here is not the statistics.
  const std::vector<std::string> quick{"compare", "pair.toml", "--quiet", "--replicates", "1", "--squares", "1"};
};

TEST_F(Compare, AnArmThatWritesNothingIsIncorrectAndNoTimeIsPublished) {
  write_pair(place, kDouble, "  if (input[i] == 1u && i > 70000u) { output[i] = 0u; }\n");
  const Ran ran = place.assay(quick);
  EXPECT_EQ(ran.exit_code, 5) << ran.output;
  EXPECT_THAT(ran.output,
              AllOf(HasSubstr("INCORRECT"), HasSubstr("b never wrote 'output'"), Not(HasSubstr(" ms a trial"))));
}

TEST_F(Compare, R13_AnArmThatWritesHalfFailsAtTheFirstUnwrittenWord) {
  write_pair(place, kDouble, "  if (i < 32768u) { output[i] = 2u * input[i]; }\n");
  const Ran ran = place.assay(quick);
  EXPECT_EQ(ran.exit_code, 5) << ran.output;
  EXPECT_THAT(ran.output,
              AllOf(HasSubstr("word 32768"), HasSubstr("never written"), HasSubstr("32768 of 65536 words")));
}

TEST_F(Compare, AnArmThatWritesSomethingElseIsShownWithBothValuesAndTheCount) {
  write_pair(place, "  output[i] = i | (input[i] & 0u);\n",
             "  output[i] = select(i, 7u, i == 4321u) | (input[i] & 0u);\n");
  const Ran ran = place.assay(quick);
  EXPECT_EQ(ran.exit_code, 5) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("word 4321"), HasSubstr("7 instead of 4321"), HasSubstr("1 of 65536 words")));
}

TEST_F(Compare, NaNNeverPassesTheGateByComparingFalse) {
  write_pair(place, "  output[i] = 0x7fc00000u | (input[i] & 0u);\n",
             "  output[i] = select(0x7fc00000u, 0x7fc00001u, i == 9u) | (input[i] & 0u);\n");
  const Ran ran = place.assay(quick);
  EXPECT_EQ(ran.exit_code, 5) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("word 9"));
}

TEST_F(Compare, AnArmThatReadsItsOutputBeforeWritingItIsIncorrect) {
  write_pair(place, kDouble, "  output[i] = output[i] + input[i];\n");
  const Ran ran = place.assay(quick);
  EXPECT_EQ(ran.exit_code, 5) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("differs from itself"));
}

TEST_F(Compare, EqualCodeIsNeitherFasterNorSlowerAndTheResultIsKeptAndReplayed) {
  write_pair(place, kDouble, kDouble);
  const Ran ran =
      place.assay({"compare", "pair.toml", "--quiet", "--replicates", "3", "--squares", "4", "--json", "kept.json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AnyOf(HasSubstr("NULL"), HasSubstr("UNRESOLVED")));
  ASSERT_TRUE(std::filesystem::exists(place.folder() / "kept.json"));
  const Ran again = place.assay({"compare", "--replay", "kept.json"});
  EXPECT_EQ(again.exit_code, 0) << again.output;
  // Judged again from the readings: the same words and numbers, but for where it is kept.
  EXPECT_EQ(again.output.substr(0, again.output.find("kept ")), ran.output.substr(0, ran.output.find("kept ")));
}

TEST_F(Compare, TheResultOnStdoutIsJsonAloneWhileTheTextGoesToStderr) {
  write_pair(place, kDouble, kDouble);
  auto arguments = quick;
  arguments.insert(arguments.end(), {"--json", "-"});
  const Ran ran = place.assay(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("\"schema\""));
}

TEST_F(Compare, OneReplicateNeverDecides) {
  write_pair(place, kDouble,
             "  var x = input[i];\n  for (var k = 0u; k < 200u; k++) { x = x * 1664525u + 1013904223u; }\n"
             "  output[i] = select(2u * input[i], x, x == 1u && i > 70000u);\n");
  auto arguments = quick;
  arguments.push_back("--gate");
  const Ran ran = place.assay(arguments);
  EXPECT_EQ(ran.exit_code, 3) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("UNRESOLVED"));
}

class CompareOnDawn : public Compare {
 protected:
  void SetUp() override {
    const Ran ran = place.assay({"devices", "--engine", "dawn"});
    if (ran.exit_code != 0) GTEST_SKIP() << "NOT TESTED: dawn (" << ran.output << ")";
  }
};

TEST_F(CompareOnDawn, TheResultNamesTheLibraryAndItsToggles) {
  write_pair(place, kDouble, kDouble);
  auto arguments = quick;
  arguments.insert(arguments.end(), {"--engine", "dawn:bare@llvm", "-v", "--json", "result.json"});
  const Ran ran = place.assay(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("dawn 20"), HasSubstr(", bare, on ")));
  const Ran again = place.assay({"compare", "--replay", "result.json"});
  EXPECT_EQ(again.exit_code, 0) << again.output;
}

TEST_F(CompareOnDawn, ThePlainListOfDevicesHasThoseOfBothEngines) {
  const Ran ran = place.assay({"devices"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("wgpu-native"), HasSubstr("dawn 20"), HasSubstr("taken by default")));
}

struct Death {
  const char* fault;
  const char* says;
};
void PrintTo(const Death& death, std::ostream* out) { *out << death.fault; }
class CompareSurvives : public testing::TestWithParam<Death> {};

TEST_P(CompareSurvives, TheEnginesDeathWithExitCodeSixAndASentence) {
  if (!why_no_engine().empty()) GTEST_SKIP() << why_no_engine();
  const Workplace place;
  write_pair(place, kDouble, kDouble);
  const Ran ran = place.assay({"compare", "pair.toml", "--quiet", "--deadline", "3s", "--json", "void.json"},
                              {{"ASSAY_WORKER_FAULT", GetParam().fault}});
  EXPECT_EQ(ran.exit_code, 6) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("VOID"), HasSubstr(GetParam().says), Not(HasSubstr(" ms a trial"))));
  EXPECT_TRUE(std::filesystem::exists(place.folder() / "void.json"));
}

INSTANTIATE_TEST_SUITE_P(T04_T41, CompareSurvives,
                         testing::Values(Death{"crash@run:40", "signal"}, Death{"abort@run:40", "signal 6"},
                                         Death{"hang@run:40", "gave no answer"}, Death{"lost@run:40", "lost"}),
                         [](const auto& test) {
                           const std::string name = test.param.fault;
                           return name.substr(0, name.find('@'));
                         });

}  // namespace
}  // namespace assay::cli
