// SPDX-License-Identifier: Apache-2.0
// The whole command against an engine's process that misbehaves at a random moment. ASSAY_CHAOS_RUNS: how many runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <system_error>
#include <vector>

#include "cli/run_assay.hpp"
#include "host/test_process.hpp"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// What may be said of a fault: exit statuses, each of which is the truth at some moment of a run.
struct ChaosKind {
  const char* name;
  std::vector<int> truths;
};
const std::vector<ChaosKind>& chaos_kinds() {
  // Stamps that lie are found by a self-test (4), by the squares (6), or too late to matter (0); bytes by the digest of
  // a known fill (4), a gate (5), or too late.
  // At the greeting a refusal is of another program (2), of a self-test it is the engine's (4), later the probe's (2).
  static const std::vector<ChaosKind> kinds = {{"hang", {6}},
                                               {"exit", {6}},
                                               {"abort", {6}},
                                               {"killed", {0, 6}},
                                               {"grandchild-hang", {6}},
                                               {"flood-output", {6}},
                                               {"flood-events", {6}},
                                               {"beats", {6}},
                                               {"garbage", {6}},
                                               {"oversized", {6}},
                                               {"truncate", {6}},
                                               {"truncate-hang", {6}},
                                               {"wrong-id", {6}},
                                               {"wrong-kind", {6}},
                                               {"lost", {6}},
                                               {"lie-stamps", {0, 4, 6}},
                                               {"lie-times", {0, 4, 6}},
                                               {"lie-bytes", {0, 4, 5}},
                                               {"lie-less", {6}},
                                               {"refuse-protocol", {2, 70}},
                                               {"refuse-unsupported", {2, 4}},
                                               {"refuse-validation", {2, 4}},
                                               {"refuse-memory", {2, 4}},
                                               {"refuse-lost", {6}},
                                               {"refuse-deadline", {6}},
                                               {"refuse-internal", {6}}};
  return kinds;
}

/// The command beside a worker of another make, and a probe for it.
class Chaos : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path bin = place_.folder() / "bin";
    fs::create_directory(bin);
    std::error_code code;
    const fs::path built = fs::path(ASSAY_BINARY_DIR) / "assay";
    fs::create_hard_link(built, bin / "assay", code);
    if (code) fs::copy_file(built, bin / "assay");
    fs::create_symlink(fs::path(ASSAY_TEST_PROGRAMS) / "chaos_worker", bin / "assay-worker");
    place_.write("k.wgsl",
                 "@group(0) @binding(0) var<storage, read_write> output: array<u32>;\n"
                 "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) { output[id.x] = "
                 "id.x; }\n");
    place_.write("pair.toml",
                 "question = \"q\"\n[buffers]\noutput = { type = \"u32\", count = 65536 }\n"
                 "[[arm]]\nname = \"a\"\nsteps = [{ kernel = \"k.wgsl\", bind = [\"output\"], workgroups = 1024 }]\n"
                 "[[arm]]\nname = \"b\"\nsteps = [{ kernel = \"k.wgsl\", bind = [\"output\"], workgroups = 1024 }]\n"
                 "[check]\noutputs = [\"output\"]\n");
  }

  [[nodiscard]] Ran compare(const std::string& chaos) const {
    std::error_code code;
    fs::remove(place_.folder() / "notes", code);
    fs::remove(place_.folder() / "kept.json", code);
    const std::string worker = (fs::path(ASSAY_TEST_PROGRAMS) / "chaos_worker").string();
    return place_.run({"bin/assay", "compare", "pair.toml", "--quiet", "--library", worker, "--replicates", "1",
                       "--squares", "1", "--seed", "1", "--deadline", "1s", "--json", "kept.json"},
                      {{"ASSAY_CHAOS", chaos}, {"ASSAY_CHAOS_NOTES", (place_.folder() / "notes").string()}}, 120);
  }

  /// What stands behind `key` in each line of the worker's notes that begins with it.
  [[nodiscard]] std::vector<std::string> noted(const std::string& key) const {
    std::vector<std::string> found;
    std::ifstream file(place_.folder() / "notes");
    for (std::string word, value; file >> word >> value;) {
      if (word == key) found.push_back(value);
    }
    return found;
  }

  void expect_no_orphan() const {
    // The command has waited for its own child; that one's child was killed with it.
    for (const auto& pid : noted("worker")) EXPECT_FALSE(host::runs(std::stol(pid))) << "the worker outlived assay";
    for (const auto& pid : noted("grandchild"))
      EXPECT_TRUE(host::ends_before(std::stol(pid), host::Deadline::after(20s)));
  }

  /// A verdict is kept and read again to the same status; anything else is one sentence.
  void expect_kept_or_told(const Ran& ran) const {
    const bool kept = fs::exists(place_.folder() / "kept.json");
    if (ran.exit_code == 2 || ran.exit_code == 70) {
      EXPECT_TRUE(ran.output.starts_with("assay: ")) << ran.output;
      return;
    }
    EXPECT_TRUE(kept) << ran.output;
    const Ran again = place_.run({"bin/assay", "compare", "--replay", "kept.json"}, {}, 60);
    EXPECT_EQ(again.exit_code, ran.exit_code) << again.output;
  }

  Workplace place_{};
};

