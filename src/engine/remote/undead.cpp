// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/undead.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mutex>
#include <utility>
#include <vector>

namespace assay::engine {
namespace {

struct Register {
  std::mutex mutex{};
  std::vector<Undead> workers{};  ///< few: while there is one no further one is started
};

Register& the_register() {
  static auto* never_destroyed = new Register;  // its entries must not wait for the dead when the program ends
  return *never_destroyed;
}

}  // namespace

void remember(Undead worker) {
  Register& all = the_register();
  const std::lock_guard lock(all.mutex);
  all.workers.push_back(std::move(worker));
}

std::optional<Error> still_undead() {
  Register& all = the_register();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.workers, [](const Undead& worker) { return worker.gone(); });
  if (all.workers.empty()) return std::nullopt;
  std::vector<std::int64_t> pids;
  for (const auto& worker : all.workers) pids.push_back(worker.pid);
  return Error{.fault = Fault::broken_run,
               .what = "an engine's process that was killed does not end: it is stuck inside the GPU's driver",
               .value = fmt::format("process {}", fmt::join(pids, ", ")),
               .advice = "no further one is started behind it: wait until it is gone, or reset the GPU or the machine"};
}

}  // namespace assay::engine
