// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_codes.hpp"

#include <algorithm>

#include "report/verdict_help.hpp"

namespace assay::cli {

int exit_code_of(result::Verdict verdict, bool gate) {
  const auto& help = report::verdict_help(verdict);
  return gate ? help.gate_exit_code : help.exit_code;
}

int most_serious(std::span<const int> codes) {
  for (const int code : {70, 130, 2, 5, 6, 4, 7, 1, 3, 0}) {
    if (std::ranges::find(codes, code) != codes.end()) return code;
  }
  return 7;
}

}  // namespace assay::cli
