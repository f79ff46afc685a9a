// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--buffer NAME:TYPE[COUNT]=FILL@EACH_TRIAL` → a line of [buffers].
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "error/error.hpp"

namespace assay::plan {

struct QuickBuffer {
  std::string name{};
  std::string definition{};  ///< the TOML table: { type = "f32", count = "n" }
};

/// `relative` turns the path of a fill file into one that the probe may name. Fault::bad_input names the option.
[[nodiscard]] Expected<QuickBuffer> quick_buffer(std::string_view option,
                                                 const std::function<std::string(std::string_view)>& relative);

}  // namespace assay::plan
