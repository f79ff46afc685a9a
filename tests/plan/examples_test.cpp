// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "plan/load.hpp"
#include "plan/probe_text.hpp"

namespace assay::plan {
namespace {

using testing::fixtures;
using testing::good;
using testing::pass_at;

Plan fixture(const char* name) { return good(load_probe(fixtures() / name, {.read_kernels = false})); }

TEST(Fixtures, TheReductionHasTwoArmsOfOnePass) {
  const Plan plan = fixture("reduce_block_sums.toml");
  ASSERT_EQ(plan.arms.size(), 2U);
  EXPECT_TRUE(is_one_pass(plan.arms[0]));
  EXPECT_TRUE(is_one_pass(plan.arms[1]));
  EXPECT_EQ(plan.arms[1].requires_features, std::vector<std::string>{"subgroups"});
  EXPECT_EQ(plan.buffers.at(1).count, 1024U);
  EXPECT_EQ(plan.rates.at("bytes"), 4 * 1048576 + 4096);
}

TEST(Fixtures, TheSortUnrollsToSevenAndEightPasses) {
  const Plan plan = fixture("radix_sort_reset.toml");
  ASSERT_EQ(plan.arms.size(), 2U);
  EXPECT_EQ(pass_count(plan.arms[0]), 8U);
  EXPECT_EQ(pass_count(plan.arms[1]), 7U);
  EXPECT_EQ(plan.arms[1].steps.size(), 8U);
  const Pass& last = pass_at(plan, 7);
  EXPECT_EQ(last.label, "digit");
  EXPECT_EQ(last.iteration.at(0), (std::pair<std::string, std::uint32_t>("d", 3)));
  const Dispatch& dispatch = last.dispatches.at(0);
  EXPECT_EQ(dispatch.overrides.at("SHIFT"), 24);
  EXPECT_EQ(plan.buffers.at(dispatch.bindings.at(0).buffer).name, "sorted");
  EXPECT_EQ(plan.buffers.at(dispatch.bindings.at(1).buffer).name, "keys");
  EXPECT_EQ(dispatch.bindings.at(4).offset, 4U * 256U * 1093U * 3U);
  EXPECT_EQ(dispatch.bindings.at(4).size, 4U * 256U * 1093U);
}

TEST(Fixtures, TheWavefrontTracerUnrollsTo194Passes) {
  const Plan plan = fixture("wavefront_tracer.toml");
  EXPECT_EQ(pass_count(plan.arms.at(0)), 194U);
  EXPECT_EQ(plan.buffers.at(0).count, 0U);  // of a file that is not here
  EXPECT_EQ(plan.buffers.at(1).fill.values, (std::vector<double>{1280, 720, 0.6, 1.0}));
  const Dispatch& shade = pass_at(plan, 5).dispatches.at(0);
  EXPECT_EQ(std::get<Indirect>(shade.workgroups).offset, 12U);
  EXPECT_TRUE(validate(plan, DeviceLimits{}).has_value());
}

TEST(ShippedProbes, LoadWithTheirKernelsAndFitEveryDevice) {
  const std::filesystem::path folder = std::filesystem::path(ASSAY_SOURCE_DIR) / "probes";
  int probes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    ++probes;
    const Plan plan = good(load_probe(entry.path()));
    const auto valid = validate(plan, DeviceLimits{});
    EXPECT_TRUE(valid.has_value()) << sentence(valid.error());
    EXPECT_FALSE(plan.check.outputs.empty()) << entry.path();
    EXPECT_THAT(plan.purpose, ::testing::HasSubstr("Results")) << entry.path();
  }
  EXPECT_GE(probes, 4);
}

TEST(ShippedProbes, OfAPlantedDifferenceDispatchExactlyThatMuch) {
  const std::filesystem::path folder = std::filesystem::path(ASSAY_SOURCE_DIR) / "probes";
  for (const char* groups : {"2000", "320000"}) {
    for (const auto& [name, more] :
         {std::pair("compute_plus_5_percent.toml", 1.05), std::pair("compute_plus_20_percent.toml", 1.2)}) {
      const Plan plan = good(load_probe(folder / name, {.set = {{"groups", groups}}}));
      const auto count = [&](std::size_t arm) {
        const auto shape = std::get<0>(pass_at(plan, 0, arm).dispatches.at(0).workgroups);
        return static_cast<double>(shape[0]) * shape[1];
      };
      EXPECT_DOUBLE_EQ(count(1) / count(0), more) << name << " at " << groups;
      EXPECT_TRUE(validate(plan, DeviceLimits{}).has_value()) << name << " at " << groups;
    }
  }
}

}  // namespace
}  // namespace assay::plan
