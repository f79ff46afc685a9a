// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "result/result_json.hpp"

namespace assay::result {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Timing sample_profile() {
  Timing timing{.probe = "p.toml", .arm = "a", .passes = {{.label = "x", .iteration = "i=0", .dispatches = 2}}};
  timing.sessions = {{.warm_up = {{.submit_ns = 1, .done_ns = 2, .mapped_ns = 3, .stamps = {18446744073709551614U, 5}}},
                      .steady = {{.stamps = {1, 2, 3, 4}, .reference = {5, 6}}},
                      .alone = {{.submit_ns = 1, .submitted_ns = 2, .done_ns = 3, .mapped_ns = 4, .stamps = {7, 9}}},
                      .wall_ns = 77}};
  timing.profile.labels = {{.name = "x",
                            .passes = 1,
                            .total = {.kind = Estimate::Kind::below_lattice, .interval = {0, 12.5}},
                            .share = 0.25}};
  timing.profile.impediment = {.verdict = Verdict::unfit, .reason = "why"};
  timing.profile.wall.median_submission = WallParts{.wall_ns = 4};
  return timing;
}

std::string text_of(const Timing& timing) {
  const auto text = to_json(timing);
  EXPECT_TRUE(text) << sentence(text.error());
  return text.value_or("");
}

TEST(TimingJson, RoundTripsEveryMember) {
  for (const auto& timing : {sample_profile(), Timing{}}) {
    const auto text = text_of(timing);
    const auto back = timing_from_json(text, "t.json");
    ASSERT_TRUE(back) << sentence(back.error());
    EXPECT_EQ(text_of(*back), text);
  }
}

TEST(TimingJson, WritesNullAndNeverZeroForWhatWasNotRead) {
  const auto text = text_of(sample_profile());
  EXPECT_THAT(text, HasSubstr(R"("total":{"kind":"below the lattice","ns":null,"low":0.0,"high":12.5})"));
  EXPECT_THAT(text, HasSubstr(R"("per_pass":{"kind":"missing","ns":null)"));
}

TEST(TimingJson, TellsAComparisonFromAProfile) {
  const auto text = to_json(Comparison{});
  ASSERT_TRUE(text);
  const auto read = timing_from_json(*text, "c.json");
  ASSERT_FALSE(read);
  EXPECT_THAT(sentence(read.error()), HasSubstr("this is not a profile"));
  EXPECT_THAT(sentence(read.error()), Not(HasSubstr("version")));
}

}  // namespace
}  // namespace assay::result
