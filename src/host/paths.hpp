// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where things are: this program, its private dependencies, the results.
#pragma once

#include <filesystem>
#include <vector>

#include "error/error.hpp"
#include "host/environment.hpp"

namespace assay::host {

/// The folder of the running executable, links resolved. Errors: Fault::internal.
[[nodiscard]] Expected<std::filesystem::path> executable_folder();

/// Folders that may hold private dependencies (engine libraries, a Vulkan loader, a software driver), in the order in
/// which they are searched: $ASSAY_DEPS; `deps` beside the folder of the executable (an unpacked bundle);
/// $XDG_CACHE_HOME/assay/deps or ~/.cache/assay/deps; /var/cache/assay/deps. They need not exist.
[[nodiscard]] std::vector<std::filesystem::path> dependency_folders(const Environment& environment,
                                                                    const std::filesystem::path& executable_folder);

/// The first existing FOLDER/relative. Errors: Fault::bad_input with all the folders searched.
[[nodiscard]] Expected<std::filesystem::path> find_dependency(const std::vector<std::filesystem::path>& folders,
                                                              const std::filesystem::path& relative);

/// The folder for results, made when missing: WORKING/assay-results; where that cannot be written,
/// $XDG_STATE_HOME/assay/results or ~/.local/state/assay/results. Errors: Fault::bad_input with both.
[[nodiscard]] Expected<std::filesystem::path> results_folder(const Environment& environment,
                                                             const std::filesystem::path& working);

/// Folder for what can be made again: "$XDG_CACHE_HOME/assay", else "~/.cache/assay". Fault::bad_input where neither is
/// set or can be written.
[[nodiscard]] Expected<std::filesystem::path> cache_folder(const Environment& environment);

}  // namespace assay::host
