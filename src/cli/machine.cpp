// SPDX-License-Identifier: Apache-2.0
#include "cli/machine.hpp"

#include "cli/engines.hpp"
#include "cli/version.hpp"
#include "host/machine.hpp"

namespace assay::cli {

result::Rig machine_rig() {
  result::Rig rig;
  const auto facts = host::machine_facts();
  rig.host = host::machine_line(facts);
  rig.cores = facts.cores.value_or(0);
  rig.load_1min = host::load_average_1min();
  rig.assay_version = version_text();
  return rig;
}

result::Rig rig_asked_for(const EngineWish& engine) {
  result::Rig rig = machine_rig();
  rig.engine = engine.name;
  rig.toggles = toggles_of(engine);
  rig.simulated = !mark_of(engine).empty();
  return rig;
}

}  // namespace assay::cli
