// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdio>

#include "cli/verbs.hpp"

namespace assay::cli {
namespace {

bool lost = false;

}  // namespace

void print(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  lost = lost || (!written && errno != EPIPE);
}

void print_error(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

bool output_was_lost() { return lost; }

}  // namespace assay::cli
