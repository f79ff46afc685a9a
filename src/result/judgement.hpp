// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a comparison was judged to be, with every number that the judgement rests on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stats/interval.hpp"

namespace assay::result {

/// The verdict words, in the order in which they are tested.
enum class Verdict { incorrect, void_run, unfit, null, faster, slower, unresolved };

/// "incorrect", "void", "unfit", "null", "faster", "slower", "unresolved".
[[nodiscard]] std::string_view word(Verdict verdict);

/// Something known besides the readings, that ends the matter: a failed gate, a broken run, an unfit rig.
struct Impediment {
  Verdict verdict = Verdict::void_run;  ///< incorrect, void_run or unfit
  std::string reason{};                 ///< one sentence
  bool interrupted = false;             ///< by the person at the keyboard: nothing broke
};

/// Whether numbers may be published with this word: not for incorrect, void and unfit.
[[nodiscard]] constexpr bool publishes_numbers(Verdict verdict) { return verdict >= Verdict::null; }

/// Whether readings keep step with the clock's lattice; each test at 1 %.
struct PhaseReading {
  double position = 0, position_limit = 0;  ///< χ² of position × arm, and its quantile
  double serial = 0;                        ///< lag-1 correlation × √pairs, against ± 2.576
};

/// All effects are natural logs of time(B)/time(A); exp(x) − 1 is the fraction that people read.
struct Judgement {
  Verdict verdict = Verdict::unresolved;
  double effect = 0;                 ///< mean of the replicates' medians
  stats::Interval interval{};        ///< hull of I_sq (α 0.01) and I_rep (α 0.05): the reported interval
  stats::Interval equivalence{};     ///< hull of both at α 0.10
  stats::Interval band{};            ///< duplicates, α 0.05: how finely the instrument read
  std::vector<double> replicates{};  ///< median E of each replicate
  std::size_t squares = 0;           ///< used
  std::size_t void_squares = 0;      ///< unusable as a whole, counted in the yield
  /// Of a slot behind the second arm against one behind the first, α 0.01; absent: too few squares to know.
  std::optional<stats::Interval> carry_over{};
  /// Pseudo-effects of squares in which every slot was one and the same build: at the start, in the middle and at the
  /// end of the sessions, each the median over the replicates. Empty: there was no room for them.
  std::vector<double> ladder{};
  std::vector<stats::Interval> band_thirds{};  ///< the band in each third of the sessions
  std::optional<PhaseReading> phase{};  ///< absent: the clock is too fine for phases to matter
  double widened = 0;  ///< both intervals were widened by this on either side
  std::vector<std::string> reasons{};  ///< sentences, most important first; says what it would take when unresolved
};

/// One pair of more than two arms; indices of arms, the second is the candidate.
struct PairJudgement {
  std::uint32_t first = 0, second = 1;
  Judgement judgement{};
};

}  // namespace assay::result
