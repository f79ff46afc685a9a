// SPDX-License-Identifier: Apache-2.0
#include "plan/load.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "plan/probe_text.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using testing::fixtures;
using testing::good;
using ::testing::HasSubstr;
using testing::pass_at;
using testing::read;
using testing::unread;
using testing::with_steps;

constexpr std::string_view kStep = R"({ kernel = "double.wgsl", bind = ["a", "b"], workgroups = 16 })";

TEST(Load, KeepsThePurposeOfTheLeadingComment) {
  const std::string text =
      "# SPDX-License-Identifier: Apache-2.0\n# Purpose: to know.\n#\n#   More.\n\n# not this\n" + with_steps(kStep);
  EXPECT_EQ(good(unread(text)).purpose, "Purpose: to know.\n\n  More.");
}

TEST(Load, ReadsTheSmallSections) {
  const Plan plan = good(unread(with_steps(kStep, R"(
question = "q"
subject = "inputs"
prediction = { effect = "-13 % .. -5 %", because = "b" }
margin = "0.5 %"
[rates]
bytes = "4*n"
[rig]
peak = "4.8 TB/s"
cache = "50 MiB"
[sweep]
n = ["2^10", 2048]
[check]
outputs = ["b"]
reference = "shipped:double"
)")));
  EXPECT_EQ(plan.question, "q");
  EXPECT_TRUE(plan.inputs_are_subject);
  EXPECT_DOUBLE_EQ(plan.prediction.value().least, -0.13);
  EXPECT_DOUBLE_EQ(plan.margin, 0.005);
  EXPECT_EQ(plan.rates.at("bytes"), 4096);
  EXPECT_EQ(plan.rig.cache_bytes, 52428800U);
  EXPECT_EQ(plan.sweep.axes.at("n"), (std::vector<std::string>{"2^10", "2048"}));
  EXPECT_EQ(plan.check.outputs, std::vector<std::size_t>{1});
  ASSERT_EQ(plan.check.references.size(), 1U);
  EXPECT_EQ(plan.check.references[0].kind, Reference::Kind::shipped);
  EXPECT_EQ(plan.check.references[0].name, "double");
}

TEST(Load, ReadsTheStateOfTheCacheAndRefusesOtherWords) {
  EXPECT_EQ(good(unread(with_steps(kStep))).cache, CacheWish::unstated);
  EXPECT_EQ(good(unread(with_steps(kStep, "cache = \"cold\"\n"))).cache, CacheWish::cold);
  EXPECT_EQ(good(unread(with_steps(kStep, "cache = \"warm\"\n"))).cache, CacheWish::warm);
  EXPECT_EQ(good(unread(with_steps(kStep, "cache = \"both\"\n"))).cache, CacheWish::both);
  EXPECT_THAT(
      complaint(unread(with_steps(kStep, "cache = \"colt\"\n"))),
      HasSubstr("unknown state of the cache (found \"colt\"; allowed: cold, warm, both): did you mean \"cold\"?"));
}

TEST(Load, NamesAnUnknownKeyWithPlaceAndNearMiss) {
  EXPECT_EQ(
      complaint(unread("questoin = \"q\"\n")),
      "p.toml:1:1: unknown key 'questoin' in a probe (allowed: question, prediction, margin, cache, subject, params, "
      "buffers, kernels, group, arm, check, rates, … (14)): did you mean \"question\"?");
  EXPECT_THAT(complaint(unread(with_steps(R"({ kernel = "k.wgsl", workgroup = 1 })"))),
              HasSubstr("p.toml:11:31: unknown key 'workgroup' in a kernel step"));
  EXPECT_THAT(complaint(unread("[textures]\n")), HasSubstr("'textures' is not in version 1"));
  EXPECT_THAT(complaint(unread("[samplers]\n")), HasSubstr("'samplers' is not in version 1"));
}

TEST(Load, NamesAnUnknownUnit) {
  EXPECT_THAT(complaint(unread("margin = \"1 ms\"\n")), HasSubstr("p.toml:1:10: 'margin': unknown unit"));
  EXPECT_THAT(complaint(unread("margin = 1\n")), HasSubstr("'margin' needs its unit (found 1; allowed: \"1 %\")"));
  EXPECT_THAT(complaint(unread("margin = \"0 %\"\n")), HasSubstr("out of range"));
  EXPECT_THAT(complaint(unread("prediction = { effect = \"-100 % .. 5 %\" }\n")), HasSubstr("cannot be -100 %"));
}

TEST(Load, SaysWhereTheTextIsNotToml) {
  EXPECT_THAT(complaint(unread("a = \n")), HasSubstr("p.toml:1:"));
  EXPECT_THAT(complaint(unread("margin = \"1 %\"\nmargin = \"2 %\"\n")), HasSubstr("p.toml:2:10: not TOML"));
  EXPECT_THAT(complaint(unread("prediction = { effect = \"1 % .. 2 %\",\n because = \"b\" }\n")),
              HasSubstr("a line may break inside [ ] only"));
  EXPECT_THAT(complaint(unread(std::string(2U << 20U, '#'))), HasSubstr("too large"));
}

TEST(Load, SaysInItsOwnWordsWhatIsNotToml) {
  EXPECT_EQ(complaint(unread("question = \"q\nmargin = 1\n")),
            "p.toml:1:14: not TOML: a string cannot go on like this (found the end of the line)");
  EXPECT_EQ(complaint(unread("margin = \"1 %\"\nmargin = \"2 %\"\n")),
            "p.toml:2:10: not TOML: the same key or table stands here a second time: keep one of them");
  EXPECT_EQ(complaint(unread("[check]\noutputs = [\"a\", \n")),
            "p.toml:2:18: not TOML: the text ends in the middle of a list: close what is open: a bracket, a brace or a "
            "quote");
  EXPECT_EQ(complaint(unread("[check\noutputs = 1\n")),
            "p.toml:1:7: not TOML: a [table] header cannot go on like this (found the end of the line)");
  EXPECT_EQ(complaint(unread("a = 1 2\n")), "p.toml:1:7: not TOML: a key = value cannot go on like this (found '2')");
  EXPECT_EQ(complaint(unread("a = 12x\n")),
            "p.toml:1:7: not TOML: a number, date or time cannot go on like this (found 'x')");
}

TEST(Load, RefusesControlCharactersInEveryTextAndKeyThatCouldBePrinted) {
  EXPECT_EQ(
      complaint(unread("question = \"a\\u001b[2Jb\"\n")),
      "p.toml:1:12: 'question' holds a control character (found U+001B at character 2; allowed: one line of visible "
      "characters): longer stories belong into the comment above the probe");
  EXPECT_THAT(complaint(unread("prediction = { effect = \"-1 % .. 1 %\", because = \"a\\nb\" }\n")),
              HasSubstr("p.toml:1:50: 'because' holds a control character (found U+000A at character 2"));
  const std::string label = R"({ kernel = "double.wgsl", bind = ["a", "b"], workgroups = 16, label = "x\u0085" })";
  EXPECT_THAT(complaint(unread(with_steps(label))), HasSubstr("'label' holds a control character (found U+0085"));
  EXPECT_THAT(complaint(unread("[params]\n\"n\\u0007\" = 1\n")), HasSubstr("p.toml:2:1: a key holds a control"));
  EXPECT_THAT(complaint(unread("[sweep]\nn = [\"1\", \"\\u202e2\"]\n")),
              HasSubstr("p.toml:2:11: 'n' holds a control character (found U+202E at character 1"));
  EXPECT_EQ(good(unread("question = \"größer 🚀\"\n" + with_steps(kStep))).question, "größer 🚀");
}

TEST(Load, RefusesNestingThatWouldOverflowTheStack) {
  std::string dotted = "a";
  for (int i = 0; i < 100000; ++i) dotted += ".a";
  EXPECT_THAT(complaint(unread(dotted + " = 1\n")), HasSubstr("too many dots"));
  EXPECT_THAT(complaint(unread("[" + dotted + "]\n")), HasSubstr("too many dots"));
  EXPECT_THAT(complaint(unread("a = " + std::string(100000, '['))), HasSubstr("not TOML"));
}

TEST(Load, RefusesCharactersThatTomlAllowsInQuotesOnly) {
  EXPECT_THAT(complaint(unread("\u00e9 = 1\n")), HasSubstr("p.toml:1:1: a character outside ASCII"));
  EXPECT_THAT(complaint(unread("margin =\u00a0\"1 %\"\n")), HasSubstr("p.toml:1:9: a character outside ASCII"));
  // The library takes what follows the sign for a number, quotes and all.
  EXPECT_THAT(complaint(unread("margin = +\"1\ufefd\n")), HasSubstr("p.toml:1:11: a string cannot begin here"));
  EXPECT_THAT(complaint(unread("question = \"\"\"a\\\n \u00e9\"\"\"\n")), HasSubstr("multi-line strings"));
  const std::string text = "question = \"gr\u00f6\u00dfer \\\" \u00e9\"  # \u2026 \"\n" + with_steps(kStep);
  EXPECT_EQ(good(unread(text)).question, "gr\u00f6\u00dfer \" \u00e9");
  EXPECT_EQ(good(unread("\uFEFF" + text)).question, "gr\u00f6\u00dfer \" \u00e9");
}

TEST(Load, NeedsArmsWithNamesOfTheirOwn) {
  EXPECT_THAT(complaint(unread("question = \"q\"\n")), HasSubstr("at least one [[arm]]"));
  EXPECT_THAT(complaint(unread("arm = 3\n")), HasSubstr("at least one [[arm]]"));
  const std::string twice = with_steps(kStep) + "[[arm]]\nname = \"only\"\nsteps = [" + std::string(kStep) + "]\n";
  EXPECT_THAT(complaint(unread(twice)), HasSubstr("p.toml:13:8: two arms have the same name"));
}

TEST(Load, WantsACheckWhenArmsAreCompared) {
  const std::string two = with_steps(kStep) + "[[arm]]\nname = \"other\"\nsteps = [" + std::string(kStep) + "]\n";
  EXPECT_THAT(complaint(unread(two)), HasSubstr("nothing would prove that they do the same"));
  EXPECT_EQ(good(unread(two + "[check]\noutputs = [\"b\"]\n")).arms.size(), 2U);
}

TEST(Load, KnowsTheFeaturesThatAnArmMayRequire) {
  const std::string text = with_steps(kStep);
  EXPECT_EQ(good(unread(text + "requires = [\"subgroups\", \"f16\"]\n")).arms.at(0).requires_features.size(), 2U);
  EXPECT_THAT(complaint(unread(text + "requires = [\"subgroup\"]\n")), HasSubstr("did you mean \"subgroups\"?"));
}

TEST(Load, RefusesAMissingKernelFileOnlyWhenItIsToRun) {
  const std::string text = with_steps(R"({ kernel = "none.wgsl", workgroups = 1 })");
  EXPECT_THAT(complaint(read(text)), HasSubstr("p.toml:11:21: the kernel file is missing"));
  EXPECT_EQ(good(unread(text)).kernels.size(), 1U);
  EXPECT_THAT(complaint(unread(with_steps(R"({ kernel = "none", workgroups = 1 })"))),
              HasSubstr("there is no kernel 'none'"));
}

TEST(Load, RefusesAProbeFileThatIsNotThere) {
  EXPECT_THAT(complaint(load_probe("/nowhere/p.toml")), HasSubstr("/nowhere/p.toml: there is no such probe file"));
  EXPECT_FALSE(load_probe("/").has_value());
}

TEST(BindList, MustMatchTheKernelsText) {
  EXPECT_EQ(good(read(with_steps(kStep))).kernels.at(0).reflection.slots.size(), 2U);
  EXPECT_THAT(complaint(read(with_steps(R"({ kernel = "double.wgsl", bind = ["a"], workgroups = 1 })"))),
              HasSubstr("double.wgsl uses @group(0) @binding(1) 'output', which 'bind' does not name"));
  EXPECT_THAT(complaint(read(with_steps(R"({ kernel = "double.wgsl", bind = ["a", "b", "args"], workgroups = 1 })"))),
              HasSubstr("puts 'args' at @group(0) @binding(2), which entry point 'main' of double.wgsl does not use"));
  EXPECT_THAT(complaint(read(with_steps(R"({ kernel = "double.wgsl", bind = ["a", "c"], workgroups = 1 })"))),
              HasSubstr("there is no buffer 'c'"));
}

TEST(BindList, MustGiveUniformSlotsUniformBuffers) {
  EXPECT_THAT(
      complaint(read(with_steps(R"({ kernel = "scaled.wgsl", bind = ["a", { "1.0" = "b" }], workgroups = 1 })"))),
      HasSubstr("'scale' of scaled.wgsl is var<uniform>, but 'b' is a storage buffer"));
  (void)good(read(with_steps(R"({ kernel = "scaled.wgsl", bind = ["a", { "1.0" = "u" }], workgroups = 1 })")));
}

TEST(BindList, MayNotWriteABufferThatItBindsTwice) {
  EXPECT_THAT(complaint(read(with_steps(R"({ kernel = "double.wgsl", bind = ["a", "a"], workgroups = 1 })"))),
              HasSubstr("'a' is written and bound a second time"));
  EXPECT_THAT(
      complaint(read(with_steps(R"({ kernel = "double.wgsl", bind = ["a[0 : 64]", "a[512 : 64]"], workgroups = 1 })"))),
      HasSubstr("a second time"));
  (void)good(read(with_steps(R"({ kernel = "in_place.wgsl", bind = ["a[0 : 64]", "a[512 : 64]"], workgroups = 1 })")));
  EXPECT_THAT(complaint(read(with_steps(R"({ kernel = "double.wgsl", bind = ["a", "args"], indirect = "args" })"))),
              HasSubstr("takes its arguments from it"));
}

TEST(Overrides, MustExistInTheKernel) {
  const Plan plan = good(
      read(with_steps(R"({ repeat = 2, as = "d", steps = [{ kernel = "double.wgsl", bind = ["a", "b"], workgroups = 1,)"
                      R"( overrides = { SHIFT = "8*d" } }] })")));
  EXPECT_EQ(pass_at(plan, 1).dispatches.at(0).overrides.at("SHIFT"), 8);
  EXPECT_THAT(complaint(read(with_steps(
                  R"({ kernel = "double.wgsl", bind = ["a", "b"], workgroups = 1, overrides = { SHFIT = 1 } })"))),
              HasSubstr("double.wgsl has no override 'SHFIT' (allowed: SHIFT): did you mean \"SHIFT\"?"));
}

TEST(Check, OutputsMustBeWrittenByEveryArm) {
  EXPECT_THAT(complaint(read(with_steps(kStep, "[check]\noutputs = [\"a\"]\n"))),
              HasSubstr("the arm 'only' never writes the output 'a'"));
  EXPECT_THAT(complaint(unread(with_steps(kStep, "[check]\noutputs = [\"b\", \"b\"]\n"))), HasSubstr("a buffer twice"));
  EXPECT_THAT(complaint(unread(with_steps(kStep, "[check]\noutputs = [\"c\"]\n"))),
              HasSubstr("there is no buffer 'c'"));
}

TEST(Check, ToleranceIsForFloatingPointOutputs) {
  const auto with = [](std::string_view tolerance) {
    return unread("[check]\noutputs = [\"x\"]\ntolerance = " + std::string(tolerance) +
                  testing::with_buffer("{ type = \"f32\", count = 4 }").insert(0, "\n"));
  };
  const Plan plan = good(with("{ x = { rel = 1e-6, overlap = \"99 %\" } }"));
  EXPECT_DOUBLE_EQ(plan.check.tolerance.at(0).rel, 1e-6);
  EXPECT_DOUBLE_EQ(plan.check.tolerance.at(0).overlap, 0.99);
  EXPECT_THAT(complaint(with("{ x = { rel = -1 } }")), HasSubstr("out of range"));
  EXPECT_THAT(complaint(with("{ x = { rel = 0.1, overlap = 0 } }")), HasSubstr("would accept anything"));
  EXPECT_THAT(complaint(unread(with_steps(kStep, "[check]\noutputs = [\"b\"]\ntolerance = { b = { rel = 0.1 } }\n"))),
              HasSubstr("holds integers, which are compared exactly"));
}

TEST(Load, SurvivesEveryTruncationOfARichProbe) {
  const auto file = fixtures() / "radix_sort_reset.toml";
  const Plan whole = good(load_probe(file, {.read_kernels = false}));
  std::ifstream stream(file);
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  ASSERT_GT(text.size(), 1000U);
  for (std::size_t size = 0; size < text.size(); size += 61) (void)unread(std::string_view(text).substr(0, size));
  for (std::size_t at = 0; at < text.size(); at += 37) {
    std::string changed = text;
    changed[at] = static_cast<char>(changed[at] ^ 0x15);
    (void)unread(changed);
  }
}

TEST(NewProbe, IsAProbeThatParses) {
  const Plan plan = good(unread(new_probe_text("is \"this\" \\ faster?\n")));
  EXPECT_EQ(plan.question, "is \"this\" \\ faster? ") << "a question is one line";
  EXPECT_EQ(plan.arms.size(), 2U);
}

}  // namespace
}  // namespace assay::plan
