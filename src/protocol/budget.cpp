// SPDX-License-Identifier: Apache-2.0
#include "protocol/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::protocol {
namespace {

/// `squares`: of a replicate, all told.
double cost_s(const BudgetWish& wish, std::uint32_t replicates, std::uint32_t squares) {
  return (replicates - 1) * wish.session_overhead_s + static_cast<double>(replicates) * squares * wish.square_s;
}

/// Squares of a replicate besides `ladder` others.
std::uint32_t squares_that_fit(const BudgetWish& wish, std::uint32_t replicates, std::uint32_t ladder) {
  const double free_s = wish.remaining_s - (replicates - 1) * wish.session_overhead_s;
  if (free_s <= 0 || wish.square_s <= 0) return 0;
  const double fit = std::floor(free_s / (replicates * wish.square_s)) - ladder;
  return static_cast<std::uint32_t>(std::clamp(fit, 0.0, static_cast<double>(wish.squares)));
}

}  // namespace

Expected<BudgetPlan> plan_budget(const BudgetWish& wish) {
  const std::uint32_t short_session = std::min(kShortSession, wish.squares);
  for (std::uint32_t replicates = wish.replicates; replicates >= 1; --replicates) {
    const bool last = replicates <= kLeastReplicates;
    if (const auto squares = squares_that_fit(wish, replicates, wish.ladder);
        wish.ladder > 0 && squares >= short_session) {
      return BudgetPlan{.replicates = replicates,
                        .squares = squares,
                        .ladder = true,
                        .predicted_s = cost_s(wish, replicates, squares + wish.ladder)};
    }
    const std::uint32_t squares = squares_that_fit(wish, replicates, 0);
    const std::uint32_t least = last ? std::min(kLeastSquares, wish.squares) : short_session;
    if (squares >= least) {
      return BudgetPlan{.replicates = replicates, .squares = squares, .predicted_s = cost_s(wish, replicates, squares)};
    }
    if (last) break;
  }
  const std::uint32_t replicates = std::min(kLeastReplicates, wish.replicates);
  const std::uint32_t squares = std::min(kLeastSquares, wish.squares);
  return fail(
      {.fault = Fault::nothing,
       .what = fmt::format("one square takes {:.3g} s and a verdict needs {} of them in {} sessions, {:.3g} s in "
                           "all",
                           wish.square_s, replicates * squares, replicates, cost_s(wish, replicates, squares)),
       .value = fmt::format("{:.3g} s left of the budget", std::max(0.0, wish.remaining_s)),
       .advice = "use a larger --budget or a smaller size"});
}

BudgetPlan counts_as_asked(const BudgetWish& wish) {
  const bool ladder = wish.ladder > 0 && wish.squares >= kShortSession;
  return {.replicates = wish.replicates,
          .squares = wish.squares,
          .ladder = ladder,
          .predicted_s = cost_s(wish, wish.replicates, wish.squares + (ladder ? wish.ladder : 0))};
}

bool can_be_doubled(const BudgetWish& wish, const BudgetPlan& plan) {
  const bool whole = plan.replicates == wish.replicates && plan.squares == wish.squares;
  const std::uint32_t squares = plan.squares + (plan.ladder ? wish.ladder : 0);
  return whole && cost_s(wish, 2 * plan.replicates, squares) <= wish.remaining_s;
}

}  // namespace assay::protocol
