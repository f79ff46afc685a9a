// SPDX-License-Identifier: Apache-2.0
#include "plan/steps.hpp"

#include <gmock/gmock.h>

#include "plan/probe_text.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using testing::good;
using ::testing::HasSubstr;
using testing::pass_at;
using testing::unread;
using testing::with_steps;

Plan steps(std::string_view text) { return good(unread(with_steps(text))); }
std::string wrong(std::string_view text) { return complaint(unread(with_steps(text))); }

TEST(Steps, MakeOnePassOfOneDispatch) {
  const Plan plan = steps(R"({ kernel = "double.wgsl", bind = ["a", "b"], workgroups = "n / 64" })");
  ASSERT_TRUE(is_one_pass(plan.arms.at(0)));
  const Pass& pass = pass_at(plan, 0);
  EXPECT_EQ(pass.label, "double");
  EXPECT_TRUE(pass.iteration.empty());
  EXPECT_EQ(pass.where, "p.toml:11:10");
  EXPECT_EQ(std::get<0>(pass.dispatches.at(0).workgroups), (std::array<std::uint32_t, 3>{16, 1, 1}));
  ASSERT_EQ(pass.dispatches[0].bindings.size(), 2U);
  EXPECT_EQ(pass.dispatches[0].bindings[1].binding, 1U);
  EXPECT_EQ(pass.dispatches[0].bindings[1].size, 4096U);
}

TEST(Steps, PutSeveralDispatchesIntoOnePass) {
  const Plan plan = steps(R"({ label = "both", pass = [
      { kernel = "x.wgsl", bind = ["a"], workgroups = 1 }, { kernel = "y.wgsl", bind = ["b"], workgroups = [2, 3] }] })");
  EXPECT_TRUE(is_one_pass(plan.arms.at(0)));
  EXPECT_EQ(pass_at(plan, 0).label, "both");
  EXPECT_EQ(pass_at(plan, 0).dispatches.size(), 2U);
  EXPECT_EQ(
      pass_at(steps(R"({ pass = [{ kernel = "x.wgsl", workgroups = 1 }, { kernel = "y.wgsl", workgroups = 1 }] })"), 0)
          .label,
      "x+y");
}

TEST(Steps, UnrollNestedRepeatsWithTheInnermostLoopFirst) {
  const Plan plan = steps(R"({ repeat = 2, as = "i", steps = [{ repeat = "3", as = "j", steps = [
      { kernel = "k.wgsl", bind = ["a[n/4*i : 256]"], workgroups = "1 + i + 10*j" } ] }] })");
  EXPECT_EQ(pass_count(plan.arms.at(0)), 6U);
  const Pass& last = pass_at(plan, 5);
  EXPECT_EQ(last.iteration, (std::vector<std::pair<std::string, std::uint32_t>>{{"j", 2}, {"i", 1}}));
  EXPECT_EQ(std::get<0>(last.dispatches.at(0).workgroups)[0], 22U);
  EXPECT_EQ(last.dispatches[0].bindings.at(0).offset, 1024U);
  EXPECT_EQ(last.dispatches[0].bindings.at(0).size, 1024U);
}

TEST(Steps, AlternateBuffersInTheInnermostRepeat) {
  const Plan plan = steps(R"({ repeat = 3, as = "i", steps = [
      { kernel = "k.wgsl", bind = ["a|b", "b | a"], workgroups = 1 } ] })");
  const auto first_buffer = [&](std::size_t step) {
    return pass_at(plan, step).dispatches.at(0).bindings.at(0).buffer;
  };
  EXPECT_EQ(first_buffer(0), 0U);
  EXPECT_EQ(first_buffer(1), 1U);
  EXPECT_EQ(first_buffer(2), 0U);
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = ["a|b"], workgroups = 1 })"), HasSubstr("there is none around"));
  EXPECT_THAT(wrong(R"({ repeat = 1, as = "i", steps = [{ kernel = "k.wgsl", bind = ["a|b|a"], workgroups = 1 }] })"),
              HasSubstr("only two buffers can alternate"));
}

TEST(Steps, BindOtherGroupsByName) {
  const Plan plan = steps(R"({ kernel = "k.wgsl", bind = ["a", { "1.2" = "u", "0.7" = "b" }], workgroups = 1 })");
  const auto& bindings = pass_at(plan, 0).dispatches.at(0).bindings;
  ASSERT_EQ(bindings.size(), 3U);
  EXPECT_EQ(bindings[1].binding, 7U);
  EXPECT_EQ(bindings[2].group, 1U);
  EXPECT_EQ(bindings[2].binding, 2U);
  EXPECT_EQ(pass_at(steps(R"({ kernel = "k.wgsl", bind = { "0.1" = "a" }, workgroups = 1 })"), 0)
                .dispatches.at(0)
                .bindings.at(0)
                .binding,
            1U);
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = { "1" = "a" }, workgroups = 1 })"),
              HasSubstr("does not name a binding"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = ["a", { "0.0" = "b" }], workgroups = 1 })"),
              HasSubstr("names a binding twice"));
}

TEST(Steps, TakeIndirectArgumentsFromAWord) {
  const Plan plan = steps(R"({ kernel = "k.wgsl", bind = ["a"], indirect = "args[3]" })");
  EXPECT_EQ(std::get<Indirect>(pass_at(plan, 0).dispatches.at(0).workgroups).offset, 12U);
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", indirect = "args[10]" })"), HasSubstr("ends behind the buffer 'args'"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", indirect = "u" })"), HasSubstr("cannot hold the arguments"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", indirect = "args", workgroups = 1 })"), HasSubstr("(found both)"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl" })"), HasSubstr("(found neither)"));
}

