// SPDX-License-Identifier: Apache-2.0
/// \file
/// The environment in which a native engine finds Vulkan: the loader, every driver of the machine, and the private
/// software driver beside them.
///
/// A Vulkan loader finds drivers by manifests ("ICD" files, Vulkan-Loader's LoaderDriverInterface.md). Its own search
/// knows nothing of private folders, and loaders before 1.3.207 know neither VK_DRIVER_FILES nor VK_ADD_DRIVER_FILES:
/// so the whole list is made here and given under both of its names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/environment.hpp"

namespace assay::engine {

/// What the machine has. Made-up folders are as good as real ones.
struct VulkanMachine {
  host::Environment environment{};
  std::vector<std::filesystem::path> dependency_folders{};  ///< see host::dependency_folders
  bool system_loader = false;                               ///< whether the system can load libvulkan.so.1
  std::filesystem::path root = "/";                         ///< in front of the system's own folders
  std::filesystem::path runtime_folder = "/tmp";            ///< for XDG_RUNTIME_DIR where it is missing
};

struct VulkanSetting {
  host::Environment environment{};               ///< all of it, for the worker
  std::vector<std::filesystem::path> drivers{};  ///< manifests, hardware first; as given to the loader
  /// VK_DRIVER_FILES or VK_ICD_FILENAMES where the user set one, the one that a loader heeds: kept, `drivers` unused.
  std::string drivers_variable{};
  bool has_loader = false;
};

/// The machine's environment with what is missing added:
///  - LD_LIBRARY_PATH: the private loader's folder first where the system has none; else the private software driver's
///    folder last (its libraries have no path of their own), so that the user's choice stays in front.
///  - VK_DRIVER_FILES and VK_ICD_FILENAMES, unless the user set one: all manifests of the standard folders, of
///    /usr/local/nvidia (containers with a mounted driver), of VK_ADD_DRIVER_FILES, and the private software driver,
///    which takes the place of the system's own copy.
///  - XDG_RUNTIME_DIR.
[[nodiscard]] VulkanSetting vulkan_setting(const VulkanMachine& machine);

}  // namespace assay::engine
