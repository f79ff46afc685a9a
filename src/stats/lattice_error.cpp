// SPDX-License-Identifier: Apache-2.0
#include "stats/lattice_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/location.hpp"
#include "stats/ratio.hpp"
#include "stats/spread.hpp"

namespace assay::stats {

namespace {

constexpr double kStandardErrors = 3;  ///< of a difference before it counts
constexpr double kWantedQuanta = 30;   ///< below this many quanta a span is mostly lattice

bool all_zero(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return v == 0; });
}

/// Half width for the difference of the two means: what the readings scatter, and what the lattice may hide.
double half_width(std::span<const double> a, std::span<const double> b, double quantum, Phases phases) {
  const auto variance = [](std::span<const double> values) {
    const double sd = standard_deviation(values).value_or(0);
    return sd * sd / static_cast<double>(values.size());
  };
  const double scatter = kStandardErrors * std::sqrt(variance(a) + variance(b));
  if (phases == Phases::unknown) return std::max(scatter, quantum);
  const double lattice =
      std::hypot(mean_error(quantum, a.size(), phases).value_or(0), mean_error(quantum, b.size(), phases).value_or(0));
  return std::max(scatter, kStandardErrors * lattice);
}

}  // namespace

Number mean_error(double quantum, std::size_t count, Phases phases) {
  if (count == 0) return tl::unexpected(Missing::no_samples);
  if (phases == Phases::unknown) return finite(quantum);
  return finite(quantum / std::sqrt(6.0 * static_cast<double>(count)));
}

MeanComparison compare_means(std::span<const double> a, std::span<const double> b, double quantum, Phases phases) {
  MeanComparison result;
  if (a.size() < 2 || b.size() < 2) {
    result.reason =
        fmt::format("too few readings: {} and {}; two of each are the least, take more", a.size(), b.size());
    return result;
  }
  if (all_zero(a) || all_zero(b)) {
    result.answer = MeanComparison::Answer::below_resolution;
    const auto why = tl::unexpected(Missing::below_resolution);
    result.difference = result.error = result.bound = why;
    result.reason =
        "a series reads zero throughout, which is below the resolution of the clock: use more work per reading";
    return result;
  }
  const Number mean_a = mean(a), mean_b = mean(b);
  if (!mean_a || !mean_b) {
    const auto why = tl::unexpected(Missing::not_finite);
    result.difference = result.error = result.bound = why;
    result.reason = "a reading is not a finite number";
    return result;
  }
  result.difference = *mean_b - *mean_a;
  result.error = half_width(a, b, quantum, phases);
  // A median of zero bounds nothing; then the mean must serve.
  const double typical = median(a).value_or(0) > 0 ? *median(a) : *mean_a;
  result.bound = ratio(*result.error, typical);
  if (std::abs(*result.difference) > *result.error) {
    result.answer = MeanComparison::Answer::different;
    result.reason =
        fmt::format("the means differ by {:.6g}, more than their error of {:.6g}", *result.difference, *result.error);
    return result;
  }
  result.answer = MeanComparison::Answer::indistinguishable;
  result.reason =
      fmt::format("the means differ by {:.6g}, within their error of {:.6g}", *result.difference, *result.error);
  if (*mean_a < kWantedQuanta * quantum) result.reason += ": use more work per reading";
  return result;
}

}  // namespace assay::stats
