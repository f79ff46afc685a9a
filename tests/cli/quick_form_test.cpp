// SPDX-License-Identifier: Apache-2.0
// Two kernels and options instead of a probe file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const std::vector<std::string> kOptions{
    "reduce_tree.wgsl", "reduce_subgroup.wgsl", "--set",        "n=2^16", "--buffer",   "input:f32[n]=integers:256",
    "--buffer",         "partials:f32[n/1024]", "--workgroups", "n/1024", "--requires", "subgroups"};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(QuickForm, WhatIsSavedIsTheSamePlanToTheByte) {
  const Workplace place;
  const Ran quick = place.assay(with({"plan", "--json"}, with(kOptions, {"--save", "kept.toml", "--margin", "7 %"})));
  ASSERT_EQ(quick.exit_code, 0) << quick.output;
  EXPECT_THAT(text_of(place.folder() / "kept.toml"),
              AllOf(HasSubstr("# Purpose: is reduce_subgroup faster than reduce_tree?"),
                    HasSubstr("# Made by: assay plan"), HasSubstr("margin   = \"7 %\"")));
  const Ran kept = place.assay({"plan", "--json", "kept.toml"});
  EXPECT_EQ(kept.exit_code, 0) << kept.output;
  EXPECT_EQ(kept.output, quick.output);
}

TEST(QuickForm, SavesOverNothingThatSaysSomethingElse) {
  const Workplace place;
  ASSERT_EQ(place.assay(with({"plan"}, with(kOptions, {"--save", "kept.toml"}))).exit_code, 0);
  EXPECT_EQ(place.assay(with({"plan"}, with(kOptions, {"--save", "kept.toml"}))).exit_code, 0) << "the same again";
  const Ran other = place.assay(with({"plan"}, with(kOptions, {"--save", "kept.toml", "--margin", "2 %"})));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.output, HasSubstr("--save kept.toml: this file exists and holds something else"));
}

TEST(QuickForm, ErrorsNameTheOption) {
  const Workplace place;
  const auto said = [&](const std::vector<std::string>& options) {
    const Ran ran = place.assay(with({"plan"}, options));
    EXPECT_EQ(ran.exit_code, 2) << ran.output;
    return ran.output;
  };
  EXPECT_THAT(place.assay({"compare", "reduce_tree.wgsl"}).output,
              HasSubstr("one kernel has nothing to be compared with"));
  EXPECT_THAT(said({"reduce_tree.wgsl", "reduce_tree.wgsl"}), HasSubstr("--buffer: kernels need buffers"));
  EXPECT_THAT(said({"p.toml", "--buffer", "x:u32[1]"}), HasSubstr("--buffer: a probe file says this itself"));
  EXPECT_THAT(said({"p.toml", "--save", "q.toml"}), HasSubstr("--save: a probe file says this itself"));
  EXPECT_THAT(said({"p.toml", "q.toml"}), HasSubstr("too many files, or of the wrong kind"));
  EXPECT_THAT(said(std::vector<std::string>(17, "reduce_tree.wgsl")),
              HasSubstr("too many kernels (found 17 files; allowed: 1 to 16 files that end in .wgsl)"));
  EXPECT_THAT(said(with(kOptions, {"--save", "nowhere/q.toml"})),
              HasSubstr("--save nowhere/q.toml: there is no such folder (found nowhere)"));
  auto broken = kOptions;
  broken[7] = "partials:f32[n/1000]";
  EXPECT_THAT(said(broken), HasSubstr("--buffer partials:f32[n/1000]: 'count': n/1000 is not whole"));
}

TEST(QuickForm, ComparesLikeAProbe) {
  if (!why_no_engine().empty()) GTEST_SKIP() << why_no_engine();
  const Workplace place;
  auto same = kOptions;
  same[1] = same[0];
  same.resize(10);  // no feature is needed
  const Ran ran =
      place.assay(with({"compare", "--quiet", "--replicates", "1", "--squares", "1", "--json", "kept.json"}, same));
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("reduce_tree (B)"));
  EXPECT_THAT(text_of(place.folder() / "kept.json"), HasSubstr("\"probe\":\"reduce_tree_against_reduce_tree\""));
}

}  // namespace
}  // namespace assay::cli
