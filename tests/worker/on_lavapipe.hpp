// SPDX-License-Identifier: Apache-2.0
/// \file
/// A worker with an open device on the software driver, and short ways to say what tests say often.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "worker/worker_process.hpp"

namespace assay::worker::test {

using namespace messages;

/// out[i] = 2·in[i] + 1
inline constexpr const char* kDouble = R"(
@group(0) @binding(0) var<storage, read> in : array<u32>;
@group(0) @binding(1) var<storage, read_write> out : array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id : vec3u) {
  if (id.x < arrayLength(&out)) { out[id.x] = 2u * in[id.x] + 1u; }
})";

/// Adds one to every word: counts how often it ran.
inline constexpr const char* kCount = R"(
@group(0) @binding(0) var<storage, read_write> counts : array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id : vec3u) {
  if (id.x < arrayLength(&counts)) { counts[id.x] += 1u; }
})";

/// Never ends unless somebody writes 7.
inline constexpr const char* kEndless = R"(
@group(0) @binding(0) var<storage, read_write> flag : array<atomic<u32>>;
@compute @workgroup_size(1) fn main() {
  loop { if (atomicLoad(&flag[0]) == 7u) { break; } }
})";

/// The parameter is the engine's name.
class OnLavapipe : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    test_engine(GetParam());
    if (const auto reason = why_not_tested(); !reason.empty()) GTEST_SKIP() << reason;
    start({});
  }

  /// A new process with an open device.
  void start(const Start& how, const Open& wish = {.features = {"timestamp-query"}}) {
    worker = std::make_unique<WorkerProcess>(how);
    expect<HelloAnswer>(worker->ask(Hello{}));
    opened = expect<OpenAnswer>(worker->ask(wish));
  }

  /// The answer as that type; a test failure and a default value when it is another one.
  template <class Body>
  static Body expect(std::optional<AnswerBody> answer) {
    if (answer) {
      if (auto* body = std::get_if<Body>(&*answer)) return std::move(*body);
    }
    ADD_FAILURE() << describe(answer);
    return {};
  }

  static Failure expect_failure(std::optional<AnswerBody> answer, Failure::Kind kind) {
    const auto failure = expect<Failure>(std::move(answer));
    EXPECT_EQ(failure.kind, kind) << failure.what << " (" << failure.value << "; " << failure.limit << ")";
    return failure;
  }

  void compile(KernelId id, const char* wgsl) {
    const auto answer = expect<KernelsAnswer>(worker->ask(Kernels{{{.id = id, .label = "test.wgsl", .wgsl = wgsl}}}));
    ASSERT_EQ(answer.kernels.size(), 1U);
    EXPECT_FALSE(answer.kernels[0].failure) << answer.kernels[0].failure->message;
  }

  void allocate(AllocationId id, std::uint64_t words, Usage usage = Usage::storage) {
    const auto answer = expect<AllocateAnswer>(worker->ask(Allocate{{{id, words * 4, usage}}}));
    EXPECT_TRUE(answer.out_of_memory.empty());
  }

  void define(Track track) { expect<Done>(worker->ask(std::move(track))); }

  void write(AllocationId id, const std::vector<std::uint32_t>& words) {
    Blob data(words.size() * 4);
    std::memcpy(data.data(), words.data(), data.size());
    expect<Done>(worker->ask(Write{id, 0, std::move(data)}));
  }

  std::vector<std::uint32_t> read(AllocationId id, std::uint64_t words, std::uint64_t first = 0) {
    return words_of(expect<ReadAnswer>(worker->ask(Read{id, first * 4, words * 4})).data);
  }

  static std::vector<std::uint32_t> words_of(const Blob& data) {
    std::vector<std::uint32_t> words(data.size() / 4);
    if (!words.empty()) std::memcpy(words.data(), data.data(), words.size() * 4);
    return words;
  }

  RunAnswer run(std::vector<Slot> slots, std::vector<ReadBack> reads = {}) {
    return expect<RunAnswer>(
        worker->ask(messages::Run{.submissions = {{std::move(slots)}}, .reads = std::move(reads)}));
  }

  /// One pass of kCount over `words` words of role 0.
  static PassOp count_pass(KernelId kernel, std::uint64_t words) {
    return {
        .label = "count",
        .stamped = true,
        .dispatches = {{.kernel = kernel,
                        .bindings = {{0, 0, 0, 0, words * 4}},
                        .groups = std::array<std::uint32_t, 3>{static_cast<std::uint32_t>((words + 63) / 64), 1, 1}}}};
  }

  [[nodiscard]] static bool is_dawn() { return std::string(GetParam()) == kDawn; }

  std::unique_ptr<WorkerProcess> worker{};
  OpenAnswer opened{};
};

/// "dawn", "wgpu_native": as parts of a test's name.
inline std::string engine_name(const ::testing::TestParamInfo<const char*>& engine) {
  std::string name = engine.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
#define ASSAY_ON_EVERY_ENGINE(suite) \
  INSTANTIATE_TEST_SUITE_P(On, suite, ::testing::Values(kWgpuNative, kDawn), engine_name)

}  // namespace assay::worker::test
