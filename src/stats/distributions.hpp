// SPDX-License-Identifier: Apache-2.0
/// \file
/// Quantiles of the distributions that the judging needs (Boost.Math behind them).
#pragma once

#include "stats/missing.hpp"

namespace assay::stats {

/// x with P(T ≤ x) = `probability` for Student's t. Missing::not_finite unless 0 < probability < 1 and degrees > 0.
[[nodiscard]] Number student_t_quantile(double probability, double degrees_of_freedom);

/// x with P(X ≤ x) = `probability` for χ². Missing::not_finite unless 0 ≤ probability < 1 and degrees > 0.
[[nodiscard]] Number chi_squared_quantile(double probability, double degrees_of_freedom);

/// P(X ≤ successes) for `trials` fair coins. Missing::not_finite when successes is negative or above trials.
[[nodiscard]] Number fair_coin_cdf(double successes, double trials);

/// ln Beta(a, b) for a, b > 0. Missing::not_finite otherwise.
[[nodiscard]] Number log_beta(double a, double b);

}  // namespace assay::stats
