// SPDX-License-Identifier: Apache-2.0
#include "host/paths.hpp"

#include <optional>
#include <string>
#include <system_error>

#include "host/writable.hpp"

namespace assay::host {
namespace fs = std::filesystem;
namespace {

/// An XDG base folder; a relative value is to be ignored (XDG Base Directory Specification).
std::optional<fs::path> base_folder(const Environment& environment, const char* name, const char* below_home) {
  const fs::path set = variable(environment, name);
  if (set.is_absolute()) return set;
  const fs::path home = variable(environment, "HOME");
  if (home.is_absolute()) return home / below_home;
  return std::nullopt;
}

bool make_writable_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  return is_writable_folder(folder);
}

}  // namespace

std::vector<fs::path> dependency_folders(const Environment& environment, const fs::path& executable_folder) {
  std::vector<fs::path> folders;
  if (const fs::path set = variable(environment, "ASSAY_DEPS"); !set.empty()) folders.push_back(set);
  if (!executable_folder.empty()) folders.push_back(executable_folder.parent_path() / "deps");
  if (const auto cache = base_folder(environment, "XDG_CACHE_HOME", ".cache")) folders.push_back(*cache / "assay/deps");
  folders.emplace_back("/var/cache/assay/deps");
  return folders;
}

Expected<fs::path> find_dependency(const std::vector<fs::path>& folders, const fs::path& relative) {
  std::string searched;
  for (const auto& folder : folders) {
    std::error_code ignored;
    if (fs::exists(folder / relative, ignored)) return folder / relative;
    searched += (searched.empty() ? "" : ", ") + folder.string();
  }
  return fail({.fault = Fault::bad_input,
               .what = "there is no " + relative.string() + " in any dependency folder",
               .value = "searched: " + searched,
               .advice = "run scripts/setup, or name the folder in ASSAY_DEPS"});
}

Expected<fs::path> results_folder(const Environment& environment, const fs::path& working) {
  const fs::path here = working / "assay-results";
  if (make_writable_folder(here)) return here;
  const auto state = base_folder(environment, "XDG_STATE_HOME", ".local/state");
  if (state && make_writable_folder(*state / "assay/results")) return *state / "assay/results";
  const std::string other = state ? (*state / "assay/results").string() : "no HOME is set";
  return fail({.fault = Fault::bad_input,
               .what = "no folder for results can be written",
               .value = here.string() + "; " + other,
               .advice = "run in a folder that you may write to, or name a file with --json"});
}

Expected<fs::path> cache_folder(const Environment& environment) {
  const auto cache = base_folder(environment, "XDG_CACHE_HOME", ".cache");
  if (cache && make_writable_folder(*cache / "assay")) return *cache / "assay";
  return fail({.fault = Fault::bad_input,
               .what = "no cache folder can be written",
               .value = cache ? (*cache / "assay").string() : "no HOME is set",
               .advice = "set XDG_CACHE_HOME to a folder that you may write to"});
}

}  // namespace assay::host
