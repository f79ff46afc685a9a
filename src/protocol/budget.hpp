// SPDX-License-Identifier: Apache-2.0
/// \file
/// How many squares and replicates a time budget allows, decided before the first timed square.
#pragma once

#include <cstdint>

#include "error/error.hpp"

namespace assay::protocol {

struct BudgetWish {
  double remaining_s = 0;         ///< of the budget, from now on
  double session_overhead_s = 0;  ///< of one more replicate: start, compilation, pool, gates, warm-up
  double square_s = 0;            ///< measured on warm-up squares
  std::uint32_t replicates = 5;   ///< wished
  std::uint32_t squares = 16;     ///< wished, per replicate
  std::uint32_t ladder = 0;       ///< squares of one and the same build that a replicate has besides
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
/// Squares a replicate must have at the very least; with three replicates the interval of squares is then finite at
/// α 0.01 (it needs ten).
inline constexpr std::uint32_t kLeastSquares = 4;

/// The wish where it fits; else fewer squares down to eight, then fewer replicates down to three, then fewer squares
/// again. The ladder is left out where it would cost replicates, or squares below eight. Fault::nothing where no
/// verdict can be reached, with what it would take. The first replicate has already paid its overhead.
[[nodiscard]] Expected<BudgetPlan> plan_budget(const BudgetWish& wish);

/// The counts as wished, with the ladder, whatever the budget says.
[[nodiscard]] BudgetPlan counts_as_asked(const BudgetWish& wish);

/// Whether the budget also holds as many replicates again, for a second look: only where none of the wish was given up.
[[nodiscard]] bool can_be_doubled(const BudgetWish& wish, const BudgetPlan& plan);

}  // namespace assay::protocol
