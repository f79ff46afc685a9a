// SPDX-License-Identifier: Apache-2.0
#include "host/environment.hpp"

#include <unistd.h>

extern char** environ;  // NOLINT: the name is POSIX's

namespace assay::host {

Environment current_environment() {
  Environment result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    result.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return result;
}

}  // namespace assay::host
