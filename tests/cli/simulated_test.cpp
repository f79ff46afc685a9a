// SPDX-License-Identifier: Apache-2.0
// The whole command on the simulated device: needs no driver, and the truth is known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/run_assay.hpp"

namespace assay::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Two arms whose kernels do the same, B with these directives to the simulated device.
void write_pair(const Workplace& place, const std::string& directives_b, const std::string& more = "") {
  const std::string kernel =
      "@group(0) @binding(0) var<storage, read_write> output: array<u32>;\n"
      "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) { output[id.x] = id.x; }\n";
  place.write("a.wgsl", kernel);
  place.write("b.wgsl", "// sim: " + directives_b + "\n" + kernel);
  const std::string probe =
      "question = \"q\"\n[buffers]\noutput = { type = \"u32\", count = 65536 }\n"
      "[[arm]]\nname = \"a\"\nsteps = [{ kernel = \"a.wgsl\", bind = [\"output\"], workgroups = 1024 }]\n"
      "[[arm]]\nname = \"b\"\nsteps = [{ kernel = \"b.wgsl\", bind = [\"output\"], workgroups = 1024 }]\n"
      "[check]\noutputs = [\"output\"]\n";
  place.write("pair.toml", probe + more);
}

class Simulated : public testing::Test {
 protected:
  [[nodiscard]] Ran compare(const std::string& engine, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"compare", "pair.toml", "--engine", engine,         "--quiet", "--seed",
                                       "1",       "--squares", "5",        "--replicates", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return place.assay(arguments);
  }
  Workplace place{};
};

TEST_F(Simulated, EveryLineOfAResultSaysSo) {
  write_pair(place, "time=1.05");
  const Ran ran = compare("sim", {"-v"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("SLOWER"));
  std::istringstream lines(ran.output);
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(line.starts_with("SIMULATED")) << line;
}

TEST_F(Simulated, EveryLineOfProgressAndOfASingleRunSaysSo) {
  write_pair(place, "time=1.05");
  for (const Ran& ran :
       {place.assay({"compare", "pair.toml", "--engine", "sim", "--seed", "1", "--squares", "5", "--replicates", "3"}),
        place.assay({"compare", "pair.toml", "--engine", "sim", "--once"})}) {
    EXPECT_EQ(ran.exit_code, 0) << ran.output;
    std::istringstream lines(ran.output);
    for (std::string line; std::getline(lines, line);) EXPECT_TRUE(line.starts_with("SIMULATED ")) << line;
  }
}

TEST_F(Simulated, TheWordsSetTheExitStatus) {
  write_pair(place, "time=1.05");
  EXPECT_EQ(compare("sim", {"--gate"}).exit_code, 1);
  EXPECT_EQ(compare("sim:clock=dead").exit_code, 4);
  EXPECT_EQ(compare("sim:lost-after=1s").exit_code, 6);
  EXPECT_EQ(compare("sim:hang-after=1s").exit_code, 6);
  write_pair(place, "skip");
  EXPECT_EQ(compare("sim").exit_code, 5);
}

TEST_F(Simulated, AKeptResultIsReplayedToTheSameVerdict) {
  write_pair(place, "time=0.95");
  const Ran ran = compare("sim:rough", {"--json", "kept.json"});
  EXPECT_THAT(ran.output, HasSubstr("FASTER"));
  const Ran again = place.assay({"compare", "--replay", "kept.json"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.output, AllOf(HasSubstr("SIMULATED FASTER"), HasSubstr("sim speed=16%")));
}

TEST_F(Simulated, BothStatesOfTheCacheAreTwoResultsOfOneCommand) {
  write_pair(place, "time=1.05");
  const Ran unknown = compare("sim", {"--cache", "cold"});
  EXPECT_EQ(unknown.exit_code, 4) << unknown.output;
  EXPECT_THAT(unknown.output, HasSubstr("assay calibrate"));
  write_pair(place, "time=1.05", "[rig]\ncache = \"1 MiB\"\n");
  const Ran ran = compare("sim", {"--cache", "both", "--json", "r.json", "-v"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("cache=cold: SLOWER"), HasSubstr("cache=warm: SLOWER"),
                                HasSubstr("cache       cold: 2 MiB were written before each trial"),
                                HasSubstr("cache       warm: the same build ran once, untimed")));
  const Ran again = place.assay({"compare", "--replay", "r.json"});
  EXPECT_THAT(again.output, AllOf(HasSubstr("SIMULATED SLOWER"), HasSubstr("cache       cold: 2 MiB were written")));
  EXPECT_EQ(compare("sim", {"--cache", "tepid"}).exit_code, 2);
}

TEST_F(Simulated, AMisspeltNuisanceIsBadInputThatNamesTheNearestAndNotAllOfThem) {
  write_pair(place, "time=1");
  const Ran ran = compare("sim:nose=1%");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("no such key (found nose)"),
                                HasSubstr("did you mean \"noise\"? --engine sim:help lists"), Not(HasSubstr("drift"))));
  EXPECT_THAT(compare("sim:wobble=1%").output, HasSubstr("(found wobble): --engine sim:help lists all keys"));
  EXPECT_THAT(compare("sim:noise=150%").output, HasSubstr("allowed: 0% to 100%"));
}

TEST_F(Simulated, ItsKeysAreListedOneALineAndNothingIsRun) {
  write_pair(place, "time=1");
  const Ran ran = compare("sim:help");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("\n  throttle=0%"), HasSubstr("share of the clock lost under short bursts\n"),
                                HasSubstr("\n  hang-after=0"), Not(HasSubstr("SIMULATED"))));
}

TEST_F(Simulated, ACertificateOfItIsNotKeptAndSaysWhyUnderTheSameLabels) {
  const Ran ran = place.assay({"calibrate", "--engine", "sim", "--quiet"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("nothing: a simulated device is certified anew each time\n"));
  std::istringstream lines(ran.output);
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(line.starts_with("SIMULATED ")) << line;
}

TEST_F(Simulated, DevicesShowsItAsNothingReal) {
  const Ran ran = place.assay({"devices", "--engine", "sim:quantum=65536", "--certify"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("SIMULATED sim"), HasSubstr("fit to compare: lattice 65,536 ns")));
}

TEST(CommandLine, TheSimulatedDeviceTakesItsNuisancesBehindAColon) {
  const auto wish = parse_engine("sim:drift=2%,quantum=65536");
  ASSERT_TRUE(wish);
  EXPECT_EQ(wish->name, "sim");
  EXPECT_EQ(wish->variant, "drift=2%,quantum=65536");
}

}  // namespace
}  // namespace assay::cli