TEST(Steps, ClearAndCopyRanges) {
  const Plan plan = steps(R"({ clear = ["a", "b[4 : 8]"] }, { copy = { from = "a", to = "b" } },
      { kernel = "k.wgsl", bind = ["a"], workgroups = 1 })");
  EXPECT_EQ(std::get<Clear>(plan.arms[0].steps.at(0)).ranges.at(1).offset, 16U);
  EXPECT_EQ(std::get<Copy>(plan.arms[0].steps.at(1)).to.size, 4096U);
  EXPECT_FALSE(is_one_pass(plan.arms[0]));
  EXPECT_EQ(pass_count(plan.arms[0]), 1U);
  EXPECT_THAT(wrong(R"({ copy = { from = "a", to = "args" } })"), HasSubstr("different sizes"));
  EXPECT_THAT(wrong(R"({ copy = { from = "a[0 : 4]", to = "a[8 : 4]" } })"), HasSubstr("two different buffers"));
  EXPECT_THAT(wrong(R"({ clear = [] })"), HasSubstr("nothing to do"));
  EXPECT_THAT(wrong(R"({ clear = ["a"] })"), HasSubstr("has no pass"));
}

TEST(Steps, RefuseRangesOutsideTheBuffer) {
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = ["a[1000 : 25]"], workgroups = 1 })"),
              HasSubstr("ends behind the buffer 'a' (found elements 1000 to 1025; allowed: 1024 elements)"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = ["a[2^53-1 : 2^53-1]"], workgroups = 1 })"),
              HasSubstr("ends behind"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = ["a[-1 : 4]"], workgroups = 1 })"), HasSubstr("cannot be negative"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = ["a[0 : 0]"], workgroups = 1 })"), HasSubstr("not be empty"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = ["a[0]"], workgroups = 1 })"), HasSubstr("a range needs a count"));
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", bind = ["a[0 : 4"], workgroups = 1 })"), HasSubstr("a ']' is missing"));
}

TEST(Steps, UseGroupsWithTheLoopNamesAround) {
  const std::string group = R"([[group]]
name = "g"
steps = [{ kernel = "k.wgsl", bind = ["a"], workgroups = "1 + i" }]
)";
  const Plan plan = good(unread(with_steps(R"({ repeat = 2, as = "i", steps = [{ use = "g" }] })", group)));
  EXPECT_EQ(std::get<0>(pass_at(plan, 1).dispatches.at(0).workgroups)[0], 2U);
  EXPECT_THAT(complaint(unread(with_steps(R"({ use = "h" })", group))), HasSubstr("there is no [[group]] 'h'"));
  EXPECT_THAT(complaint(unread(with_steps(R"({ kernel = "k.wgsl", workgroups = 1 })", group))),
              HasSubstr("the group 'g' is used by no arm"));
  EXPECT_THAT(complaint(unread(with_steps(R"({ use = "g" })", "[[group]]\nname = \"g\"\nsteps = [{ use = \"g\" }]\n"))),
              HasSubstr("uses itself"));
  EXPECT_THAT(complaint(unread(with_steps(R"({ use = "g" })", group + group))),
              HasSubstr("two groups have the same name"));
}

TEST(Steps, AreExactlyOneKindEach) {
  EXPECT_THAT(wrong(R"({ kernel = "k.wgsl", clear = ["a"] })"),
              HasSubstr("exactly one of its kinds (found kernel, clear"));
  EXPECT_THAT(wrong(R"({ workgroups = 1 })"), HasSubstr("exactly one of its kinds"));
  EXPECT_THAT(wrong(R"({ kernal = "k.wgsl" })"), HasSubstr("did you mean \"kernel\"?"));
  EXPECT_THAT(wrong(R"({ draw = 3 })"), HasSubstr("'draw' is not in version 1"));
  EXPECT_THAT(wrong(R"({ render_pass = [] })"), HasSubstr("not in version 1"));
}

TEST(Steps, AreBoundedWhenUnrolled) {
  const std::string kernel = R"({ kernel = "k.wgsl", workgroups = 1 })";
  EXPECT_THAT(wrong("{ repeat = \"10^12\", as = \"i\", steps = [" + kernel + "] }"), HasSubstr("out of range"));
  EXPECT_THAT(
      wrong(R"({ repeat = 60000, as = "i", steps = [{ repeat = 60000, as = "j", steps = [{ clear = ["a"] }] }] })"),
      HasSubstr("unrolls to too many steps"));
  EXPECT_THAT(wrong("{ repeat = 0, as = \"i\", steps = [" + kernel + "] }"), HasSubstr("nothing to do"));
  EXPECT_THAT(wrong("{ repeat = 5, as = \"i\", steps = [] }"), HasSubstr("nothing to do"));
  std::string nested = kernel;
  for (char name = 'a'; name < 'a' + 20; ++name) {
    nested = "{ repeat = 1, as = \"l" + std::string(1, name) + "\", steps = [" + nested + "] }";
  }
  EXPECT_THAT(wrong(nested), HasSubstr("nested too deeply"));
}

TEST(Steps, NeedLoopNamesOfTheirOwn) {
  const std::string body = R"(, steps = [{ kernel = "k.wgsl", workgroups = 1 }] })";
  EXPECT_THAT(wrong("{ repeat = 2" + body), HasSubstr("the key 'as' is missing"));
  EXPECT_THAT(wrong("{ repeat = 2, as = \"n\"" + body), HasSubstr("cannot name this loop"));
  EXPECT_THAT(wrong("{ repeat = 2, as = \"i\", steps = [{ repeat = 2, as = \"i\"" + body + "] }"),
              HasSubstr("cannot name this loop"));
}

}  // namespace
}  // namespace assay::plan
