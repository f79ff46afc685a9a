// SPDX-License-Identifier: Apache-2.0
#include "host/shared_library.hpp"

#include <dlfcn.h>

namespace assay::host {

bool can_load_library(const std::string& name) {
  void* library = ::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return false;
  ::dlclose(library);
  return true;
}

}  // namespace assay::host
