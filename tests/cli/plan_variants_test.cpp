// SPDX-License-Identifier: Apache-2.0
// A probe against its own kernels as they were, and with its subject removed, on the simulated device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string kernel(const std::string& directives) {
  return "// sim: " + directives +
         "\n@group(0) @binding(0) var<storage, read_write> output: array<u32>;\n"
         "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) { output[id.x] = id.x; }\n";
}

std::string probe(int arms) {
  std::string text = "question = \"q\"\n[buffers]\noutput = { type = \"u32\", count = 65536 }\n";
  for (int arm = 0; arm < arms; ++arm) {
    const std::string name(1, static_cast<char>('a' + arm));
    text += "[[arm]]\nname = \"" + name + "\"\nsteps = [{ kernel = \"" + name +
            ".wgsl\", bind = [\"output\"], workgroups = 1024 }]\n";
  }
  return text + "[check]\noutputs = [\"output\"]\n";
}

class PlanVariants : public testing::Test {
 protected:
  [[nodiscard]] Ran compare(std::vector<std::string> more) const {
    std::vector<std::string> arguments{"compare", "probe.toml", "--engine", "sim",          "--quiet", "--seed",
                                       "1",       "--squares",  "5",        "--replicates", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return place.assay(arguments);
  }
  /// Everything in the folder as the one commit of a new repository; false where there is no git.
  [[nodiscard]] bool commit() const {
    return place
               .shell(
                   "git init -q . && git add -A && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false "
                   "commit -qm first")
               .exit_code == 0;
  }
  Workplace place{};
};

TEST_F(PlanVariants, AKernelIsComparedWithWhatItWasAtACommit) {
  place.write("probe.toml", probe(1));
  place.write("a.wgsl", kernel("time=1"));
  if (!commit()) GTEST_SKIP() << "NOT TESTED: --against (no git)";
  EXPECT_THAT(compare({"--against", "git:HEAD"}).output, HasSubstr("no kernel of 'a' has changed since HEAD"));
  place.write("a.wgsl", kernel("time=1.05"));
  const Ran ran = compare({"--against", "git:HEAD", "--gate"});
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("SLOWER"), HasSubstr("a at HEAD")));
}

TEST_F(PlanVariants, ACommitOrAFileThatGitDoesNotHaveIsBadInput) {
  place.write("probe.toml", probe(1));
  place.write("a.wgsl", kernel("time=1"));
  if (!commit()) GTEST_SKIP() << "NOT TESTED: --against (no git)";
  Ran ran = compare({"--against", "git:nothing"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, HasSubstr("git has no 'a.wgsl' at nothing"));
  EXPECT_EQ(compare({"--against", "HEAD"}).exit_code, 2);
  EXPECT_EQ(compare({"--against", "git:--output=x"}).exit_code, 2);
}

TEST_F(PlanVariants, AnEmptyRoomRunsTheFirstArmTwice) {
  place.write("probe.toml", probe(2));
  place.write("a.wgsl", kernel("time=1"));
  place.write("b.wgsl", kernel("time=1.2"));
  EXPECT_THAT(compare({}).output, HasSubstr("SLOWER"));
  const Ran ran = compare({"--empty-room"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("NULL"), HasSubstr("every arm ran the steps of the first one")));
}

}  // namespace
}  // namespace assay::cli
