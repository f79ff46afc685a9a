// SPDX-License-Identifier: Apache-2.0
#include "plan/rational.hpp"

#include <limits>
#include <numeric>

namespace assay::plan {
namespace {

std::optional<std::int64_t> product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

}  // namespace

std::optional<Rational> Rational::make(std::int64_t numerator, std::int64_t denominator) {
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  if (denominator == 0 || numerator == kLeast || denominator == kLeast) return std::nullopt;
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  const std::int64_t divisor = std::gcd(numerator, denominator);
  Rational result;
  result.numerator_ = numerator / divisor;
  result.denominator_ = denominator / divisor;
  return result;
}

std::int64_t Rational::floor() const {
  const std::int64_t towards_zero = numerator_ / denominator_;
  return numerator_ % denominator_ < 0 ? towards_zero - 1 : towards_zero;
}

std::string Rational::text() const {
  if (is_whole()) return std::to_string(numerator_);
  return std::to_string(numerator_) + "/" + std::to_string(denominator_);
}

Rational Rational::negated() const {
  Rational result = *this;
  result.numerator_ = -numerator_;
  return result;
}

std::optional<Rational> Rational::plus(Rational other) const {
  // Over the least common denominator, so that sums of like fractions do not overflow early.
  const std::int64_t common = std::gcd(denominator_, other.denominator_);
  const auto left = product(numerator_, other.denominator_ / common);
  const auto right = product(other.numerator_, denominator_ / common);
  const auto below = product(denominator_, other.denominator_ / common);
  std::int64_t above = 0;
  if (!left || !right || !below || __builtin_add_overflow(*left, *right, &above)) return std::nullopt;
  return make(above, *below);
}

std::optional<Rational> Rational::times(Rational other) const {
  // Cancelled crosswise first, for the same reason.
  const std::int64_t first = std::gcd(numerator_, other.denominator_);
  const std::int64_t second = std::gcd(other.numerator_, denominator_);
  const auto above = product(numerator_ / first, other.numerator_ / second);
  const auto below = product(denominator_ / second, other.denominator_ / first);
  if (!above || !below) return std::nullopt;
  return make(*above, *below);
}

std::optional<Rational> Rational::over(Rational other) const {
  const auto inverse = make(other.denominator_, other.numerator_);
  return inverse ? times(*inverse) : std::nullopt;
}

std::optional<Rational> Rational::to_the(std::int64_t exponent) const {
  Rational result(1);
  Rational square = *this;
  while (exponent > 0) {
    if (exponent % 2 == 1) {
      const auto next = result.times(square);
      if (!next) return std::nullopt;
      result = *next;
    }
    exponent /= 2;
    if (exponent == 0) break;
    const auto next = square.times(square);
    if (!next) return std::nullopt;
    square = *next;
  }
  return result;
}

std::optional<bool> Rational::less_than(Rational other) const {
  const auto difference = plus(other.negated());
  if (!difference) return std::nullopt;
  return difference->numerator_ < 0;
}

}  // namespace assay::plan
