// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/vulkan_environment.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace assay::engine {
namespace fs = std::filesystem;
namespace {

using host::Environment;
using host::variable;

constexpr std::string_view kManifests = "vulkan/icd.d";
constexpr std::string_view kSoftwareManifest = "lavapipe/share/vulkan/icd.d/lvp_icd.json";
// A machine has a handful; a folder with more is not what it seems.
constexpr std::size_t kMostManifests = 64;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// The first existing folder/relative.
std::optional<fs::path> first_of(const std::vector<fs::path>& folders, const fs::path& relative) {
  for (const auto& folder : folders) {
    if (is_there(folder / relative)) return folder / relative;
  }
  return std::nullopt;
}

std::vector<std::string> parts(std::string_view list) {
  std::vector<std::string> result;
  while (!list.empty()) {
    const auto colon = list.find(':');
    if (const auto part = list.substr(0, colon); !part.empty()) result.emplace_back(part);
    list = colon == std::string_view::npos ? std::string_view() : list.substr(colon + 1);
  }
  return result;
}

std::string joined(const std::vector<std::string>& list) {
  std::string result;
  for (const auto& part : list) result += (result.empty() ? "" : ":") + part;
  return result;
}

/// The folders that a loader searches itself, in its order, and those of driver mounts that it does not know.
std::vector<fs::path> manifest_folders(const VulkanMachine& machine) {
  const Environment& environment = machine.environment;
  std::vector<fs::path> folders;
  const auto add_user = [&](const char* set, const char* below_home) {
    const fs::path home = variable(environment, "HOME");
    if (const fs::path base = variable(environment, set); !base.empty()) {
      folders.push_back(base / kManifests);
    } else if (!home.empty()) {
      folders.push_back(home / below_home / kManifests);
    }
  };
  const auto add_system = [&](std::string_view name, std::string_view usual) {
    const std::string set = variable(environment, name);
    for (const auto& base : parts(set.empty() ? usual : std::string_view(set))) {
      folders.push_back(machine.root / fs::path(base).relative_path() / kManifests);
    }
  };
  add_user("XDG_CONFIG_HOME", ".config");
  add_system("XDG_CONFIG_DIRS", "/etc/xdg");
  folders.push_back(machine.root / "etc" / kManifests);
  add_user("XDG_DATA_HOME", ".local/share");
  add_system("XDG_DATA_DIRS", "/usr/local/share:/usr/share");
  folders.push_back(machine.root / "usr/local/nvidia/share" / kManifests);
  folders.push_back(machine.root / "run/opengl-driver/share" / kManifests);
  return folders;
}

/// The manifests of one folder, by name; the directory's own order is arbitrary.
std::vector<fs::path> manifests_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator() && found.size() < kMostManifests; entry.increment(error)) {
    if (entry->path().extension() == ".json") found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool is_lavapipe(const fs::path& manifest) { return manifest.filename().string().rfind("lvp_icd", 0) == 0; }

/// All drivers, hardware first. A name that was seen before is the same driver installed twice.
std::vector<fs::path> find_drivers(const VulkanMachine& machine, const std::optional<fs::path>& private_software) {
  std::vector<fs::path> hardware, software;
  const auto add = [&](const fs::path& manifest) {
    auto& list = is_lavapipe(manifest) ? software : hardware;
    const bool seen = std::any_of(list.begin(), list.end(),
                                  [&](const fs::path& other) { return other.filename() == manifest.filename(); });
    if (!seen && hardware.size() + software.size() < kMostManifests) list.push_back(manifest);
  };
  for (const auto& added : parts(variable(machine.environment, "VK_ADD_DRIVER_FILES"))) add(added);
  for (const auto& folder : manifest_folders(machine)) {
    for (const auto& manifest : manifests_in(folder)) add(manifest);
  }
  // Two copies would be two devices of the same name; the private one is the version that was tested.
  if (private_software) software = {*private_software};
  hardware.insert(hardware.end(), software.begin(), software.end());
  return hardware;
}

void add_library_folder(Environment& environment, const fs::path& folder, bool first) {
  auto folders = parts(variable(environment, "LD_LIBRARY_PATH"));
  if (std::find(folders.begin(), folders.end(), folder.string()) != folders.end()) return;
  folders.insert(first ? folders.begin() : folders.end(), folder.string());
  environment["LD_LIBRARY_PATH"] = joined(folders);
}

void set_libraries(const VulkanMachine& machine, bool software_offered, VulkanSetting& setting) {
  const auto loader = first_of(machine.dependency_folders, "vulkan-loader/lib/libvulkan.so.1");
  const auto lavapipe_loader = first_of(machine.dependency_folders, "lavapipe/lib/libvulkan.so.1");
  const auto lavapipe_folder = first_of(machine.dependency_folders, "lavapipe/lib");
  setting.has_loader = machine.system_loader || loader || lavapipe_loader;
  if (!machine.system_loader && (loader || lavapipe_loader)) {
    add_library_folder(setting.environment, (loader ? loader : lavapipe_loader)->parent_path(), true);
  }
  if (software_offered && lavapipe_folder) add_library_folder(setting.environment, *lavapipe_folder, false);
  // A mounted NVIDIA driver's manifest names its library without a folder.
  const fs::path nvidia = machine.root / "usr/local/nvidia/lib64";
  if (is_there(nvidia)) add_library_folder(setting.environment, nvidia, false);
}

}  // namespace

VulkanSetting vulkan_setting(const VulkanMachine& machine) {
  VulkanSetting setting{.environment = machine.environment};
  for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
    if (setting.drivers_variable.empty() && !variable(machine.environment, name).empty()) {
      setting.drivers_variable = name;
    }
  }
  const auto private_software = first_of(machine.dependency_folders, kSoftwareManifest);
  // With the user's own list the private driver may still be one of its entries.
  set_libraries(machine, private_software.has_value(), setting);
  if (setting.drivers_variable.empty()) {
    setting.drivers = find_drivers(machine, private_software);
    std::vector<std::string> names;
    for (const auto& driver : setting.drivers) names.push_back(driver.string());
    if (!names.empty()) {
      setting.environment["VK_DRIVER_FILES"] = joined(names);
      setting.environment["VK_ICD_FILENAMES"] = joined(names);
    }
  }
  if (variable(machine.environment, "XDG_RUNTIME_DIR").empty()) {
    setting.environment["XDG_RUNTIME_DIR"] = machine.runtime_folder.string();
  }
  return setting;
}

}  // namespace assay::engine
