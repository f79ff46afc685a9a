// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/native.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/remote/process_link.hpp"
#include "engine/remote/undead.hpp"
#include "engine/remote/vulkan_environment.hpp"
#include "host/paths.hpp"
#include "host/process.hpp"
#include "host/shared_library.hpp"

namespace assay::engine {
namespace fs = std::filesystem;
namespace {

constexpr const char* kVulkanAdvice =
    "install a GPU's Vulkan driver, or run scripts/setup for a software driver (a processor that plays GPU)";

/// The loader of a C library that an engine brings, in the engine's own folder.
constexpr const char* kOwnLoader = "ld-linux-x86-64.so.2";

const char* library_of(NativeKind kind) {
  return kind == NativeKind::dawn ? "dawn/lib/libwebgpu_dawn.so.0" : "wgpu-native/lib/libwgpu_native.so";
}

struct Start {
  fs::path worker{}, library{};
  VulkanSetting vulkan{};
};

Expected<fs::path> existing(const fs::path& path, Fault fault, const char* what, const char* advice) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) return path;
  return fail({.fault = fault, .what = what, .where = path.string(), .advice = advice});
}

Expected<fs::path> find_library(const NativeOptions& options, const std::vector<fs::path>& folders) {
  if (options.library.empty()) return host::find_dependency(folders, library_of(options.kind));
  return existing(options.library, Fault::bad_input, "there is no engine library", "run scripts/setup");
}

Expected<Start> prepare(const NativeOptions& options) {
  const auto folder = host::executable_folder();
  if (!folder) return tl::make_unexpected(folder.error());
  auto worker = existing(options.worker.empty() ? *folder / "assay-worker" : options.worker, Fault::internal,
                         "there is no worker program", "build the target assay-worker");
  if (!worker) return tl::make_unexpected(worker.error());
  VulkanMachine machine{.environment = host::current_environment()};
  for (const auto& [name, value] : options.extra_environment) machine.environment[name] = value;
  machine.dependency_folders = host::dependency_folders(machine.environment, *folder);
  auto library = find_library(options, machine.dependency_folders);
  if (!library) return tl::make_unexpected(library.error());
  machine.system_loader = host::can_load_library("libvulkan.so.1");
  std::error_code ignored;
  machine.runtime_folder = fs::temp_directory_path(ignored);
  return Start{.worker = std::move(*worker), .library = std::move(*library), .vulkan = vulkan_setting(machine)};
}

/// Why `open` found no driver where it finds none, as far as the launcher can tell.
std::optional<Error> missing_vulkan(const VulkanSetting& vulkan) {
  if (!vulkan.has_loader) {
    return Error{
        .fault = Fault::bad_input, .what = "there is no Vulkan loader (libvulkan.so.1)", .advice = kVulkanAdvice};
  }
  if (const std::string& name = vulkan.drivers_variable; !name.empty()) {
    return Error{.fault = Fault::bad_input,
                 .what = fmt::format("no Vulkan driver that {} names works", name),
                 .value = host::variable(vulkan.environment, name),
                 .advice = fmt::format("name the manifest of an installed driver in it, or unset {}", name)};
  }
  if (vulkan.drivers.empty()) {
    return Error{
        .fault = Fault::bad_input, .what = "there is no Vulkan driver on this machine", .advice = kVulkanAdvice};
  }
  return std::nullopt;
}

host::SpawnOptions spawn_options(const Start& start, std::chrono::milliseconds patience) {
  host::SpawnOptions spawn{
      .program = start.worker,
      .arguments = {"native", "--library", start.library.string(), "--socket",
                    std::to_string(host::Process::kChannelDescriptor), "--patience", std::to_string(patience.count())},
      .environment = start.vulkan.environment};
  const fs::path folder = start.library.parent_path();
  std::error_code ignored;
  if (!fs::is_regular_file(folder / kOwnLoader, ignored)) return spawn;
  // Built for a newer system: its C library must be the process's only one, from the first instruction on.
  std::string libraries = folder.string();
  if (const auto set = host::variable(spawn.environment, "LD_LIBRARY_PATH"); !set.empty()) libraries += ":" + set;
  spawn.arguments.insert(spawn.arguments.begin(), {"--library-path", libraries, start.worker.string()});
  spawn.program = folder / kOwnLoader;
  return spawn;
}

/// The worker is there, so it is the system that refuses: no fault of Assay, and the next run may do better.
Error refused_start(Error error) {
  error.fault = Fault::broken_run;
  error.what = "the system does not start the engine's process";
  error.advice =
      "close other programs, or allow more open files (ulimit -n) or processes (ulimit -u); check that the file may be "
      "run";
  return error;
}

/// A library given by hand may be another one than the engine that was asked for.
std::optional<Error> another_engine(const NativeOptions& options, const std::string& engine) {
  const bool is_dawn = engine == "dawn";
  if (is_dawn == (options.kind == NativeKind::dawn)) return std::nullopt;
  return Error{.fault = Fault::bad_input,
               .what = "the engine library is another engine's",
               .value = engine,
               .limit = is_dawn ? "wgpu-native" : "dawn",
               .where = options.library.string(),
               .advice = is_dawn ? "ask for it with --engine dawn" : "ask for it with --engine wgpu-native"};
}

}  // namespace

bool is_installed(NativeKind kind) {
  const auto folder = host::executable_folder();
  if (!folder) return false;
  const auto folders = host::dependency_folders(host::current_environment(), *folder);
  return host::find_dependency(folders, library_of(kind)).has_value();
}

Expected<std::unique_ptr<Engine>> launch_native(const NativeOptions& options) {
  if (auto undead = still_undead()) return fail(std::move(*undead));
  auto start = prepare(options);
  if (!start) return tl::make_unexpected(start.error());
  auto process = host::Process::spawn(spawn_options(*start, messages::engine_patience(options.deadlines.answer)));
  if (!process) return fail(refused_start(process.error()));
  auto engine = std::make_unique<RemoteEngine>(std::make_unique<ProcessLink>(std::move(*process)), options.deadlines);
  if (auto missing = missing_vulkan(start->vulkan)) engine->explain_no_driver(std::move(*missing));
  if (auto hello = engine->hello(""); !hello) {
    Error error = std::move(hello.error());
    // At hello the worker loads the library: what it then lacks is a wrong file, not a property of the device.
    if (error.fault == Fault::unfit) error.fault = Fault::bad_input;
    return fail(std::move(error));
  }
  if (auto another = another_engine(options, engine->identity().engine)) return fail(std::move(*another));
  return engine;
}

}  // namespace assay::engine
