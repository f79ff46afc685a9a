// SPDX-License-Identifier: Apache-2.0
/// \file
/// The cells of the judging table: a truth, the nuisances around it, and how often each word came out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/sim/nuisances.hpp"
#include "result/judgement.hpp"

namespace assay::bench {

struct Cell {
  std::string name{};
  double effect = 0;  ///< true time(B) / time(A) − 1
  engine::sim::Nuisances nuisances{};
  /// Share of wrong verdicts above which the procedure is broken. Where processes have luck the replicates decide, at 5
  /// %.
  double most_wrong = 0.005;
};

struct Tally {
  std::size_t comparisons = 0;
  std::map<result::Verdict, std::size_t> words{};
  std::size_t wrong = 0;  ///< faster or slower against the truth, or null although the truth is the margin or more
  std::size_t covered = 0;  ///< the truth lay inside the reported interval
};

[[nodiscard]] std::vector<Cell> judging_cells();

/// More wrong verdicts than chance brings at `most_wrong`: four standard deviations and one.
[[nodiscard]] bool too_many_wrong(const Cell& cell, const Tally& tally);

/// Runs the whole procedure `comparisons` times: 5 processes of 16 squares each, margin 1 %.
[[nodiscard]] Tally judge_cell(const Cell& cell, std::size_t comparisons, std::uint64_t seed);

/// One session of up to 40 squares, looked at after each one: what the interval over squares alone finds.
struct SessionTally {
  std::size_t sessions = 0, right = 0, wrong = 0, void_sessions = 0;
  std::size_t covered = 0;  ///< of the interval at α 0.05 after the last square
  std::vector<std::size_t> found{};  ///< squares after which the direction was known
};
[[nodiscard]] SessionTally look_at_sessions(const Cell& cell, std::size_t sessions, std::uint64_t seed);

/// Two procedures that are common elsewhere, under the same nuisances.
struct NaiveTally {
  std::size_t comparisons = 0;
  std::size_t separate_wrong_sign = 0;  ///< a run of A, then a run of B, medians of 30
  std::size_t separate_over_margin = 0;  ///< they differ by more than 1 %
  std::size_t interleaved_wrong_sign = 0;  ///< A, B, A, B, … in one run, medians of 30
  std::size_t interleaved_over_margin = 0;
};
[[nodiscard]] NaiveTally judge_naively(const Cell& cell, std::size_t comparisons, std::uint64_t seed);

}  // namespace assay::bench
