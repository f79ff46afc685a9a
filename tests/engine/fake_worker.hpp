// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engines on tests/engine/programs/fake_worker.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/remote/native.hpp"

namespace assay::engine {

inline NativeOptions fake_worker(const std::string& behaviour, const std::string& at = "run") {
  using namespace std::chrono_literals;
  const std::string program = std::string(ASSAY_TEST_PROGRAMS) + "/fake_worker";
  NativeOptions options{.worker = program, .library = program};
  options.extra_environment = {{"ASSAY_FAKE_WORKER", behaviour}, {"ASSAY_FAKE_AT", at}};
  options.deadlines = {.hello = 60s, .answer = 60s, .kernel = 60s, .run_grace = 0ms, .close = 60s};
  return options;
}

inline std::unique_ptr<Engine> launched(const NativeOptions& options) {
  auto engine = launch_native(options);
  EXPECT_TRUE(engine) << sentence(engine.error());
  return engine ? std::move(*engine) : nullptr;
}

inline std::unique_ptr<Engine> launched(const std::string& behaviour) { return launched(fake_worker(behaviour)); }

/// One submission of two slots of a track with one stamped pass.
inline messages::Run small_run(std::uint64_t deadline_ms = 60'000) {
  return {.deadline_ms = deadline_ms, .submissions = {{.slots = {{.track = 1}, {.track = 1}}}}};
}

inline void tell_track(Engine& engine) {
  const messages::Track track{.id = 1, .ops = {messages::PassOp{.label = "only", .stamped = true}}};
  const auto told = engine.track(track);
  EXPECT_TRUE(told) << sentence(told.error());
}

/// Launches, tells the track, runs; the error of the run.
inline Error error_of_run(Engine& engine, std::uint64_t deadline_ms = 60'000) {
  tell_track(engine);
  const auto answer = engine.run(small_run(deadline_ms));
  EXPECT_FALSE(answer);
  return answer ? Error{} : answer.error();
}

}  // namespace assay::engine
