// SPDX-License-Identifier: Apache-2.0
/// \file
/// How many squares and replicates a time budget allows, decided before the first timed square.
#pragma once

#include <cstdint>

#include "error/error.hpp"

namespace assay::protocol {

struct BudgetWish {
  double remaining_s = 0;         ///< of the budget, from now on
  double used_s = 0;              ///< of it, until now
  double session_overhead_s = 0;  ///< of one more replicate: start, compilation, pool, gates, warm-up
  double square_s = 0;            ///< measured on warm-up squares
  std::uint32_t replicates = 5;   ///< wished
  std::uint32_t squares = 16;     ///< wished, per replicate
  std::uint32_t ladder = 0;       ///< squares of one and the same build that a replicate has besides
  std::uint32_t pairs = 1;   ///< of arms, that share the error rates
  std::uint32_t merged = 1;  ///< squares that are taken together for one effect, on a coarse clock
};
struct BudgetPlan {
  std::uint32_t replicates = 0;
  std::uint32_t squares = 0;
  bool ladder = false;  ///< there is room for it
  double predicted_s = 0;
};

/// Replicates below which nothing is proven, and squares per replicate below which replicates are given up first.
inline constexpr std::uint32_t kLeastReplicates = 3;
inline constexpr std::uint32_t kShortSession = 8;
/// Squares of a replicate with which the interval of squares is finite, so that there can be a verdict at all: of two
/// arms it needs ten effects at α 0.01, of more arms more, because all pairs share α; and each effect takes as many
/// squares as are merged.
[[nodiscard]] std::uint32_t least_squares(const BudgetWish& wish, std::uint32_t replicates);

/// The wish where it fits, with as many squares as a verdict needs where it has fewer; else fewer squares down to
/// eight, then fewer replicates down to three, then fewer squares again; never fewer than least_squares(). A wish for
/// fewer than three replicates cannot have a verdict and is left as it is. The ladder is left out where it would cost
/// replicates, or squares below eight. Fault::nothing where no verdict can be reached, with what it would take and why.
/// The first replicate has already paid its overhead.
[[nodiscard]] Expected<BudgetPlan> plan_budget(const BudgetWish& wish);

/// The counts as wished, with the ladder, whatever the budget says.
[[nodiscard]] BudgetPlan counts_as_asked(const BudgetWish& wish);

/// Whether so many replicates of a plan can carry a verdict: three at least, and squares enough. `looks` as in
/// Schedule.
[[nodiscard]] bool can_be_judged(const BudgetWish& wish, const BudgetPlan& plan, std::uint32_t replicates,
                                 std::uint32_t looks);

/// Whether the budget also holds as many replicates again, for a second look: only where none of the wish was given up.
[[nodiscard]] bool can_be_doubled(const BudgetWish& wish, const BudgetPlan& plan);

}  // namespace assay::protocol
