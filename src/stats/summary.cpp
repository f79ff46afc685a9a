// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.hpp"

#include <algorithm>

#include "stats/location.hpp"
#include "stats/ratio.hpp"
#include "stats/sign_sequence.hpp"
#include "stats/spread.hpp"

namespace assay::stats {

namespace {

tl::expected<Interval, Missing> median_interval(std::span<const double> values, double alpha) {
  if (values.size() == 1) return tl::unexpected(Missing::one_sample);
  const Interval interval = sequence_interval(values, alpha);
  if (!interval.is_finite()) return tl::unexpected(Missing::too_few_rounds);
  return interval;
}

}  // namespace

Summary summarise(std::span<const double> values, double alpha) {
  Summary summary;
  summary.count = values.size();
  if (values.empty()) return summary;
  summary.mean = mean(values);
  summary.median = median(values);
  summary.standard_deviation = standard_deviation(values);
  if (!summary.mean) {  // something is not finite: nothing that orders or adds the values means anything
    const auto why = tl::unexpected(summary.mean.error());
    summary.least = summary.greatest = summary.relative_deviation = why;
    summary.interval = why;
    return summary;
  }
  summary.least = *std::min_element(values.begin(), values.end());
  summary.greatest = *std::max_element(values.begin(), values.end());
  summary.relative_deviation = summary.standard_deviation.and_then([&](double sd) { return ratio(sd, *summary.mean); });
  summary.interval = median_interval(values, alpha);
  return summary;
}

}  // namespace assay::stats
