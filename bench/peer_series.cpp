// SPDX-License-Identifier: Apache-2.0
// Series of readings from the simulated device for other people's comparison tools, and what Assay says of the same
// device and seed: one JSON object a line, read by bench/peers.py.
//
//   peer_series [COMPARISONS [SEED]]      200 comparisons for each effect, seed 1
//
// Each line: effect (a fraction), seed, `runs` (ns; 30 readings of A in one process, 30 of B in another), `turns` (ns;
// A, B, A, B, … in one process, which is the kindest order for a tool that compares two lists), `assay` (−1 B is
// faster, +1 B is slower, 0 neither).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdio>
#include <vector>

#include "rejected_procedures.hpp"
#include "whole_argument.hpp"

namespace {

using namespace assay;

constexpr std::size_t kReadings = 30;  // of each arm
constexpr std::array<std::uint32_t, 2> kTurns{0, 1};
constexpr std::array<double, 5> kEffects{0.0, 0.01, 0.02, 0.05, 0.10};

std::string as_json(const std::vector<double>& spans) { return fmt::format("[{:.1f}]", fmt::join(spans, ",")); }

void print_series(const bench::Scene& scene) {
  const auto runs = bench::draw_runs(scene.nuisances, scene.truth, kReadings);
  const auto turns = bench::draw_alternating(scene.nuisances, scene.truth, kTurns, kReadings);
  fmt::print(R"({{"effect":{},"seed":{},"runs":[{},{}],"turns":[{},{}],"assay":{}}})"
             "\n",
             scene.truth.effect, scene.nuisances.seed, as_json(runs[0]), as_json(runs[1]), as_json(turns[0]),
             as_json(turns[1]), bench::procedures().back().judge(scene));
}

}  // namespace

int main(int argc, char** argv) {
  const auto comparisons = bench::whole_argument(argc, argv, 1, 200), seed = bench::whole_argument(argc, argv, 2, 1);
  if (!comparisons || !seed || *comparisons == 0 || argc > 3) {
    fmt::print(stderr, "usage: peer_series [COMPARISONS [SEED]]\n");
    return 2;
  }
  for (const double effect : kEffects) {
    bench::Scene scene{.nuisances = engine::sim::rough(), .truth = {.effect = effect}};
    for (std::size_t i = 0; i < *comparisons; ++i) {
      scene.nuisances.seed = bench::seed_of(*seed, i);
      print_series(scene);
    }
  }
  return 0;
}
