// SPDX-License-Identifier: Apache-2.0
// `assay time` on a real engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Time : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_engine().empty()) GTEST_SKIP() << why_no_engine();
  }
  /// One short session: what is tested here is not the statistics.
  Ran time(std::vector<std::string> more) const {
    std::vector<std::string> words{"time", "--quiet", "--sessions", "1", "--rounds", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return place.assay(words);
  }
  Workplace place{};
  const std::string walkers = std::string(ASSAY_SOURCE_DIR) + "/probes/walkers.toml";
};

TEST_F(Time, ProfilesAPipelineOf194PassesAndReplaysItTheSame) {
  const Ran ran = time({walkers, "--set", "n=2^10", "--json", "profile.json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("194 passes"), HasSubstr("march"), HasSubstr("plan light"),
                                HasSubstr("turn=23"), HasSubstr("reconciled"), HasSubstr("encode")));
  const Ran again = place.assay({"time", "--replay", "profile.json"});
  EXPECT_EQ(again.exit_code, 0) << again.output;
  EXPECT_EQ(again.output.substr(0, again.output.find("kept")), ran.output.substr(0, ran.output.find("kept")));
}

TEST_F(Time, OfOneKernelNeedsNoProbe) {
  place.write("twice.wgsl",
              "@group(0) @binding(0) var<storage, read> a: array<u32>;\n"
              "@group(0) @binding(1) var<storage, read_write> b: array<u32>;\n"
              "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n"
              "  b[id.x] = 2u * a[id.x];\n}\n");
  const Ran ran = time({"twice.wgsl", "--set", "n=2^12", "--buffer", "a:u32[n]", "--buffer", "b:u32[n]", "--workgroups",
                        "n/64", "--save", "twice.toml", "--csv", "rows.csv"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("twice takes"), HasSubstr("one pass")));
  const Ran saved = time({"twice.toml", "--markdown"});
  EXPECT_EQ(saved.exit_code, 0) << saved.output;
  EXPECT_THAT(saved.output, AllOf(HasSubstr("| pass | passes |"), Not(HasSubstr("TIMED"))));
  EXPECT_THAT(place.shell("cat rows.csv").output, HasSubstr("label,twice,1,"));
}

TEST_F(Time, OfSeveralSizesAndArmsGivesALineEachAndNoOrder) {
  const Ran ran = time({std::string(ASSAY_SOURCE_DIR) + "/probes/reduce_same.toml", "--over", "n=2^14,2^15"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("n=2^14, tree: "), HasSubstr("n=2^15, tree again: "),
                                HasSubstr("`assay compare` tells")));
}

TEST_F(Time, RefusesWhatItCannotTime) {
  EXPECT_THAT(time({walkers, "--arm", "walker"}).output, AllOf(HasSubstr("no such arm"), HasSubstr("walkers")));
  const Ran two = time({walkers, walkers});
  EXPECT_EQ(two.exit_code, 2);
  const Ran none = place.assay({"time"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.output, HasSubstr("no probe was named"));
  EXPECT_EQ(place.assay({"time", "--replay", walkers}).exit_code, 2);
}

}  // namespace
}  // namespace assay::cli
