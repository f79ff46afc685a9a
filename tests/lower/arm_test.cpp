// SPDX-License-Identifier: Apache-2.0
#include "lower/arm.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lower/arm_state.hpp"
#include "lower/restore.hpp"

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
  return lower_arm(plan, plan.arms[0], ids, 3, {.trials = trials_of(plan)});
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
  EXPECT_THAT(lowered->roles, ElementsAre(RoleSource{.buffer = 0}, RoleSource{.buffer = 1}));
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
  const auto lowered = lower_arm(plan, plan.arms[0], {40}, 3, {.stamped = false});
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
  EXPECT_THAT(lowered->roles, ElementsAre(RoleSource{.buffer = 0}, RoleSource{.buffer = 1}));
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

/// Names of the ops in order, without the fences: "pass", "clear 1", "copy 0>2".
std::vector<std::string> ops_of(const LoweredArm& lowered) {
  std::vector<std::string> names;
  for (const auto& op : lowered.track.ops) {
    if (const auto* pass = std::get_if<messages::PassOp>(&op)) names.push_back(pass->label);
    if (const auto* clear = std::get_if<messages::ClearOp>(&op)) names.push_back(fmt::format("clear {}", clear->role));
    if (const auto* copy = std::get_if<messages::CopyOp>(&op)) {
      names.push_back(fmt::format("copy {}>{}", copy->from, copy->to));
    }
  }
  return names;
}

TEST(LowerArm, StampsEveryPassAndRepeatsThemAllTogether) {
  auto plan = one_pass_plan();
  plan.arms[0].steps.push_back(plan.arms[0].steps[0]);
  std::get<plan::Pass>(plan.arms[0].steps[1]).label = "again";
  const auto lowered = lower(plan);
  ASSERT_TRUE(lowered) << sentence(lowered.error());
  EXPECT_EQ(lowered->track.trials, messages::Track::Trials::around);
  EXPECT_EQ(lowered->stamped_passes, 2U);
  EXPECT_THAT(ops_of(*lowered), ElementsAre("sum", "again"));
}

TEST(LowerArm, PutsBackBeforeEachTrialAndLetsTheFirstPassWait) {
  auto plan = one_pass_plan();
  plan.buffers[0].each_trial = plan::EachTrial::restore;
  plan.buffers[1].each_trial = plan::EachTrial::zero;
  const auto lowered = lower(plan);
  ASSERT_TRUE(lowered) << sentence(lowered.error());
  EXPECT_EQ(lowered->track.trials, messages::Track::Trials::around);
  EXPECT_THAT(lowered->roles, ElementsAre(RoleSource{.buffer = 0}, RoleSource{.buffer = 1},
                                          RoleSource{.kind = RoleSource::Kind::pristine, .buffer = 0},
                                          RoleSource{.kind = RoleSource::Kind::bracket_sink}));
  // The last copy, out of the buffer that the pass writes, is what the pass waits for.
  EXPECT_THAT(ops_of(*lowered), ElementsAre("copy 2>0", "clear 1", "copy 1>3", "sum"));
}

TEST(LowerArm, PutsAnArmThatBeginsWithAClearBetweenTwoStampedPasses) {
  auto plan = one_pass_plan();
  plan.arms[0].steps.insert(plan.arms[0].steps.begin(),
                            plan::Clear{.ranges = {{.buffer = 1, .offset = 0, .size = 16}}});
  ASSERT_TRUE(needs_brackets(plan));
  const auto lowered = lower_arm(plan, plan.arms[0], {40}, 3, {.trials = trials_of(plan), .bracket = 41});
  ASSERT_TRUE(lowered) << sentence(lowered.error());
  EXPECT_EQ(lowered->stamped_passes, 3U);
  EXPECT_THAT(ops_of(*lowered),
              ElementsAre("copy 0>2", "assay open", "copy 2>4", "clear 0", "sum", "copy 0>2", "assay close"));
}

TEST(LowerArm, LetsTheClosingPassWaitForWhatTheLastStepsWrote) {
  auto plan = one_pass_plan();
  plan.arms[0].steps.push_back(plan::Copy{.from = {.buffer = 1, .size = 16}, .to = {.buffer = 2, .size = 16}});
  const auto lowered = lower_arm(plan, plan.arms[0], {40}, 3, {.trials = trials_of(plan), .bracket = 41});
  ASSERT_TRUE(lowered) << sentence(lowered.error());
  // Roles: 0 input, 1 partials, 2 the copy's target, 3 sink, 4 parameters, 5 spare.
  EXPECT_THAT(ops_of(*lowered), ElementsAre("copy 1>3", "assay open", "copy 3>5", "sum", "copy 1>2", "copy 1>3",
                                            "copy 2>3", "assay close"));
}

TEST(LowerArm, TakesTheArgumentsOfAnIndirectDispatchFromTheirBuffer) {
  auto plan = one_pass_plan();
  pass_of(plan).dispatches[0].workgroups = plan::Indirect{.buffer = 2, .offset = 12};
  const auto lowered = lower(plan);
  ASSERT_TRUE(lowered) << sentence(lowered.error());
  EXPECT_THAT(lowered->roles, ElementsAre(RoleSource{.buffer = 0}, RoleSource{.buffer = 1}, RoleSource{.buffer = 2}));
  const auto& pass = std::get<messages::PassOp>(lowered->track.ops[1]);
  EXPECT_EQ(std::get<messages::IndirectGroups>(pass.dispatches[0].groups),
            (messages::IndirectGroups{.role = 2, .offset = 12}));
}

TEST(ArmState, RepeatsInsideOnePassOnlyWhereNoArmNeedsMore) {
  auto plan = one_pass_plan();
  EXPECT_EQ(trials_of(plan), messages::Track::Trials::inside);
  plan.buffers[2].each_trial = plan::EachTrial::zero;  // touched by nobody
  EXPECT_EQ(trials_of(plan), messages::Track::Trials::inside);
  plan.arms.push_back(plan.arms[0]);
  plan.arms[1].steps.push_back(plan.arms[0].steps[0]);
  EXPECT_EQ(trials_of(plan), messages::Track::Trials::around);
}

TEST(ArmState, TellsPoisonedOutputsScratchAndWhatKeepsACopy) {
  auto plan = one_pass_plan();
  EXPECT_TRUE(is_poisoned(plan, 1));
  EXPECT_FALSE(is_poisoned(plan, 0));
  EXPECT_FALSE(is_scratch(plan, 1));
  plan.check.outputs = {2};
  EXPECT_TRUE(is_scratch(plan, 1));
  plan.buffers[0].each_trial = plan::EachTrial::restore;
  EXPECT_TRUE(needs_pristine(plan, 0));
  plan.buffers[0].each_trial = plan::EachTrial::rotate;
  EXPECT_FALSE(needs_pristine(plan, 0)) << "nobody writes it";
}

TEST(ArmState, UsesEachDataSetOnceWhereAnArmConsumesIt) {
  auto plan = one_pass_plan();
  plan.buffers[0].each_trial = plan::EachTrial::rotate;
  plan.buffers[0].rotate = 4;
  EXPECT_EQ(data_sets(plan), 4U);
  EXPECT_EQ(most_trials(plan, 1000), 1000U);
  plan.kernels[0].reflection.slots[0].access = Access::read_write;
  EXPECT_EQ(most_trials(plan, 1000), 4U);
  EXPECT_THAT(restored_each_slot(plan, plan.arms[0]), ElementsAre(0U));
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
