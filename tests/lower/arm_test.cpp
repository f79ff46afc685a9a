// SPDX-License-Identifier: Apache-2.0
#include "lower/arm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::lower {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Access = plan::Kernel::Reflection::Slot::Access;

/// input (buffer 0) → partials (buffer 1), one dispatch of kernel 0.
plan::Plan one_pass_plan() {
  plan::Plan plan;
  plan.buffers = {{.name = "input",
                   .type = plan::ElementType::f32,
                   .count = 1024,
                   .fill = {.kind = plan::Fill::Kind::integers, .seed = 7, .bound = 256, .declared = true}},
                  {.name = "partials", .type = plan::ElementType::f32, .count = 4},
                  {.name = "unused", .count = 8}};
  plan.kernels = {{.name = "sum.wgsl", .file = "/probes/sum.wgsl", .wgsl = "text"}};
  plan.kernels[0].reflection.slots = {{.group = 0, .binding = 0, .name = "input", .access = Access::read},
                                      {.group = 0, .binding = 1, .name = "out", .access = Access::read_write}};
  plan::Dispatch dispatch{.kernel = 0, .workgroups = std::array<std::uint32_t, 3>{4, 1, 1}};
  dispatch.bindings = {{.group = 0, .binding = 0, .buffer = 0, .offset = 0, .size = 4096},
                       {.group = 0, .binding = 1, .buffer = 1, .offset = 0, .size = 16}};
  plan::Arm arm{.name = "tree", .requires_features = {"subgroups"}};
  arm.steps.emplace_back(plan::Pass{.label = "sum", .dispatches = {dispatch}});
  plan.arms = {arm};
  plan.check.outputs = {1};
  return plan;
}

plan::Pass& pass_of(plan::Plan& plan) { return std::get<plan::Pass>(plan.arms[0].steps[0]); }

Expected<LoweredArm> lower(const plan::Plan& plan, std::vector<messages::KernelId> ids = {40}) {
  return lower_arm(plan, plan.arms[0], ids, 3, true);
}

std::string refusal(const plan::Plan& plan) {
  const auto lowered = lower(plan);
  EXPECT_FALSE(lowered.has_value());
  if (lowered) return "";
  EXPECT_EQ(lowered.error().fault, Fault::bad_input);
  return sentence(lowered.error());
}

TEST(LowerArm, FencesThePassInAndOutOfTheFirstWrittenBuffer) {
  const auto lowered = lower(one_pass_plan());
  ASSERT_TRUE(lowered) << sentence(lowered.error());
  EXPECT_THAT(lowered->role_buffers, ElementsAre(0U, 1U));
  const auto& ops = lowered->track.ops;
  ASSERT_EQ(ops.size(), 3U);
  EXPECT_EQ(std::get<messages::FenceOp>(ops[0]).before, messages::Role{1});
  EXPECT_FALSE(std::get<messages::FenceOp>(ops[0]).after);
  EXPECT_EQ(std::get<messages::FenceOp>(ops[2]).after, messages::Role{1});
  EXPECT_FALSE(std::get<messages::FenceOp>(ops[2]).before);
}

TEST(LowerArm, CarriesTheDispatchOver) {
  const auto lowered = lower(one_pass_plan());
  ASSERT_TRUE(lowered);
  EXPECT_EQ(lowered->track.id, 3U);
  EXPECT_EQ(lowered->track.roles, 2U);
  const auto& pass = std::get<messages::PassOp>(lowered->track.ops[1]);
  EXPECT_EQ(pass.label, "sum");
  EXPECT_TRUE(pass.stamped);
  ASSERT_EQ(pass.dispatches.size(), 1U);
  EXPECT_EQ(pass.dispatches[0].kernel, 40U);
  EXPECT_EQ(std::get<0>(pass.dispatches[0].groups), (std::array<std::uint32_t, 3>{4, 1, 1}));
  ASSERT_EQ(pass.dispatches[0].bindings.size(), 2U);
  EXPECT_EQ(pass.dispatches[0].bindings[1].role, 1U);
  EXPECT_EQ(pass.dispatches[0].bindings[1].binding, 1U);
  EXPECT_EQ(pass.dispatches[0].bindings[1].size, 16U);
}

TEST(LowerArm, LeavesTheStampsOutOfALeadIn) {
  const auto plan = one_pass_plan();
  const auto lowered = lower_arm(plan, plan.arms[0], {40}, 3, false);
  ASSERT_TRUE(lowered);
  EXPECT_FALSE(std::get<messages::PassOp>(lowered->track.ops[1]).stamped);
}

TEST(LowerArm, GivesABufferBoundTwiceOneRole) {
  auto plan = one_pass_plan();
  auto& dispatches = pass_of(plan).dispatches;
  dispatches.push_back(dispatches[0]);
  dispatches[1].bindings[0].offset = 2048;
  dispatches[1].bindings[0].size = 2048;
  const auto lowered = lower(plan);
  ASSERT_TRUE(lowered);
  EXPECT_THAT(lowered->role_buffers, ElementsAre(0U, 1U));
  const auto& pass = std::get<messages::PassOp>(lowered->track.ops[1]);
  EXPECT_EQ(pass.dispatches[1].bindings[0].role, 0U);
  EXPECT_EQ(pass.dispatches[1].bindings[0].offset, 2048U);
}

TEST(LowerArm, WritesTheIterationInnermostFirst) {
  auto plan = one_pass_plan();
  pass_of(plan).iteration = {{"d", 3}, {"round", 1}};
  EXPECT_EQ(std::get<messages::PassOp>(lower(plan)->track.ops[1]).iteration, "d=3, round=1");
}

