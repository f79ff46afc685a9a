// SPDX-License-Identifier: Apache-2.0
#include "report/plan_text.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "plan/load.hpp"

namespace assay::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string source_file(const std::string& path) { return std::string(ASSAY_SOURCE_DIR) + "/" + path; }

plan::Plan loaded(const std::string& path) {
  const auto plan = plan::load_probe(source_file(path), {.read_kernels = false});
  EXPECT_TRUE(plan.has_value()) << (plan ? "" : sentence(plan.error()));
  return plan.value_or(plan::Plan{});
}

/// Compares with the golden file, or writes it when ASSAY_UPDATE_GOLDEN=1.
void expect_golden(const std::string& text, const std::string& name) {
  const std::string path = source_file("tests/report/golden/" + name);
  const char* const update = std::getenv("ASSAY_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") std::ofstream(path, std::ios::binary) << text;
  std::ifstream stream(path, std::ios::binary);
  const std::string golden((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  EXPECT_EQ(text, golden) << path;
}

TEST(PlanText, PrintsTheReductionAsItsGoldenFile) {
  expect_golden(plan_text(loaded("tests/plan/fixtures/reduce_block_sums.toml")), "plan_reduce_block_sums.txt");
}

TEST(PlanText, PrintsTheSortAsItsGoldenFile) {
  expect_golden(plan_text(loaded("tests/plan/fixtures/radix_sort_reset.toml")), "plan_radix_sort_reset.txt");
}

TEST(PlanText, PrintsTheWavefrontTracerAsItsGoldenFile) {
  expect_golden(plan_text(loaded("tests/plan/fixtures/wavefront_tracer.toml")), "plan_wavefront_tracer.txt");
}

TEST(PlanText, TellsTheMiddleTurnsOfALongLoopInOneLine) {
  const std::string text = plan_text(loaded("tests/plan/fixtures/wavefront_tracer.toml"));
  EXPECT_THAT(text, HasSubstr("194 passes"));
  EXPECT_THAT(text, HasSubstr("22 more turns of i: 176 passes"));
  EXPECT_THAT(text, HasSubstr("i=23"));
  EXPECT_THAT(text, Not(HasSubstr("i=11")));
}

TEST(PlanText, NotesThatTheArmsDifferInTheirPasses) {
  EXPECT_THAT(plan_text(loaded("tests/plan/fixtures/radix_sort_reset.toml")),
              HasSubstr("note: the arms differ in their number of passes (kernel reset 8, encoder reset 7)"));
  EXPECT_THAT(plan_text(loaded("tests/plan/fixtures/reduce_block_sums.toml")), Not(HasSubstr("note:")));
}

TEST(PlanText, GivesTheIdentityOnlyWhenEveryKernelWasRead) {
  const plan::Plan whole = loaded("probes/reduce_same.toml");
  EXPECT_THAT(plan_text(whole), HasSubstr(plan::identity(whole).value()));
  EXPECT_THAT(plan_text(loaded("tests/plan/fixtures/reduce_block_sums.toml")), HasSubstr("identity    not known"));
}

TEST(PlanText, SaysWhichLimitOfTheDeviceStandsInTheWay) {
  const plan::Plan plan = loaded("tests/plan/fixtures/reduce_block_sums.toml");
  EXPECT_THAT(plan_text(plan), HasSubstr("limits      within what every WebGPU device grants; no device was asked\n"));
  EXPECT_THAT(plan_text(plan, plan::DeviceLimits{}), HasSubstr("limits      within those of this device\n"));
  EXPECT_THAT(plan_text(plan, plan::DeviceLimits{.maxBufferSize = 1024}),
              HasSubstr("larger than this device's buffers may be"));
}

TEST(PlanText, WarnsWhichBufferPassesWhichDefaultLimitAndThatNoDeviceWasAsked) {
  const auto large = plan::load_probe(source_file("probes/reduce_same.toml"), {.set = {{"n", "2^26"}}});
  ASSERT_TRUE(large.has_value()) << sentence(large.error());
  const std::string text = plan_text(*large);
  EXPECT_THAT(text, HasSubstr("limits      no device was asked; beyond what every WebGPU device grants\n"));
  EXPECT_THAT(text, HasSubstr("warning     a binding of 'input' passes the default maxStorageBufferBindingSize: "
                              "268,435,456 bytes, where every device grants 134,217,728\n"));
  EXPECT_THAT(text, Not(HasSubstr("the default maxBufferSize")));
  EXPECT_THAT(plan_text(loaded("probes/reduce_same.toml")), Not(HasSubstr("warning")));
}

TEST(PlanText, NamesEachDefaultLimitOfABufferOnce) {
  const auto large = plan::load_probe(source_file("probes/reduce_same.toml"), {.set = {{"n", "2^40"}}});
  ASSERT_TRUE(large.has_value()) << sentence(large.error());
  const std::string text = plan_text(*large);
  const auto first = text.find("the buffer 'input' passes the default maxBufferSize: 4,398,046,511,104 bytes");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("the buffer 'input' passes the default maxBufferSize", first + 1), std::string::npos) << text;
}

TEST(PlanText, NeverInventsATime) {
  EXPECT_THAT(plan_text(loaded("probes/reduce_same.toml")), HasSubstr("time        not known"));
}

}  // namespace
}  // namespace assay::report
