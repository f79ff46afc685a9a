// SPDX-License-Identifier: Apache-2.0
// Figures that articles about GPU timing print, from the parts that ship: prints the list of docs/known-figures.md.
//
//   figures [SEED]      seed 1
#include <fmt/format.h>

#include <array>
#include <cstdio>

#include "clock/linearity.hpp"
#include "known_figures.hpp"
#include "whole_argument.hpp"

namespace {

using namespace assay;

void print_placements(std::uint64_t seed) {
  const auto placed = bench::place_at_random(4e3, 100e3, 10000, seed);
  fmt::print(
      "- A pass of 4 µs at 10,000 random places on a lattice of 100 µs reads {:.2f} ± {:.2f} µs on average, a median "
      "of "
      "{:g} µs, and nothing in {:.1f} of 100 readings.\n",
      placed.mean_ns / 1e3, placed.standard_error_ns / 1e3, placed.median_ns / 1e3, 100 * placed.share_of_zeros);
}

void print_profile(std::uint64_t seed) {
  const auto profile = bench::round_profile(100e3, seed);
  fmt::print("- A profile of {} passes, rounded to 100 µs: {} passes read 0.\n\n", profile.passes, profile.zeros);
  fmt::print("  | kernel | passes | true | rounded |\n  |---|---|---|---|\n");
  for (const auto& kernel : profile.kernels) {
    fmt::print("  | {} | {} | {:.2f} ms | {:.2f} ms |\n", kernel.name, kernel.passes, kernel.true_ns / 1e6,
               kernel.rounded_ns / 1e6);
  }
  fmt::print("\n");
}

void print_ten_percent(std::uint64_t seed) {
  for (const auto& [name, tally] : {std::pair("in runs of their own", bench::separate_runs(40, seed)),
                                    std::pair("A, B, A, B in one run", bench::interleaved_runs(40, seed))}) {
    fmt::print(
        "- {} comparisons of a true -10 %, {}: B reads no faster in {}, within 5 points of the truth in {}, within 2 "
        "in "
        "{}.\n",
        tally.comparisons, name, tally.not_faster, tally.within_5_points, tally.within_2_points);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto seed = bench::whole_argument(argc, argv, 1, 1);
  if (!seed || argc > 2) {
    fmt::print(stderr, "usage: figures [SEED]\n");
    return 2;
  }
  print_placements(*seed);
  print_profile(*seed);
  print_ten_percent(*seed);
  const auto scatter = bench::scatter_of_four();
  fmt::print("- Four readings of the same kernels, 184.7, 184.8, 216.6 and 255.5 ms: range {:.0f} %, SD {:.0f} %.\n",
             100 * scatter.range, 100 * scatter.deviation);
  const auto line =
      clock::check_linearity(std::array{1.0, 4.0, 16.0, 64.0}, std::array{0.197e6, 0.786e6, 3.146e6, 10.289e6});
  fmt::print("- 0.197, 0.786, 3.146 and 10.289 ms for 1, 4, 16 and 64 times the work: {}.\n", line.reason);
  const auto position = bench::position_effect_with_lattice(*seed);
  fmt::print(
      "- Places in a submission that differ by up to {:.2f} % read the same with a lattice of 65,536 ns: {:.3f} % "
      "apart at "
      "most, where one standard error is {:.3f} %.\n",
      100 * position.largest, 100 * position.difference, 100 * position.standard_error);
  return 0;
}
