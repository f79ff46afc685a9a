// SPDX-License-Identifier: Apache-2.0
#include "worker/native/procs.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "worker/native/dawn_version.hpp"
#include "worker/native/dialect.hpp"

namespace assay::worker::native {
namespace {

/// Enumerations and struct layouts move between major versions of wgpu-native; this is the one of the headers here.
constexpr std::uint32_t kBuiltForMajor = 29;

tl::unexpected<Failure> refuse_library(std::string what, std::string value = {}, std::string limit = {}) {
  return refuse({.kind = Failure::Kind::unsupported,
                 .what = std::move(what),
                 .value = std::move(value),
                 .limit = std::move(limit),
                 .where = "engine library"});
}

}  // namespace

std::string version_text(std::uint32_t packed) {
  return fmt::format("{}.{}.{}.{}", packed >> 24U, (packed >> 16U) & 0xFFU, (packed >> 8U) & 0xFFU, packed & 0xFFU);
}

Outcome<Library> load_library(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = dlerror();
    return refuse_library(fmt::format("engine library '{}' cannot be loaded", path), why == nullptr ? "" : why);
  }
  const bool dawn = dlsym(handle, "wgpuDeviceTick") != nullptr;

  Library library{.dialect = dawn ? &dawn_dialect() : &wgpu_native_dialect()};
  std::string missing;
  const auto look_up = [&](auto& proc, const char* name) {
    void* address = dlsym(handle, name);
    if (address == nullptr && missing.empty()) missing = name;
    proc = reinterpret_cast<std::remove_reference_t<decltype(proc)>>(address);
  };
#define ASSAY_LOOK_UP(name) look_up(library.procs.name, "wgpu" #name);
  ASSAY_STANDARD_PROCS(ASSAY_LOOK_UP)
  if (!dawn) {
    ASSAY_WGPU_NATIVE_PROCS(ASSAY_LOOK_UP)
  }
#undef ASSAY_LOOK_UP
  if (!missing.empty())
    return refuse_library(fmt::format("engine library '{}' is of another ABI: no {}", path, missing));
  if (dawn) {
    library.version = version_of_dawn(path);
    return library;
  }

  const std::uint32_t packed = library.procs.GetVersion();
  library.version = version_text(packed);
  if (packed >> 24U != kBuiltForMajor) {
    return refuse_library(fmt::format("engine library '{}' is of another ABI", path),
                          fmt::format("version {}", library.version), fmt::format("version {}.x", kBuiltForMajor));
  }
  return library;
}

}  // namespace assay::worker::native
