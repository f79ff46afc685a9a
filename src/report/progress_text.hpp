// SPDX-License-Identifier: Apache-2.0
/// \file
/// One line that says how far a run has come.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/style.hpp"

namespace assay::report {

struct Progress {
  double fraction = 0;  ///< 0 … 1 of the predicted work; outside it counts as the nearer end
  std::string doing{};  ///< "replicate 3 of 5, square 7 of 16"
  double elapsed_s = 0;
  std::optional<double> remaining_s{};  ///< absent: not yet known
};

/// "[######----]  60 %  replicate 3 of 5, square 7 of 16  0:24, 0:17 left": one line without a line feed, never wider
/// than the style's columns; what is being done is shortened first, then the bar goes.
[[nodiscard]] std::string progress_text(const Progress& progress, const Style& style);

}  // namespace assay::report