TEST(LowerArm, UsesOnePipelineForEachKernelAndSetOfOverrides) {
  auto plan = one_pass_plan();
  auto& dispatches = pass_of(plan).dispatches;
  dispatches.push_back(dispatches[0]);
  dispatches.push_back(dispatches[0]);
  dispatches[1].overrides = {{"size", 64.0}};
  ASSERT_EQ(pipelines_of(plan.arms[0]).size(), 2U);
  const auto lowered = lower(plan, {40, 41});
  ASSERT_TRUE(lowered);
  const auto& pass = std::get<messages::PassOp>(lowered->track.ops[1]);
  EXPECT_EQ(pass.dispatches[0].kernel, 40U);
  EXPECT_EQ(pass.dispatches[1].kernel, 41U);
  EXPECT_EQ(pass.dispatches[2].kernel, 40U);
}

TEST(LowerArm, FencesAnArmThatWritesNothingOnItsFirstBuffer) {
  auto plan = one_pass_plan();
  plan.kernels[0].reflection.slots[1].access = Access::read;
  const auto lowered = lower(plan);
  ASSERT_TRUE(lowered);
  EXPECT_EQ(std::get<messages::FenceOp>(lowered->track.ops[0]).before, messages::Role{0});
}

TEST(LowerArm, SaysNotYetToSeveralPasses) {
  auto plan = one_pass_plan();
  plan.arms[0].steps.push_back(plan.arms[0].steps[0]);
  EXPECT_THAT(refusal(plan), HasSubstr("not yet: an arm of several passes"));
  EXPECT_THAT(refusal(plan), HasSubstr("this version runs arms of one pass"));
}

TEST(LowerArm, SaysNotYetToClearsAndCopies) {
  auto plan = one_pass_plan();
  plan.arms[0].steps.insert(plan.arms[0].steps.begin(), plan::Clear{});
  EXPECT_THAT(refusal(plan), HasSubstr("not yet: an arm that clears buffers"));
  plan.arms[0].steps[0] = plan::Copy{};
  EXPECT_THAT(refusal(plan), HasSubstr("not yet: an arm that copies buffers"));
}

TEST(LowerArm, SaysNotYetToAnIndirectDispatch) {
  auto plan = one_pass_plan();
  pass_of(plan).dispatches[0].workgroups = plan::Indirect{.buffer = 2};
  EXPECT_THAT(refusal(plan), HasSubstr("not yet: an indirect dispatch"));
}

TEST(LowerArm, SaysNotYetToABufferThatChangesBetweenTrials) {
  auto plan = one_pass_plan();
  plan.buffers[0].each_trial = plan::EachTrial::rotate;
  EXPECT_THAT(refusal(plan), HasSubstr("not yet: buffer 'input' changes between trials"));
}

TEST(LowerArm, LetsABufferThatItDoesNotBindChangeBetweenTrials) {
  auto plan = one_pass_plan();
  plan.buffers[2].each_trial = plan::EachTrial::zero;
  EXPECT_TRUE(lower(plan));
}

TEST(LowerArm, SaysNotYetToAnOutputThatIsAlsoAnInput) {
  auto plan = one_pass_plan();
  plan.check.outputs = {0};
  EXPECT_THAT(refusal(plan), HasSubstr("not yet: output 'input' is also an input"));
}

TEST(LowerArm, RefusesAFillThatItsBufferCannotHold) {
  auto plan = one_pass_plan();
  plan.buffers[0].fill.bound = 1U << 25U;
  EXPECT_THAT(refusal(plan), HasSubstr("33554432"));
}

TEST(LowerArm, RefusesAnArmThatDispatchesOrBindsNothing) {
  auto plan = one_pass_plan();
  pass_of(plan).dispatches[0].bindings.clear();
  EXPECT_THAT(refusal(plan), HasSubstr("binds no buffer"));
  plan.arms[0].steps.clear();
  EXPECT_THAT(refusal(plan), HasSubstr("dispatches nothing"));
}

TEST(LowerArm, CallsTheWrongNumberOfKernelIdsAFaultOfItsOwn) {
  const auto lowered = lower(one_pass_plan(), {});
  ASSERT_FALSE(lowered);
  EXPECT_EQ(lowered.error().fault, Fault::internal);
}

TEST(SourceOf, CarriesTextEntryOverridesAndFeatures) {
  auto plan = one_pass_plan();
  pass_of(plan).dispatches[0].overrides = {{"size", 64.0}};
  const auto source = source_of(plan, plan.arms[0], pipelines_of(plan.arms[0]).at(0), 8);
  EXPECT_EQ(source.id, 8U);
  EXPECT_EQ(source.label, "sum.wgsl");
  EXPECT_EQ(source.wgsl, "text");
  EXPECT_EQ(source.entry, "main");
  EXPECT_EQ(source.overrides.at("size"), 64.0);
  EXPECT_THAT(source.requires_features, ElementsAre("subgroups"));
}

TEST(UsagesOf, TellsUniformsAndDispatchArgumentsFromStorage) {
  auto plan = one_pass_plan();
  plan.buffers[1].uniform = true;
  pass_of(plan).dispatches[0].workgroups = plan::Indirect{.buffer = 2};
  EXPECT_THAT(usages_of(plan),
              ElementsAre(messages::Usage::storage, messages::Usage::uniform, messages::Usage::indirect));
}

}  // namespace
}  // namespace assay::lower
