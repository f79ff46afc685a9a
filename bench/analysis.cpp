// SPDX-License-Identifier: Apache-2.0
// How long a comparison of ten thousand readings takes to be judged: target below 0.1 s.
//
//   cmake --build build/release --target analysis && build/release/analysis
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "protocol/compare.hpp"
#include "protocol/simulated_comparison.hpp"

int main() {
  using namespace assay;
  using Clock = std::chrono::steady_clock;
  constexpr int kRepeats = 7;
  const auto plan = protocol::testing::simulated_plan(0.01);
  auto comparison =
      protocol::testing::compare_simulated(plan, engine::sim::rough(), 1, {.replicates = 5, .squares = 64});
  if (!comparison) {
    fmt::print(stderr, "analysis: {}\n", sentence(comparison.error()));
    return 1;
  }
  std::size_t readings = 0;
  for (const auto& replicate : comparison->replicates) {
    for (const auto& square : replicate.squares) {
      for (const auto& block : square.blocks) readings += block.slots.size();
    }
  }
  double quickest_s = 1e9, slowest_s = 0;
  for (int i = 0; i < kRepeats; ++i) {
    const auto begun = Clock::now();
    protocol::judge_again(*comparison);
    const double took_s = std::chrono::duration<double>(Clock::now() - begun).count();
    quickest_s = std::min(quickest_s, took_s);
    slowest_s = std::max(slowest_s, took_s);
  }
  fmt::print("judging {} readings: {:.1f} to {:.1f} ms in {} runs\n", readings, 1e3 * quickest_s, 1e3 * slowest_s,
             kRepeats);
  return 0;
}
