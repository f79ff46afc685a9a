// SPDX-License-Identifier: Apache-2.0
#include "cli/engines.hpp"

#include "engine/remote/native.hpp"
#include "engine/sim/simulated_engine.hpp"
#include "instrument/memory_tests.hpp"
#include "report/rig_text.hpp"

namespace assay::cli {

Expected<engine::Launcher> launcher_for(const EngineOptions& options) {
  if (options.engine.name == "sim") {
    const auto nuisances = engine::sim::parse_nuisances(options.engine.variant);
    if (!nuisances) return fail(nuisances.error());
    return engine::sim::launcher(*nuisances);
  }
  engine::NativeOptions native;
  if (options.engine.name == "dawn") native.kind = engine::NativeKind::dawn;
  native.library = options.library;
  native.deadlines = engine::deadlines_for(std::chrono::milliseconds(options.deadline_ms));
  return engine::Launcher([native] { return engine::launch_native(native); });
}

Expected<instrument::Device> open_to_test(const EngineOptions& options) {
  const auto launcher = launcher_for(options);
  if (!launcher) return fail(launcher.error());
  messages::Open wish{
      .adapter = options.engine.adapter, .features = {"timestamp-query"}, .toggles = toggles_of(options.engine)};
  // Working sets that no cache holds are larger than what every device grants; a smaller device is tested as it is.
  wish.limits["maxStorageBufferBindingSize"] = instrument::kMostWorkingSetBytes;
  wish.limits["maxBufferSize"] = instrument::kMostWorkingSetBytes + instrument::kRoomBehindBytes;
  for (;; wish.limits.clear()) {
    auto engine = (*launcher)();
    if (!engine) return fail(engine.error());
    auto device = instrument::Device::open(std::move(*engine), wish);
    if (!device && device.error().fault == Fault::unfit && !wish.limits.empty()) continue;
    if (device) device->set_deadline_ms(options.deadline_ms);
    return device;
  }
}

std::string engine_name(const EngineOptions& options) {
  const auto& engine = options.engine;
  std::string name = engine.name;
  if (!engine.variant.empty()) name += ":" + engine.variant;
  if (!engine.adapter.empty()) name += "@" + engine.adapter;
  return name;
}

std::string_view mark_of(const EngineWish& engine) { return engine.name == "sim" ? report::kSimulatedMark : ""; }

std::string marked(const EngineWish& engine, const std::string& line) {
  const std::string_view mark = mark_of(engine);
  return mark.empty() ? line : std::string(mark) + " " + line;
}

std::vector<std::string> toggles_of(const EngineWish& engine) {
  if (engine.variant == "bare") return {"bare"};
  return {};
}

std::vector<EngineWish> installed_engines() {
  std::vector<EngineWish> engines{EngineWish{}};
  if (engine::is_installed(engine::NativeKind::dawn)) engines.push_back({.name = "dawn"});
  return engines;
}

}  // namespace assay::cli
