// SPDX-License-Identifier: Apache-2.0
#include "host/terminal.hpp"

namespace assay::host {

bool colour_wanted(bool is_terminal, const Environment& environment) {
  return is_terminal && variable(environment, "NO_COLOR").empty() && variable(environment, "TERM") != "dumb";
}

}  // namespace assay::host
