// SPDX-License-Identifier: Apache-2.0
#include "report/several_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/rig_text.hpp"
#include "report/sample_comparison.hpp"

namespace assay::report {
namespace {

using result::Comparison;
using result::Verdict;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(SeveralText, TellsEachRigOnceWhatTheGatesSaidAndWhereTheResultsLie) {
  const Comparison good = testing::sample(Verdict::faster), wrong = testing::sample(Verdict::incorrect),
                   unfit = testing::sample(Verdict::unfit);
  EXPECT_EQ(several_text({{&good.rig, &good.gate}, {&wrong.rig, &wrong.gate}, {&unfit.rig, &unfit.gate}},
                         {.count = 3, .last_at = "r-3.json"}, {.width = 100}),
            "rig         wgpu-native 29.0.1.1, shipping, on Example GPU 9000 (Vulkan, driver 580.1)\n"
            "gates       passed in 1 of 3, FAILED in 1, not run in 1\n"
            "kept        3 results, the last as r-3.json\n");
}

TEST(SeveralText, WarnsOfASoftwareDeviceUnderItsRig) {
  Comparison one = testing::sample(Verdict::faster), other = one;
  other.rig.software = true;
  other.rig.adapter = "llvmpipe";
  EXPECT_THAT(several_text({{&one.rig, &one.gate}, {&other.rig, &other.gate}}, {}, {.width = 0}),
              HasSubstr("on llvmpipe (Vulkan, driver 580.1)\n            software device: these times say nothing"));
}

TEST(SeveralText, OfOneKeptResultSaysItsPlaceAndOfNoneNothing) {
  const Comparison one = testing::sample(Verdict::faster);
  EXPECT_THAT(several_text({{&one.rig, &one.gate}}, {.count = 1, .last_at = "r.json"}, {.width = 0}),
              HasSubstr("kept        r.json\n"));
  EXPECT_THAT(several_text({{&one.rig, &one.gate}}, {}, {.width = 0}), Not(HasSubstr("kept")));
  EXPECT_EQ(several_text({}, {}, {}), "");
}

TEST(SeveralText, BeginsEveryLineWithTheMarkWhereNothingWasRun) {
  Comparison one = testing::sample(Verdict::faster);
  one.rig.simulated = true;
  const std::vector<OneOfSeveral> all{{&one.rig, &one.gate}};
  EXPECT_EQ(mark_of_all(all), kSimulatedMark);
  EXPECT_TRUE(testing::every_line_begins_with(several_text(all, {.count = 1, .last_at = "r.json"}, {}), "SIMULATED"));
  const Comparison real = testing::sample(Verdict::faster);
  EXPECT_EQ(mark_of_all({{&one.rig, &one.gate}, {&real.rig, &real.gate}}), "");
}

TEST(RigText, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(rig_text({}), "");
  result::Rig rig;
  rig.engine = "wgpu-native";
  EXPECT_EQ(rig_text(rig), "wgpu-native, shipping");
  rig.backend = "Vulkan";
  EXPECT_EQ(rig_text(rig), "wgpu-native, shipping, on a device without a name (Vulkan)");
}

}  // namespace
}  // namespace assay::report