TEST_F(Chaos, WithoutAFaultTheStandInIsAnEngineLikeAnother) {
  const Ran ran = compare("");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, testing::HasSubstr("UNRESOLVED"));
  expect_kept_or_told(ran);
}

TEST_F(Chaos, T52_AnEngineThatRefusesPassesWithStampsIsUnfitBeforeAnythingIsTimed) {
  const Ran ran = compare("no-stamps@1");
  EXPECT_EQ(ran.exit_code, 4) << ran.output;
  EXPECT_THAT(ran.output,
              testing::AllOf(testing::HasSubstr("UNFIT"), testing::HasSubstr("a self-test cannot run here")));
  expect_kept_or_told(ran);
}

TEST_F(Chaos, AtAnyMomentEndsInTheRightExitStatusWithASentenceAndNoOrphan) {
  int runs = 10;
  if (const char* wish = std::getenv("ASSAY_CHAOS_RUNS")) runs = std::atoi(wish);
  for (int run = 0; run < runs; ++run) {
    std::mt19937_64 random(static_cast<std::uint64_t>(run));
    // Each kind in turn, beginning elsewhere in a short test than in the next kind's neighbourhood.
    const auto& kind = chaos_kinds()[static_cast<std::size_t>(run) * 7 % chaos_kinds().size()];
    // Early and late requests alike: the logarithm is uniform.
    const double uniform = std::uniform_real_distribution<>(0, 1)(random);
    const bool by_time = std::string(kind.name) == "killed";
    const auto moment = static_cast<std::uint64_t>(std::exp(uniform * std::log(by_time ? 2e6 : 600.0)));
    const std::string chaos = std::string(kind.name) + "@" + std::to_string(std::max<std::uint64_t>(moment, 1));
    SCOPED_TRACE("run " + std::to_string(run) + ": " + chaos);
    const Ran ran = compare(chaos);
    const auto struck = noted("struck");
    std::vector<int> truths = kind.truths;
    // Past the last request, or at the goodbye that nobody needs an answer to, everything has been measured.
    if (!by_time && (struck.empty() || struck.front() == "close")) truths = {0};
    EXPECT_THAT(truths, testing::Contains(ran.exit_code))
        << "struck at '" << (struck.empty() ? "nothing" : struck.front()) << "'\n"
        << ran.output;
    EXPECT_THAT(ran.output, testing::Not(testing::AnyOf(testing::HasSubstr("FASTER"), testing::HasSubstr("SLOWER"))));
    expect_no_orphan();
    expect_kept_or_told(ran);
  }
}

}  // namespace
}  // namespace assay::cli
