// SPDX-License-Identifier: Apache-2.0
#include "protocol/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "protocol/judge.hpp"
#include "stats/sign_sequence.hpp"

namespace assay::protocol {
namespace {

/// `squares`: of a replicate, all told.
double cost_s(const BudgetWish& wish, std::uint32_t replicates, std::uint32_t squares) {
  return (replicates - 1) * wish.session_overhead_s + static_cast<double>(replicates) * squares * wish.square_s;
}

/// Effects that the interval of squares needs.
std::uint32_t least_effects(const BudgetWish& wish, std::uint32_t looks = 1) {
  return static_cast<std::uint32_t>(stats::least_values(kAlphaSquares / (std::max(1U, wish.pairs) * looks)));
}

/// Squares of a replicate that are wished for, or that a verdict needs.
std::uint32_t wanted_squares(const BudgetWish& wish, std::uint32_t replicates) {
  if (wish.replicates < kLeastReplicates) return wish.squares;
  return std::max(wish.squares, least_squares(wish, replicates));
}

/// Squares of a replicate besides `ladder` others.
std::uint32_t squares_that_fit(const BudgetWish& wish, std::uint32_t replicates, std::uint32_t ladder) {
  const double free_s = wish.remaining_s - (replicates - 1) * wish.session_overhead_s;
  if (free_s <= 0 || wish.square_s <= 0) return 0;
  const double fit = std::floor(free_s / (replicates * wish.square_s)) - ladder;
  return static_cast<std::uint32_t>(std::clamp(fit, 0.0, static_cast<double>(wanted_squares(wish, replicates))));
}

/// Why it is as many as that, where it is more than two arms on a fine clock need.
std::string why_so_many(const BudgetWish& wish) {
  std::string why;
  if (wish.pairs > 1) {
    why = fmt::format(": {} pairs of arms share the error rates, so that the interval of squares needs {} effects",
                      wish.pairs, least_effects(wish));
  }
  if (wish.merged > 1) {
    why += fmt::format("{} squares are merged {} at a time, because a span is fewer than {:g} steps of the clock",
                       why.empty() ? ":" : ", and", wish.merged, kLeastQuanta);
  }
  return why;
}

}  // namespace

std::uint32_t least_squares(const BudgetWish& wish, std::uint32_t replicates) {
  const std::uint32_t effects = (least_effects(wish) + replicates - 1) / std::max(1U, replicates);
  return std::max(1U, wish.merged) * effects;
}

Expected<BudgetPlan> plan_budget(const BudgetWish& wish) {
  BudgetPlan least{};  // of all that would do, the one that costs least
  for (std::uint32_t replicates = wish.replicates; replicates >= 1; --replicates) {
    const bool last = replicates <= kLeastReplicates;
    const std::uint32_t needed =
        std::min(least_squares(wish, std::max(replicates, kLeastReplicates)), wanted_squares(wish, replicates));
    const std::uint32_t enough = std::max(std::min(kShortSession, wish.squares), needed);
    if (const auto squares = squares_that_fit(wish, replicates, wish.ladder); wish.ladder > 0 && squares >= enough) {
      return BudgetPlan{.replicates = replicates,
                        .squares = squares,
                        .ladder = true,
                        .predicted_s = cost_s(wish, replicates, squares + wish.ladder)};
    }
    const std::uint32_t squares = squares_that_fit(wish, replicates, 0);
    const std::uint32_t demanded = last ? needed : enough;
    if (squares >= demanded) {
      return BudgetPlan{.replicates = replicates, .squares = squares, .predicted_s = cost_s(wish, replicates, squares)};
    }
    const double cost = cost_s(wish, replicates, demanded);
    if (least.replicates == 0 || cost < least.predicted_s) {
      least = {.replicates = replicates, .squares = demanded, .predicted_s = cost};
    }
    if (last) break;
  }
  return fail(
      {.fault = Fault::nothing,
       .what = fmt::format("one square takes {:.3g} s and a verdict needs {} of them in {} sessions, {:.3g} s in "
                           "all{}",
                           wish.square_s, least.replicates * least.squares, least.replicates, least.predicted_s,
                           why_so_many(wish)),
       .value = fmt::format("{:.3g} s left of the budget", std::max(0.0, wish.remaining_s)),
       .advice =
           fmt::format("use --budget {:.0f}s, {}", std::ceil(1.2 * (wish.used_s + least.predicted_s)),
                       wish.merged > 1 ? "a larger size, or an engine whose clock is finer" : "or a smaller size")});
}

BudgetPlan counts_as_asked(const BudgetWish& wish) {
  const bool ladder = wish.ladder > 0 && wish.squares >= kShortSession;
  return {.replicates = wish.replicates,
          .squares = wish.squares,
          .ladder = ladder,
          .predicted_s = cost_s(wish, wish.replicates, wish.squares + (ladder ? wish.ladder : 0))};
}

bool can_be_judged(const BudgetWish& wish, const BudgetPlan& plan, std::uint32_t replicates, std::uint32_t looks) {
  const std::uint32_t effects = replicates * (plan.squares / std::max(1U, wish.merged));
  return replicates >= kLeastReplicates && effects >= least_effects(wish, looks);
}

bool can_be_doubled(const BudgetWish& wish, const BudgetPlan& plan) {
  const bool whole = plan.replicates == wish.replicates && plan.squares >= wish.squares;
  const std::uint32_t squares = plan.squares + (plan.ladder ? wish.ladder : 0);
  return whole && cost_s(wish, 2 * plan.replicates, squares) <= wish.remaining_s;
}

}  // namespace assay::protocol
