// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact fractions of 64-bit integers. Every operation either is exact or says that it overflowed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace assay::plan {

/// numerator / denominator in lowest terms, denominator > 0. The numerator is never INT64_MIN.
class Rational {
 public:
  Rational() = default;
  explicit Rational(std::int64_t whole) : numerator_(whole) {}
  /// Nothing when the denominator is zero or a part does not fit.
  [[nodiscard]] static std::optional<Rational> make(std::int64_t numerator, std::int64_t denominator);

  [[nodiscard]] std::int64_t numerator() const { return numerator_; }
  [[nodiscard]] std::int64_t denominator() const { return denominator_; }
  [[nodiscard]] bool is_whole() const { return denominator_ == 1; }
  [[nodiscard]] bool is_zero() const { return numerator_ == 0; }
  /// Largest whole number that is not above this one.
  [[nodiscard]] std::int64_t floor() const;
  [[nodiscard]] std::string text() const;

  [[nodiscard]] Rational negated() const;
  [[nodiscard]] std::optional<Rational> plus(Rational other) const;
  [[nodiscard]] std::optional<Rational> times(Rational other) const;
  /// Nothing when `other` is zero, too.
  [[nodiscard]] std::optional<Rational> over(Rational other) const;
  /// `exponent` ≥ 0.
  [[nodiscard]] std::optional<Rational> to_the(std::int64_t exponent) const;
  /// Nothing only when the comparison itself overflows.
  [[nodiscard]] std::optional<bool> less_than(Rational other) const;

 private:
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
};

}  // namespace assay::plan
