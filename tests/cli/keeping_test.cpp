// SPDX-License-Identifier: Apache-2.0
// Where results go, and what becomes of a measurement that cannot be kept; on the simulated device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Keeping : public testing::Test {
 protected:
  void SetUp() override {
    place.write("a.wgsl", kKernel);
    place.write("b.wgsl", kKernel);
  }
  /// A command line of two kernels in the place, for the shell; short, as it is not about the statistics.
  [[nodiscard]] std::string line(const std::string& verb, const std::string& more) const {
    const auto folder = place.folder().string();
    return std::string(ASSAY_BINARY_DIR) + "/assay " + verb + " " + folder + "/a.wgsl " + folder +
           "/b.wgsl --buffer 'out:u32[n]' --workgroups n/64 --engine sim --quiet " +
           (verb == "time" ? "--sessions 1 --rounds 2 " : "--replicates 3 --squares 5 ") + more;
  }
  static constexpr const char* kKernel =
      "@group(0) @binding(0) var<storage, read_write> output: array<u32>;\n"
      "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) { output[id.x] = id.x; }\n";
  Workplace place{};
};

TEST_F(Keeping, AFolderThatCannotBeWrittenIsFoundBeforeTheEngineStarts) {
  // Where not even root can make a folder.
  const std::string nowhere = "cd /proc && XDG_STATE_HOME=/proc ";
  for (const char* verb : {"compare", "time"}) {
    for (const char* sizes : {"--set n=4096", "--over n=4096,8192"}) {
      const Ran ran = place.shell(nowhere + line(verb, sizes));
      EXPECT_EQ(ran.exit_code, 2) << ran.output;
      EXPECT_THAT(ran.output, AllOf(HasSubstr("no folder for results can be written"), Not(HasSubstr("SIMULATED"))));
    }
    const Ran named = place.shell(nowhere + line(verb, "--set n=4096 --json -"));
    EXPECT_EQ(named.exit_code, 0) << named.output;
  }
}

TEST_F(Keeping, AVerdictIsPrintedEvenWhereItsFileCannotBeWritten) {
  // A limit on the size of files, whose signal is ignored, is a disk that is full.
  const std::string full = "trap '' XFSZ; ulimit -f 0; ";
  const Ran ran = place.shell(full + line("compare", "--set n=4096 --json " + place.folder().string() + "/r.json"));
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("SIMULATED NULL"), HasSubstr("nothing was kept of this result: "),
                                Not(HasSubstr("SIMULATED kept"))));
  const Ran timed = place.shell(full + line("time", "--set n=4096 --arm a"));
  EXPECT_EQ(timed.exit_code, 2) << timed.output;
  EXPECT_THAT(timed.output, AllOf(HasSubstr("SIMULATED TIMED"), HasSubstr("nothing was kept of this result: ")));
}

TEST_F(Keeping, OneOfSeveralThatCannotBeWrittenStopsNoOther) {
  std::filesystem::create_directory(place.folder() / "r-2.json");
  const std::string several = "--over n=4096,8192,16384 --json " + place.folder().string() + "/r.json";
  for (const char* verb : {"compare", "time"}) {
    const Ran ran = place.shell(line(verb, several + (std::string(verb) == "time" ? " --arm a" : "")));
    EXPECT_EQ(ran.exit_code, 2) << ran.output;
    EXPECT_THAT(ran.output, AllOf(HasSubstr("n=8192"), HasSubstr("nothing was kept of this result: "),
                                  HasSubstr("kept        2 results, the last as ")));
    EXPECT_TRUE(std::filesystem::exists(place.folder() / "r-3.json"));
  }
}

TEST_F(Keeping, AProfileOfTheQuickFormIsCalledByItsArm) {
  const Ran ran = place.shell("cd " + place.folder().string() + " && " + line("time", "--set n=4096 --arm b"));
  EXPECT_THAT(ran.output, HasSubstr("-b-time.json\n"));
}

TEST_F(Keeping, SeveralProfilesTellTheirRigTheirGatesAndTheirPlaces) {
  const Ran ran =
      place.shell("cd " + place.folder().string() + " && " + line("time", "--over n=4096,8192 --csv t.csv"));
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output,
              AllOf(HasSubstr("\nSIMULATED rig         sim "), HasSubstr("\nSIMULATED gates       passed in 4 of 4\n"),
                    HasSubstr("\nSIMULATED kept        4 results, the last as "), HasSubstr("\nSIMULATED n "),
                    HasSubstr("\nSIMULATED Each was timed by itself")));
  EXPECT_THAT(place.shell("cat " + place.folder().string() + "/t.csv").output, HasSubstr(",software,simulated,"));
}

TEST_F(Keeping, ARigThatCouldNotBeOpenedIsCalledByWhatIsKnownOfIt) {
  place.write("p.toml",
              "question = \"q\"\n[buffers]\nout = { type = \"u32\", count = 4096 }\n"
              "[[arm]]\nname = \"a\"\nsteps = [{ kernel = \"a.wgsl\", bind = [\"out\"], workgroups = 64 }]\n"
              "[[arm]]\nname = \"b\"\nsteps = [{ kernel = \"b.wgsl\", bind = [\"out\"], workgroups = 64 }]\n"
              "[check]\noutputs = [\"out\"]\n");
  const Ran ran = place.assay({"compare", "p.toml", "--engine", "sim@nothing", "--quiet"});
  EXPECT_EQ(ran.exit_code, 4) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("SIMULATED UNFIT"), HasSubstr("\nSIMULATED rig         sim, shipping\n"),
                                HasSubstr("assay devices")));
}

TEST_F(Keeping, AReplayOfTheOtherKindNamesTheVerbThatTakesIt) {
  const std::string json = place.folder().string() + "/r.json";
  ASSERT_EQ(place.shell(line("compare", "--set n=4096 --json " + json)).exit_code, 0);
  const Ran comparison = place.assay({"time", "--replay", json});
  EXPECT_EQ(comparison.exit_code, 2);
  EXPECT_THAT(comparison.output, HasSubstr("this is a comparison: use assay compare --replay"));
  ASSERT_EQ(place.shell(line("time", "--set n=4096 --arm a --json " + json)).exit_code, 0);
  const Ran profile = place.assay({"compare", "--replay", json});
  EXPECT_EQ(profile.exit_code, 2);
  EXPECT_THAT(profile.output, HasSubstr("this is a profile: use assay time --replay"));
}

}  // namespace
}  // namespace assay::cli
