// SPDX-License-Identifier: Apache-2.0
#include "stats/sign_test.hpp"

#include <algorithm>
#include <cmath>

#include "stats/distributions.hpp"

namespace assay::stats {

tl::expected<SignTest, Missing> sign_test(std::span<const double> differences) {
  if (differences.empty()) return tl::unexpected(Missing::no_samples);
  SignTest result;
  for (const double difference : differences) {
    if (!std::isfinite(difference)) return tl::unexpected(Missing::not_finite);
    ++(difference > 0 ? result.positive : difference < 0 ? result.negative : result.zero);
  }
  const std::size_t sided = result.positive + result.negative;
  if (sided == 0) return result;
  const auto rarer = static_cast<double>(std::min(result.positive, result.negative));
  const Number tail = fair_coin_cdf(rarer, static_cast<double>(sided));
  if (!tail) return tl::unexpected(tail.error());
  result.p = std::min(1.0, 2 * *tail);
  return result;
}

std::size_t least_rounds(double alpha) {
  std::size_t n = 1;
  for (double p = 1; p > alpha; p /= 2) ++n;  // all of one sign: p = 2 · 2⁻ⁿ
  return n;
}

tl::expected<SignAnswer, Missing> sign_answer(std::span<const double> differences, double alpha) {
  const auto test = sign_test(differences);
  if (!test) return tl::unexpected(test.error());
  if (differences.size() < least_rounds(alpha)) return tl::unexpected(Missing::too_few_rounds);
  if (test->p > alpha) return SignAnswer::no_difference_shown;
  return test->positive > test->negative ? SignAnswer::positive : SignAnswer::negative;
}

}  // namespace assay::stats
