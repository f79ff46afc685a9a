// SPDX-License-Identifier: Apache-2.0
#include "plan/quick_probe.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "plan/probe_text.hpp"
#include "plan/quick_buffer.hpp"

namespace assay::plan {
namespace {

namespace fs = std::filesystem;
using testing::complaint;
using testing::good;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A folder with a.wgsl, b.wgsl and old/a.wgsl, each of which doubles n words.
class Quick : public ::testing::Test {
 protected:
  Quick() {
    std::string name = (fs::temp_directory_path() / "assay-quick-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    fs::create_directory(folder_ / "old");
    for (const char* file : {"a.wgsl", "b.wgsl", "old/a.wgsl"}) {
      fs::copy_file(testing::fixtures() / "double.wgsl", folder_ / file);
    }
  }
  ~Quick() override { fs::remove_all(folder_); }

  [[nodiscard]] QuickForm form() const {
    return {.kernels = {folder_ / "a.wgsl", folder_ / "b.wgsl"},
            .set = {"n=2^10"},
            .buffers = {"input:u32[n]=integers:256,seed=7", "out:u32[n]"},
            .workgroups = "n/64",
            .margin = "0.5 %"};
  }
  [[nodiscard]] Expected<Plan> plan_of(const QuickForm& form) const {
    const auto probe = QuickProbe::make(form, folder_);
    if (!probe) return fail(probe.error());
    return probe->parse({});
  }
  [[nodiscard]] std::string id_of(const Expected<Plan>& plan) const { return identity(good(plan)).value(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  fs::path folder_;
};

TEST_F(Quick, KeepsTheStateOfTheCacheThatWasAskedFor) {
  EXPECT_EQ(good(plan_of(form())).cache, CacheWish::unstated);
  QuickForm cold = form();
  cold.cache = "cold";
  EXPECT_EQ(good(plan_of(cold)).cache, CacheWish::cold);
}

TEST_F(Quick, SaysBehindAFillWhatATrialFinds) {
  QuickForm restored = form();
  restored.buffers[0] = "input:u32[n]=integers:256,seed=7@restore";
  EXPECT_EQ(good(plan_of(restored)).buffers[0].each_trial, EachTrial::restore);
  restored.buffers[0] = "input:u32[n]=bits @ rotate:4";
  EXPECT_EQ(good(plan_of(restored)).buffers[0].rotate, 4U);
  restored.buffers[0] = "input:u32[n]=bits@keep";
  EXPECT_TRUE(good(plan_of(restored)).buffers[0].keep_declared);
  EXPECT_FALSE(good(plan_of(form())).buffers[0].keep_declared);
  restored.buffers[0] = "input:u32[n]=bits@never";
  EXPECT_THAT(complaint(plan_of(restored)), HasSubstr("this is no fill"));
}

TEST_F(Quick, IsTheSamePlanAsTheFileThatSaysTheSame) {
  write("by_hand.toml", R"(
question = "is b faster than a?"
margin = "0.5 %"
[params]
n = 1024
[buffers]
input = { type = "u32", count = "n", fill = { integers = 256, seed = 7 } }
out = { type = "u32", count = "n" }
[[arm]]
name = "a"
steps = [{ kernel = "a.wgsl", bind = ["input", "out"], workgroups = "n/64" }]
[[arm]]
name = "b"
steps = [{ kernel = "b.wgsl", bind = ["input", "out"], workgroups = 16 }]
[check]
outputs = ["out"]
)");
  EXPECT_EQ(id_of(plan_of(form())), id_of(load_probe(folder_ / "by_hand.toml")));
}

TEST_F(Quick, ATextThatWasKeptLoadsToTheSameIdentity) {
  const auto probe = QuickProbe::make(form(), folder_);
  ASSERT_TRUE(probe.has_value()) << sentence(probe.error());
  write("kept.toml", probe->text());
  EXPECT_EQ(id_of(load_probe(folder_ / "kept.toml")), id_of(probe->parse({})));
}

TEST_F(Quick, TheFolderOfTheTextDoesNotChangeTheIdentity) {
  const auto elsewhere = QuickProbe::make(form(), folder_ / "old");
  ASSERT_TRUE(elsewhere.has_value()) << sentence(elsewhere.error());
  write("old/kept.toml", elsewhere->text());
  EXPECT_THAT(elsewhere->text(), HasSubstr("\"a.wgsl\" = { file = \"../a.wgsl\" }"));
  EXPECT_EQ(id_of(load_probe(folder_ / "old" / "kept.toml")), id_of(plan_of(form())));
}

TEST_F(Quick, AKernelAgainstItselfHasTwoArms) {
  QuickForm same = form();
  same.kernels[1] = same.kernels[0];
  const Plan plan = good(plan_of(same));
  ASSERT_EQ(plan.arms.size(), 2U);
  EXPECT_EQ(plan.arms[0].name, "a (A)");
  EXPECT_EQ(plan.arms[1].name, "a (B)");
  EXPECT_EQ(plan.kernels.size(), 1U);
}

TEST_F(Quick, KernelsOfOneNameInTwoFoldersAreToldApart) {
  QuickForm versions = form();
  versions.kernels[0] = folder_ / "old/a.wgsl";
  versions.kernels[1] = folder_ / "a.wgsl";
  const Plan plan = good(plan_of(versions));
  EXPECT_EQ(plan.kernels.size(), 2U);
  EXPECT_EQ(plan.kernels[0].file.lexically_normal(), folder_ / "old/a.wgsl");
}

TEST_F(Quick, OfOneKernelAsksHowLongItTakes) {
  QuickForm one = form();
  one.kernels = {folder_ / "a.wgsl"};
  const Plan plan = good(plan_of(one));
  ASSERT_EQ(plan.arms.size(), 1U);
  EXPECT_EQ(plan.question, "how long does a take?");
  EXPECT_EQ(plan.probe, "a");
}

TEST_F(Quick, OfThreeKernelsHasAnArmForEach) {
  QuickForm three = form();
  three.kernels.push_back(folder_ / "a.wgsl");
  const Plan plan = good(plan_of(three));
  ASSERT_EQ(plan.arms.size(), 3U);
  EXPECT_EQ(plan.arms[0].name, "a (A)");
  EXPECT_EQ(plan.arms[1].name, "b");
  EXPECT_EQ(plan.arms[2].name, "a (C)");
  EXPECT_EQ(plan.kernels.size(), 2U);
}

TEST_F(Quick, ChecksWhatBothKernelsWrite) {
  EXPECT_EQ(good(plan_of(form())).check.outputs, std::vector<std::size_t>{1});
}

TEST_F(Quick, TakesFeaturesAndShapes) {
  QuickForm shaped = form();
  shaped.features = {"subgroups", "f16"};
  shaped.workgroups = "linear:2^20";
  const Plan plan = good(plan_of(shaped));
  EXPECT_EQ(plan.arms[1].requires_features, (std::vector<std::string>{"subgroups", "f16"}));
  const auto& linear = std::get<0>(testing::pass_at(plan, 0).dispatches[0].workgroups);
  EXPECT_EQ(std::uint64_t{linear[0]} * linear[1], 1U << 20U);
  shaped.workgroups = "max(2, 3), n/256";
  EXPECT_EQ(std::get<0>(testing::pass_at(good(plan_of(shaped)), 0).dispatches[0].workgroups),
            (std::array<std::uint32_t, 3>{3, 4, 1}));
}

TEST_F(Quick, ErrorsNameTheOptionInsteadOfALine) {
  const auto said = [this](void (*change)(QuickForm&)) {
    QuickForm wrong = form();
    change(wrong);
    return complaint(plan_of(wrong));
  };
  EXPECT_THAT(said([](QuickForm& f) { f.buffers[1] = "out:u32[n/1000]"; }),
              StartsWith("--buffer out:u32[n/1000]: 'count': n/1000 is not whole"));
  EXPECT_THAT(said([](QuickForm& f) { f.buffers[1] = "out:u23[n]"; }),
              StartsWith("--buffer out:u23[n]: unknown element type (found \"u23\""));
  EXPECT_THAT(said([](QuickForm& f) { f.workgroups = "n/100"; }),
              StartsWith("--workgroups: 'workgroups': n/100 is not"));
  EXPECT_THAT(said([](QuickForm& f) { f.workgroups = "m"; }), StartsWith("--workgroups: 'workgroups': in \"m\""));
  EXPECT_THAT(said([](QuickForm& f) { f.set = {"n=2^x"}; }), StartsWith("--set n: 'n': in \"2^x\""));
  EXPECT_THAT(said([](QuickForm& f) { f.set = {"n"}; }), StartsWith("--set: not a parameter (found n"));
  EXPECT_THAT(said([](QuickForm& f) { f.margin = "1"; }), StartsWith("--margin: 'margin': unknown unit"));
  EXPECT_THAT(said([](QuickForm& f) { f.cache = "hot"; }), StartsWith("--cache: unknown state of the cache"));
  EXPECT_THAT(said([](QuickForm& f) { f.features = {"subgroup"}; }), StartsWith("--requires: unknown feature"));
  EXPECT_THAT(said([](QuickForm& f) { f.buffers.push_back("third:u32[n]"); }), HasSubstr("with --buffer: 'bind' puts"));
  EXPECT_THAT(said([](QuickForm& f) { f.buffers.pop_back(); }), StartsWith("--buffer: there is no buffer that all"));
  EXPECT_THAT(said([](QuickForm& f) { f.buffers.clear(); }), StartsWith("--buffer: kernels need buffers"));
  EXPECT_THAT(said([](QuickForm& f) { f.workgroups.clear(); }), StartsWith("--workgroups: kernels need"));
  EXPECT_THAT(said([](QuickForm& f) { f.kernels[1] = "/nowhere/c.wgsl"; }),
              StartsWith("/nowhere/c.wgsl: the kernel file"));
  EXPECT_THAT(said([](QuickForm& f) { f.buffers[1] = f.buffers[0]; }),
              StartsWith("--buffer: two buffers have the same"));
}

TEST_F(Quick, PlacesThatAreKeptForLaterErrorsNameTheOptionToo) {
  QuickForm large = form();
  large.set = {"n=2^30"};
  large.workgroups = "linear:n/64";
  const auto valid = validate(good(plan_of(large)), DeviceLimits{});
  EXPECT_THAT(complaint(valid), StartsWith("--buffer input:u32[n]=integers:256,seed=7: the buffer 'input' is larger"));
}

TEST(QuickBuffers, HaveEveryFill) {
  const auto definition = [](std::string_view option) {
    const auto buffer = quick_buffer(option, [](std::string_view file) { return "sub/" + std::string(file); });
    EXPECT_TRUE(buffer.has_value()) << option;
    return buffer ? buffer->definition : std::string();
  };
  EXPECT_EQ(definition("x:f32[n]"), R"x({ type = "f32", count = "n" })x");
  EXPECT_EQ(definition("x:f32[n]=zero"), R"x({ type = "f32", count = "n", fill = "zero" })x");
  EXPECT_EQ(definition("x:f32[n]=uniform,seed=3"),
            R"x({ type = "f32", count = "n", fill = { random = "uniform", seed = 3 } })x");
  EXPECT_EQ(definition("x:f32[min(n, 2)]=integers:2^8"),
            R"x({ type = "f32", count = "min(n, 2)", fill = { integers = "2^8" } })x");
  EXPECT_EQ(definition("x:u32[4]=values:1, -2,0.5,min(n, 3)"),
            R"x({ type = "u32", count = "4", fill = { values = [1, -2, 0.5, "min(n, 3)"] } })x");
  EXPECT_EQ(definition("x:u32[4]=file:d.npy"), R"x({ type = "u32", count = "4", fill = { file = "sub/d.npy" } })x");
  EXPECT_EQ(definition("u:uniform:u32[4]=iota"), R"x({ type = "u32", count = "4", fill = "iota", as = "uniform" })x");
}

TEST(QuickBuffers, RefuseWhatDescribesNoBuffer) {
  const auto refused = [](std::string_view option) {
    return complaint(quick_buffer(option, [](std::string_view file) { return std::string(file); }));
  };
  for (const char* option : {"", "x", "x:f32", "x[n]", "x:f32]n[", "[:]"}) {
    EXPECT_THAT(refused(option), HasSubstr("--buffer: this ")) << option;
  }
  EXPECT_THAT(refused("2x:f32[n]"), HasSubstr("cannot name a buffer"));
  EXPECT_THAT(refused("x:f32[n]zero"), HasSubstr("only a fill can stand"));
  EXPECT_THAT(refused("x:f32[n]=zeros"), HasSubstr("this is no fill"));
  EXPECT_THAT(refused("x:f32[n]=zero,seed=1"), HasSubstr("this is no fill"));
}

TEST(SplitList, LeavesTheArgumentsOfAFunctionTogether) {
  EXPECT_EQ(split_list("2^10, min(n, 4),8"), (std::vector<std::string>{"2^10", "min(n, 4)", "8"}));
}

}  // namespace
}  // namespace assay::plan
