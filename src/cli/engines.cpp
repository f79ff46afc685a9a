// SPDX-License-Identifier: Apache-2.0
#include "cli/engines.hpp"

#include "engine/remote/native.hpp"
#include "engine/sim/simulated_engine.hpp"

namespace assay::cli {

Expected<engine::Launcher> launcher_for(const EngineOptions& options) {
  if (options.engine.name == "sim") {
    const auto nuisances = engine::sim::parse_nuisances(options.engine.variant);
    if (!nuisances) return fail(nuisances.error());
    return engine::sim::launcher(*nuisances);
  }
  engine::NativeOptions native;
  native.library = options.library;
  native.deadlines.answer = std::chrono::milliseconds(options.deadline_ms);
  return engine::Launcher([native] { return engine::launch_native(native); });
}

}  // namespace assay::cli
