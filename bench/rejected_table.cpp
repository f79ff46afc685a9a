// SPDX-License-Identifier: Apache-2.0
// Procedures that do not ship beside the one that does, on the same simulated sessions: prints the table of
// docs/rejected-procedures.md.
//
//   rejected_table [COMPARISONS [SEED]]      2000 comparisons for each procedure and scene, seed 1
#include <fmt/format.h>

#include <cstdio>

#include "rejected_procedures.hpp"
#include "whole_argument.hpp"

int main(int argc, char** argv) {
  using namespace assay;
  const auto comparisons = bench::whole_argument(argc, argv, 1, 2000), seed = bench::whole_argument(argc, argv, 2, 1);
  if (!comparisons || !seed || *comparisons == 0 || argc > 3) {
    fmt::print(stderr, "usage: rejected_table [COMPARISONS [SEED]]\n");
    return 2;
  }
  const auto share = [](std::size_t part, std::size_t all) {
    return fmt::format("{:.2f} %", 100.0 * static_cast<double>(part) / static_cast<double>(all));
  };
  fmt::print("| procedure |");
  for (const auto& scene : bench::scenes()) fmt::print(" {} |", scene.name);
  fmt::print("\n|---|");
  for (std::size_t s = 0; s < bench::scenes().size(); ++s) fmt::print("---|");
  fmt::print("\n");
  for (const auto& procedure : bench::procedures()) {
    fmt::print("| {} |", procedure.name);
    for (const auto& scene : bench::scenes()) {
      const auto tally = bench::try_procedure(procedure, scene, *comparisons, *seed);
      fmt::print(" {}", share(tally.wrong, tally.comparisons));
      if (scene.truth.effect != 0) fmt::print(", found {}", share(tally.right, tally.comparisons));
      fmt::print(" |");
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
  fmt::print("\n");
  for (const auto& procedure : bench::procedures()) fmt::print("- {}: {}.\n", procedure.name, procedure.rule);
  return 0;
}
