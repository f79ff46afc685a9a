// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/verbs.hpp"

namespace assay::cli {

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void print_error(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace assay::cli
