// SPDX-License-Identifier: Apache-2.0
/// \file
/// The exact sign test of paired rounds, and whether there are enough rounds for it to say anything.
#pragma once

#include <cstddef>
#include <span>

#include "stats/missing.hpp"

namespace assay::stats {

struct SignTest {
  std::size_t positive = 0, negative = 0, zero = 0;
  double p = 1;  ///< two-sided; zeros take no side and are left out, as the test demands
};

/// Missing: no samples, not finite.
[[nodiscard]] tl::expected<SignTest, Missing> sign_test(std::span<const double> differences);

/// The fewest rounds with which the two-sided sign test can reach `alpha` at all: 6 for 0.05, 8 for 0.01.
[[nodiscard]] std::size_t least_rounds(double alpha);

enum class SignAnswer { positive, negative, no_difference_shown };

/// The answer at level `alpha`, or Missing::too_few_rounds when even rounds of one sign could not have shown it:
/// that is never "no difference".
[[nodiscard]] tl::expected<SignAnswer, Missing> sign_answer(std::span<const double> differences, double alpha);

}  // namespace assay::stats
