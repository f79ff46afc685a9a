// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--over NAME=LIST`: the sizes at which one comparison is made several times.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "error/error.hpp"

namespace assay::cli {

struct Axis {
  std::string name{};
  std::vector<std::string> values{};  ///< expressions
};

/// One point of the cross product: a value for each axis, in the order of the axes.
using Cell = std::vector<std::pair<std::string, std::string>>;

/// Fault::bad_input for what is no axis, an axis given twice, or one that --set fixes.
[[nodiscard]] Expected<std::vector<Axis>> axes_of(const std::vector<std::string>& over,
                                                  const std::vector<std::string>& set);

/// The last axis runs fastest. Without axes there is one cell without values. At most 1,000.
[[nodiscard]] Expected<std::vector<Cell>> cells_of(const std::vector<Axis>& axes);

/// "n=2^10, m=4"; empty for a cell without values.
[[nodiscard]] std::string cell_text(const Cell& cell);

}  // namespace assay::cli
