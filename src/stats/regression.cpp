// SPDX-License-Identifier: Apache-2.0
#include "stats/regression.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "stats/location.hpp"

namespace assay::stats {

namespace {

std::optional<Missing> unusable(std::span<const double> x, std::span<const double> y) {
  if (x.empty() || x.size() != y.size()) return Missing::no_samples;
  if (x.size() == 1) return Missing::one_sample;
  const auto is_finite = [](double v) { return std::isfinite(v); };
  if (!std::all_of(x.begin(), x.end(), is_finite) || !std::all_of(y.begin(), y.end(), is_finite)) {
    return Missing::not_finite;
  }
  if (std::all_of(x.begin(), x.end(), [&](double v) { return v == x.front(); })) return Missing::zero_spread;
  return std::nullopt;
}

int sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

tl::expected<Line, Missing> fit_line(std::span<const double> x, std::span<const double> y) {
  if (const auto why = unusable(x, y)) return tl::unexpected(*why);
  const double mean_x = *mean(x), mean_y = *mean(y), count = static_cast<double>(x.size());
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  Line line{.slope = xy / xx, .intercept = mean_y - xy / xx * mean_x};
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = y[i] - line.intercept - line.slope * x[i];
    squares += off * off;
  }
  line.residual = std::sqrt(squares / count);
  line.slope_error = count > 2 ? std::sqrt(squares / (count - 2) / xx) : 0;
  return line;
}

Number robust_slope(std::span<const double> x, std::span<const double> y) {
  if (const auto why = unusable(x, y)) return tl::unexpected(*why);
  const std::size_t points = x.size(), pairs = points * (points - 1) / 2;
  const std::size_t stride = (pairs + kMostSlopes - 1) / kMostSlopes;
  std::vector<double> slopes;
  slopes.reserve(pairs / stride + 1);
  std::size_t skip = 0;  // pairs of the next row that lie before the next one to take
  for (std::size_t i = 0; i + 1 < points; ++i) {
    const std::size_t row = points - 1 - i;
    for (; skip < row; skip += stride) {
      const std::size_t j = i + 1 + skip;
      if (x[j] != x[i]) slopes.push_back((y[j] - y[i]) / (x[j] - x[i]));
    }
    skip -= row;
  }
  return median(slopes);
}

Number rank_correlation(std::span<const double> x, std::span<const double> y) {
  if (const auto why = unusable(x, y)) return tl::unexpected(*why);
  double agreement = 0, pairs_x = 0, pairs_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const int dx = sign(x[j] - x[i]), dy = sign(y[j] - y[i]);
      agreement += dx * dy;
      pairs_x += std::abs(dx);
      pairs_y += std::abs(dy);
    }
  }
  if (pairs_y == 0) return 0.0;  // y never moves: it has nothing to do with x
  return agreement / std::sqrt(pairs_x * pairs_y);
}

}  // namespace assay::stats
