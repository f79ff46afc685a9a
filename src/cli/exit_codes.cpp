// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_codes.hpp"

#include "report/verdict_help.hpp"

namespace assay::cli {

int exit_code_of(result::Verdict verdict, bool gate) {
  const auto& help = report::verdict_help(verdict);
  return gate ? help.gate_exit_code : help.exit_code;
}

}  // namespace assay::cli
