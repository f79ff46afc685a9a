// SPDX-License-Identifier: Apache-2.0
/// \file
/// Why a verdict is what it is, in sentences, and what it would take to reach one.
#pragma once

#include <string>
#include <vector>

#include "protocol/floor_ladder.hpp"
#include "result/judgement.hpp"
#include "stats/interval.hpp"

namespace assay::protocol {

/// What the sentences need beside the judgement itself. All on the scale of natural logs.
struct Grounds {
  double margin = 0.01;  ///< a fraction
  stats::Interval squares{}, replicates{};              ///< I_sq and I_rep of the reported level
  stats::Interval squares_equal{}, replicates_equal{};  ///< the same at the level of equivalence
  std::size_t values = 0;         ///< effects that I_sq was made of (squares, merged where they had to be)
  std::size_t squares_merged = 1;  ///< squares per effect
  std::vector<Rung> ladder{};
  double alpha_shared_by = 1;  ///< looks and pairs that share the error rates
};

/// How far from zero the instrument read its own duplicates, whichever way: which of two is called A′ is nobody's
/// choice.
[[nodiscard]] double band_reach(const result::Judgement& judgement);

/// "+0.55 %" for a natural log; "-0.00 %" is never printed.
[[nodiscard]] std::string percent_of_log(double log);
/// "+0.55 % … +1.61 %"; "not known yet" for an infinite end.
[[nodiscard]] std::string percent_range(stats::Interval logs);

/// For the words null, faster, slower and unresolved, most important first.
[[nodiscard]] std::vector<std::string> reasons(const result::Judgement& judgement, const Grounds& grounds);

/// What else the reader of these numbers must know, added behind the reasons: merged squares, carry-over, phases.
void add_remarks(result::Judgement& judgement, const Grounds& grounds);

}  // namespace assay::protocol
