// SPDX-License-Identifier: Apache-2.0
/// \file
/// A comparison as about ten lines for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "report/style.hpp"
#include "result/comparison.hpp"

namespace assay::report {

/// How much is said. A summary is about ten lines: the verdict with its interval, the first reason, the floor, times,
/// prediction, gates and rig; `full` adds the other reasons, the interval as factors, replicates, schedule and clock.
enum class Detail { summary, full };

/// Every line ends in a line feed. Times of the arms appear only where the verdict lets them be published.
/// `kept_at`: where the JSON was kept, printed as given; empty: not kept.
[[nodiscard]] std::string comparison_text(const result::Comparison& comparison, const Style& style,
                                          std::string_view kept_at = {}, Detail detail = Detail::full);

}  // namespace assay::report
