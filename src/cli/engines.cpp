// SPDX-License-Identifier: Apache-2.0
#include "cli/engines.hpp"

#include "engine/remote/native.hpp"

namespace assay::cli {

Expected<engine::Launcher> launcher_for(const EngineOptions& options) {
  engine::NativeOptions native;
  native.library = options.library;
  native.deadlines.answer = std::chrono::milliseconds(options.deadline_ms);
  return engine::Launcher([native] { return engine::launch_native(native); });
}

}  // namespace assay::cli
