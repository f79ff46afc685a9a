// SPDX-License-Identifier: Apache-2.0
// What the procedure of a comparison shows on a device whose truth is known: prints docs/judging-table.md's tables.
//
//   judging_table [COMPARISONS [SEED [CELL]]]      2000 comparisons a cell, seed 1, all cells (or only one, by number)
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "judging_cells.hpp"
#include "whole_argument.hpp"

namespace {

using namespace assay;

std::string share(std::size_t part, std::size_t all) {
  return all == 0 ? "–" : fmt::format("{:.2f} %", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

bool print_cell(const bench::Cell& cell, std::size_t comparisons, std::uint64_t seed) {
  using result::Verdict;
  const auto tally = bench::judge_cell(cell, comparisons, seed);
  const auto of = [&](Verdict verdict) {
    const auto found = tally.words.find(verdict);
    return share(found == tally.words.end() ? 0 : found->second, tally.comparisons);
  };
  fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", cell.name, tally.comparisons, of(Verdict::null),
             of(Verdict::slower), of(Verdict::faster), of(Verdict::unresolved), of(Verdict::void_run),
             share(tally.wrong, tally.comparisons), share(tally.covered, tally.comparisons));
  std::fflush(stdout);
  return tally.comparisons == comparisons && !bench::too_many_wrong(cell, tally);
}

void print_session(const bench::Cell& cell, std::size_t sessions, std::uint64_t seed) {
  auto tally = bench::look_at_sessions(cell, sessions, seed);
  std::sort(tally.found.begin(), tally.found.end());
  const std::string median = tally.found.empty() ? "–" : fmt::format("{}", tally.found[tally.found.size() / 2]);
  fmt::print("| {} | {} | {} | {} | {} | {} |\n", cell.name, tally.sessions, share(tally.right, tally.sessions), median,
             share(tally.wrong, tally.sessions), share(tally.covered, tally.sessions));
  std::fflush(stdout);
}

void print_naive(bench::Cell cell, double effect, std::size_t comparisons, std::uint64_t seed) {
  cell.effect = effect;
  const auto tally = bench::judge_naively(cell, comparisons, seed);
  fmt::print("| {:+g} % | {} | {} | {} | {} | {} |\n", 100 * effect, tally.comparisons,
             share(tally.separate_wrong_sign, tally.comparisons), share(tally.separate_over_margin, tally.comparisons),
             share(tally.interleaved_wrong_sign, tally.comparisons),
             share(tally.interleaved_over_margin, tally.comparisons));
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int index, std::uint64_t otherwise) {
    return bench::whole_argument(argc, argv, index, otherwise);
  };
  const auto cells = bench::judging_cells();
  const auto comparisons = number(1, 2000), seed = number(2, 1), only = number(3, cells.size());
  if (!comparisons || !seed || !only || *only > cells.size() || argc > 4) {
    fmt::print(stderr, "usage: judging_table [COMPARISONS [SEED [CELL 0 … {}]]]\n", cells.size() - 1);
    return 2;
  }
  fmt::print(
      "| truth and nuisances | comparisons | null | slower | faster | unresolved | void | wrong | interval holds "
      "the truth |\n|---|---|---|---|---|---|---|---|---|\n");
  bool sound = true;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (*only == cells.size() || *only == c) sound = print_cell(cells[c], *comparisons, *seed) && sound;
  }
  if (!sound)
    fmt::print(stderr, "judging_table: a cell has more wrong verdicts than chance allows, or lacks comparisons\n");
  if (*only != cells.size()) return sound ? 0 : 1;
  fmt::print(
      "\n| one session of 40 squares | sessions | direction found | after squares (median) | wrong direction | "
      "sequence at 5 % holds the truth |\n|---|---|---|---|---|---|\n");
  for (const auto& cell : cells) print_session(cell, *comparisons / 4 + 1, *seed);
  fmt::print(
      "\n| true effect | comparisons | separate runs: wrong sign | differ by more than 1 % | taking turns: wrong "
      "sign | differ by more than 1 % |\n|---|---|---|---|---|---|\n");
  for (const double effect : {0.0, 0.01, 0.10}) print_naive(cells.front(), effect, *comparisons, *seed);
  return sound ? 0 : 1;
}
