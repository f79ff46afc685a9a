// SPDX-License-Identifier: Apache-2.0
#include "host/boot.hpp"

#include <fstream>

namespace assay::host {

std::string boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string text;
  std::getline(file, text);
  return text;
}

}  // namespace assay::host
