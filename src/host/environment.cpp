// SPDX-License-Identifier: Apache-2.0
#include "host/environment.hpp"

namespace assay::host {

std::string variable(const Environment& environment, std::string_view name) {
  const auto found = environment.find(name);
  return found == environment.end() ? std::string() : found->second;
}

}  // namespace assay::host
