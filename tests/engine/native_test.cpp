// SPDX-License-Identifier: Apache-2.0
// The real worker with a real engine library on whatever driver this machine has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "engine/remote/native.hpp"
#include "host/test_process.hpp"

namespace assay::engine {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kDoubling = R"(
@group(0) @binding(0) var<storage, read_write> data : array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id : vec3u) { data[id.x] = 2u * id.x; }
)";
constexpr std::uint32_t kWords = 256;

class Native : public testing::Test {
 protected:
  void SetUp() override {
    options.worker = std::filesystem::path(ASSAY_BINARY_DIR) / "assay-worker";
    if (!std::filesystem::exists(options.worker)) GTEST_SKIP() << "NOT TESTED: native engine (no assay-worker here)";
  }
  /// Launched and opened, or nothing: skipped where the machine has no library or driver.
  std::unique_ptr<Engine> opened() {
    auto engine = launch_native(options);
    const auto answer = engine ? (*engine)->open({}).map([](const auto&) {}) : tl::make_unexpected(engine.error());
    if (answer) return std::move(*engine);
    EXPECT_EQ(answer.error().fault, Fault::bad_input) << sentence(answer.error());
    return nullptr;
  }
  /// Runs the doubling kernel once over a fresh allocation.
  static Expected<messages::RunAnswer> run_doubling(Engine& engine) {
    const messages::TrackDispatch dispatch{
        .kernel = 1, .bindings = {{.size = 4 * kWords}}, .groups = std::array<std::uint32_t, 3>{kWords / 64, 1, 1}};
    const messages::PassOp pass{.label = "doubling", .stamped = false, .dispatches = {dispatch}};
    const messages::Track track{.id = 1, .roles = 1, .ops = {pass}};
    const auto kernels = engine.kernels({.kernels = {{.id = 1, .label = "doubling", .wgsl = kDoubling}}});
    if (!kernels) return tl::make_unexpected(kernels.error());
    const auto allocated = engine.allocate({.allocations = {{.id = 1, .bytes = 4 * kWords}}});
    if (!allocated) return tl::make_unexpected(allocated.error());
    if (const auto told = engine.track(track); !told) return tl::make_unexpected(told.error());
    return engine.run(
        {.submissions = {{.slots = {{.track = 1, .roles = {1}}}}}, .reads = {{.allocation = 1, .bytes = 4 * kWords}}});
  }
  /// The error of a run in which the worker meets `fault` at its first run.
  std::optional<Error> error_with(const char* fault, std::uint64_t deadline_ms = 60'000) {
    options.extra_environment["ASSAY_WORKER_FAULT"] = fault;
    const auto engine = opened();
    if (!engine) return std::nullopt;
    const auto answer = engine->run({.deadline_ms = deadline_ms});
    EXPECT_FALSE(answer);
    EXPECT_TRUE(host::is_gone(engine->identity().pid));
    return answer ? std::nullopt : std::optional(answer.error());
  }
  NativeOptions options{};
};

#define ASSAY_NEED(value) \
  if (!(value)) GTEST_SKIP() << "NOT TESTED: native engine (no library or no Vulkan driver on this machine)"

TEST_F(Native, RunsAKernelAndLeavesNoProcess) {
  const auto engine = opened();
  ASSAY_NEED(engine);
  EXPECT_EQ(engine->identity().engine, "wgpu-native");
  const auto answer = run_doubling(*engine);
  ASSERT_TRUE(answer) << sentence(answer.error());
  ASSERT_EQ(answer->reads.size(), 4 * kWords);
  std::uint32_t last = 0;
  std::memcpy(&last, answer->reads.data() + 4 * (kWords - 1), 4);
  EXPECT_EQ(last, 2 * (kWords - 1));
  engine->close();
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST_F(Native, DawnStartsWithItsOwnCLibraryAndRunsTheSameKernel) {
  if (!is_installed(NativeKind::dawn)) GTEST_SKIP() << "NOT TESTED: dawn (not in a dependency folder)";
  options.kind = NativeKind::dawn;
  const auto engine = opened();
  ASSAY_NEED(engine);
  EXPECT_EQ(engine->identity().engine, "dawn");
  EXPECT_FALSE(engine->identity().version.empty());
  const auto answer = run_doubling(*engine);
  ASSERT_TRUE(answer) << sentence(answer.error());
  std::uint32_t last = 0;
  std::memcpy(&last, answer->reads.data() + 4 * (kWords - 1), 4);
  EXPECT_EQ(last, 2 * (kWords - 1));
  engine->close();
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST_F(Native, AnAbortInTheRealWorkerIsABrokenRun) {
  const auto error = error_with("abort@run:1");
  ASSAY_NEED(error);
  EXPECT_EQ(error->fault, Fault::broken_run);
  EXPECT_EQ(error->what, "the engine's process was ended by signal 6 (aborted) during 'run'");
}

TEST_F(Native, AHangOfTheRealWorkerIsKilled) {
  options.deadlines.run_grace = std::chrono::milliseconds(50);
  const auto error = error_with("hang@run:1", 50);
  ASSAY_NEED(error);
  EXPECT_EQ(error->fault, Fault::broken_run);
  EXPECT_THAT(error->what, HasSubstr("gave no answer during 'run'"));
}

TEST_F(Native, ALostDeviceOfTheRealWorkerIsABrokenRun) {
  const auto error = error_with("lost@run:1");
  ASSAY_NEED(error);
  EXPECT_EQ(error->fault, Fault::broken_run);
  EXPECT_THAT(error->what, StartsWith("the device was lost"));
}

TEST_F(Native, AHangingCompilerIsKilledAtTheDeadlineThatTheUserGave) {
  options.extra_environment["ASSAY_WORKER_FAULT"] = "hang@kernels:1";
  options.deadlines.kernel = deadlines_for(std::chrono::milliseconds(50)).kernel;
  const auto hung = opened();
  ASSAY_NEED(hung);
  const auto answer = hung->kernels({.kernels = {{.id = 1, .wgsl = kDoubling}, {.id = 2, .wgsl = kDoubling}}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::broken_run);
  EXPECT_EQ(answer.error().limit, "100 ms");
  EXPECT_TRUE(host::is_gone(hung->identity().pid));
}

TEST_F(Native, AListOfDriversThatLeadsNowhereIsNamedAndNotScriptsSetup) {
  const auto able = opened();
  ASSAY_NEED(able);
  options.extra_environment = {{"VK_DRIVER_FILES", "/nowhere.json"}, {"VK_ICD_FILENAMES", "/nowhere.json"}};
  const auto engine = launch_native(options);
  ASSERT_TRUE(engine) << sentence(engine.error());
  const auto answer = (*engine)->open({});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::bad_input);
  EXPECT_THAT(answer.error().what, HasSubstr("VK_DRIVER_FILES"));
  EXPECT_EQ(answer.error().value, "/nowhere.json");
  EXPECT_THAT(answer.error().advice, AllOf(HasSubstr("unset VK_DRIVER_FILES"), Not(HasSubstr("scripts/setup"))));
}

TEST_F(Native, AFileThatIsNoEngineLibraryIsBadInput) {
  options.library = options.worker;
  const auto engine = launch_native(options);
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::bad_input) << sentence(engine.error());
}

}  // namespace
}  // namespace assay::engine
