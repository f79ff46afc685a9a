// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal_style.hpp"

#include "host/environment.hpp"

namespace assay::cli {

report::Style style_of(host::OutputStream stream) {
  const auto facts = host::terminal(stream, host::current_environment());
  return {.width = facts.columns.value_or(100),
          .color = facts.colour ? report::ColorMode::always : report::ColorMode::never};
}

}  // namespace assay::cli
