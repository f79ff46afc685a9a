// SPDX-License-Identifier: Apache-2.0
#include "host/paths.hpp"

#include <unistd.h>

#include <system_error>

#include "host/writable.hpp"

namespace assay::host {

Expected<std::filesystem::path> executable_folder() {
  std::error_code error;
  const auto executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) return executable.parent_path();
  return fail({.fault = Fault::internal,
               .what = "cannot tell where this program lies",
               .value = error.message(),
               .where = "/proc/self/exe",
               .advice = "mount /proc"});
}

bool is_writable_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::is_directory(folder, ignored) && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace assay::host
