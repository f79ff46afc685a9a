// SPDX-License-Identifier: Apache-2.0
#include "host/scratch_folder.hpp"

#include <random>
#include <string>
#include <system_error>

namespace assay::host {
namespace fs = std::filesystem;

Expected<ScratchFolder> ScratchFolder::make(std::string_view purpose) {
  constexpr int kAttempts = 10;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device random;
  std::error_code code;
  const fs::path base = fs::temp_directory_path(code);
  for (int attempt = 0; !code && attempt < kAttempts; ++attempt) {
    std::string name = "assay-" + std::string(purpose) + "-";
    for (int digit = 0; digit < 16; ++digit) name += kDigits[random() % kDigits.size()];
    fs::path folder = base / name;
    if (!fs::create_directory(folder, code)) continue;
    fs::permissions(folder, fs::perms::owner_all, code);
    return ScratchFolder(std::move(folder));
  }
  return fail({.fault = Fault::bad_input,
               .what = "no temporary folder can be made",
               .value = base.string(),
               .advice = "set TMPDIR to a folder that you may write to"});
}

ScratchFolder::~ScratchFolder() {
  std::error_code code;
  if (!path_.empty()) fs::remove_all(path_, code);
}

}  // namespace assay::host
