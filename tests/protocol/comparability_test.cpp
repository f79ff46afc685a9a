// SPDX-License-Identifier: Apache-2.0
#include "protocol/comparability.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::protocol {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Two arms of one pass; each reads one of two inputs and writes the same output.
plan::Plan two_arms() {
  plan::Plan plan{.probe = "probe.toml"};
  plan.buffers = {{.name = "x", .count = 64, .fill = {.seed = 1}},
                  {.name = "y", .count = 64, .fill = {.seed = 1}},
                  {.name = "out", .count = 64}};
  plan::Kernel kernel{.name = "k"};
  kernel.reflection.slots = {
      {.binding = 0, .name = "in", .access = plan::Kernel::Reflection::Slot::Access::read},
      {.binding = 1, .name = "out", .access = plan::Kernel::Reflection::Slot::Access::read_write}};
  plan.kernels = {kernel};
  for (const std::size_t input : {0U, 1U}) {
    plan::Dispatch dispatch{.bindings = {{.binding = 0, .buffer = input}, {.binding = 1, .buffer = 2}}};
    plan.arms.push_back(
        {.name = input == 0 ? "A" : "B", .steps = {plan::Pass{.label = "k", .dispatches = {dispatch}}}});
  }
  plan.check.outputs = {2};
  return plan;
}

TEST(Comparability, EqualDataInTwoBuffersIsTheSameInput) { EXPECT_TRUE(check_comparable(two_arms())); }

TEST(Comparability, R11_ArmsWithDifferentFillsAreNotComparedAsTheSameInput) {
  auto plan = two_arms();
  plan.buffers[1].fill.kind = plan::Fill::Kind::iota;
  const auto answer = check_comparable(plan);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::bad_input);
  EXPECT_THAT(answer.error().what, HasSubstr("do not read the same input"));
}

TEST(Comparability, DifferentInputsMayBeTheSubject) {
  auto plan = two_arms();
  plan.buffers[1].fill.seed = 2;
  EXPECT_FALSE(check_comparable(plan));
  plan.inputs_are_subject = true;
  EXPECT_TRUE(check_comparable(plan));
}

TEST(Comparability, R11_ACompressedCopyIsImplausibleAndAnHonestOneIsNot) {
  // 505.84 and 112.13 GB/s on memory that can do 136.53: 128 MiB read and written.
  const double bytes = 2.0 * 134217728;
  EXPECT_THAT(implausible_rate(bytes, bytes / 505.84, 136.53e9), HasSubstr("370 % of the declared peak: implausible"));
  EXPECT_THAT(implausible_rate(bytes, bytes / 112.13, 136.53e9), IsEmpty());
}

TEST(Comparability, ARateWithoutAPeakIsHeldAgainstNothing) { EXPECT_THAT(implausible_rate(1e9, 1.0, 0), IsEmpty()); }

TEST(Comparability, OneArmIsNotAComparison) {
  auto plan = two_arms();
  plan.arms.pop_back();
  EXPECT_THAT(check_comparable(plan).error().what, HasSubstr("two arms"));
}

TEST(Comparability, NothingCheckedIsNotAComparison) {
  auto plan = two_arms();
  plan.check.outputs.clear();
  EXPECT_THAT(check_comparable(plan).error().what, HasSubstr("nothing would be checked"));
}

TEST(Comparability, WhatIsNotYetDoneIsSaidByName) {
  auto plan = two_arms();
  plan.check.references = {{.kind = plan::Reference::Kind::shipped, .outputs = {2}, .name = "block_sum_f32"}};
  EXPECT_THAT(check_comparable(plan).error().what, HasSubstr("not yet: a reference that is shipped"));
  EXPECT_EQ(check_comparable(plan).error().value, "shipped:block_sum_f32");
  plan.check.references = {{.kind = plan::Reference::Kind::file, .outputs = {2}}};
  plan.buffers[0].rotate = 2;
  EXPECT_THAT(check_comparable(plan).error().what, HasSubstr("not yet: a reference for buffers whose data sets"));
  plan.buffers[0].rotate = 1;
  EXPECT_TRUE(check_comparable(plan));
  plan.check.references.clear();
  plan.sweep.axes["n"] = {"2^10", "2^12"};
  EXPECT_THAT(check_comparable(plan).error().what, HasSubstr("not yet: a sweep"));
}

TEST(Comparability, ABufferThatOneArmWritesAndAnotherOnlyReadsMustBePutBack) {
  auto plan = two_arms();
  plan.inputs_are_subject = true;
  // B reads 'out' of A's, which the allocations that serve all arms would hand on to it.
  std::get<plan::Pass>(plan.arms[1].steps[0]).dispatches[0].bindings = {{.binding = 0, .buffer = 0},
                                                                        {.binding = 1, .buffer = 1}};
  plan.arms[1].steps.push_back(plan.arms[1].steps[0]);
  std::get<plan::Pass>(plan.arms[1].steps[1]).dispatches[0].bindings = {{.binding = 0, .buffer = 2},
                                                                        {.binding = 1, .buffer = 1}};
  std::get<plan::Pass>(plan.arms[0].steps[0]).dispatches[0].bindings[0].buffer = 0;
  const auto answer = check_comparable(plan);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::bad_input);
  EXPECT_THAT(answer.error().what, HasSubstr("A writes the buffer 'out', and B only reads it"));
  EXPECT_THAT(answer.error().advice, HasSubstr("each_trial = \"restore\""));
  plan.buffers[2].each_trial = plan::EachTrial::restore;
  EXPECT_TRUE(check_comparable(plan));
}

TEST(Comparability, MoreArmsThanASquareHoldsAreRefused) {
  auto plan = two_arms();
  plan.inputs_are_subject = true;
  plan.arms.resize(32, plan.arms[0]);
  EXPECT_TRUE(check_comparable(plan));
  plan.arms.resize(33, plan.arms[0]);
  EXPECT_THAT(check_comparable(plan).error().what, HasSubstr("more arms than one square can hold"));
}

TEST(Comparability, DataSetsThatComeRoundTogetherTooLateAreRefused) {
  auto plan = two_arms();
  plan.buffers[0].rotate = 7;
  EXPECT_TRUE(check_comparable(plan));
  plan.buffers[1].rotate = 16;
  EXPECT_THAT(check_comparable(plan).error().what, HasSubstr("take too long to come round"));
}

TEST(Comparability, ABufferOfOneArmAloneIsSaidToKeepItsLuck) {
  EXPECT_THAT(comparison_notes(two_arms()),
              testing::ElementsAre(HasSubstr("'x': only A binds it"), HasSubstr("'y': only B binds it")));
}

TEST(Comparability, ADifferentNumberOfPassesIsTold) {
  auto plan = two_arms();
  plan.arms[1].steps.push_back(plan.arms[1].steps.front());
  EXPECT_THAT(comparison_notes(plan), testing::Contains("A has 1 passes and B has 2"));
}

}  // namespace
}  // namespace assay::protocol
