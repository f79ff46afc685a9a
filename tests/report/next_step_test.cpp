// SPDX-License-Identifier: Apache-2.0
#include "report/next_step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/comparison_text.hpp"
#include "report/sample_comparison.hpp"
#include "report/verdict_help.hpp"

namespace assay::report {
namespace {

using result::Verdict;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string next(Verdict verdict, std::string_view reason) {
  return std::string(next_step(verdict, reason, Events::none));
}

TEST(NextStep, FitsWhatTheRigLacks) {
  EXPECT_THAT(next(Verdict::unfit, "message 'open': no adapter of that name (found nvidia)"),
              AllOf(HasSubstr("assay devices"), HasSubstr("--engine"), Not(HasSubstr("larger n"))));
  EXPECT_THAT(next(Verdict::unfit, "the adapter lacks the feature 'shader-f16'"), HasSubstr("drop the requirement"));
  EXPECT_THAT(next(Verdict::unfit, "p.toml:3:1: the workgroup of 'a' has too many invocations (found 512 invocations"),
              AllOf(HasSubstr("fewer invocations"), Not(HasSubstr("larger n"))));
  EXPECT_THAT(next(Verdict::unfit, "a cold cache cannot be promised: the size of the last-level cache is not known"),
              AllOf(HasSubstr("assay calibrate"), HasSubstr("[rig] cache")));
  EXPECT_THAT(next(Verdict::unfit, "warm slots stay shorter than this clock demands"), HasSubstr("larger n"));
  EXPECT_THAT(next(Verdict::unfit, "the self-test 'alive' failed: begin 0, end 0"), HasSubstr("assay calibrate"));
}

TEST(NextStep, NamesAnIndexOnlyWhereOneIsPrinted) {
  for (const char* reason : {"b never wrote 'out' (none of its 1024 words)",
                             "b does not repeat: its second trial in a row leaves other bytes in 'out' than its first",
                             "b differs from a in 'out' once, and not when asked again: not deterministic"}) {
    EXPECT_THAT(next(Verdict::incorrect, reason), Not(HasSubstr("index"))) << reason;
  }
  EXPECT_THAT(next(Verdict::incorrect, "b does not repeat: its second trial"), HasSubstr("each_trial"));
  EXPECT_THAT(next(Verdict::incorrect, "b never wrote 'out'"), HasSubstr("every word"));
}

TEST(NextStep, SendsNobodyToEventsThatAreNotPrinted) {
  auto broken = testing::sample(Verdict::void_run);
  broken.judgement.reasons = {"too few readings"};
  EXPECT_THAT(comparison_text(broken, {.width = 0}, ""), HasSubstr("Read the events"));
  for (auto& replicate : broken.replicates) replicate.events.clear();
  EXPECT_THAT(comparison_text(broken, {.width = 0}, ""), Not(HasSubstr("vents")));
}

TEST(NextStep, OfAReasonThatNobodyForesawIsTheVerdictsOwn) {
  for (const auto& help : verdict_help()) EXPECT_EQ(next(help.verdict, "something new"), help.next);
}

}  // namespace
}  // namespace assay::report
