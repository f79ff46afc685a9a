// SPDX-License-Identifier: Apache-2.0
#include "instrument/describe.hpp"

namespace assay::instrument {

void describe(const messages::HelloAnswer& hello, const messages::Adapter& adapter, result::Rig& rig) {
  rig.engine = hello.engine;
  rig.engine_version = hello.version;
  rig.worker_build = hello.build;
  rig.adapter = adapter.name;
  rig.driver = adapter.driver.empty() ? adapter.description : adapter.driver;
  rig.backend = adapter.backend;
  rig.vendor_id = adapter.vendor_id;
  rig.device_id = adapter.device_id;
  rig.software = adapter.kind == messages::Adapter::Kind::software;
  rig.simulated = adapter.kind == messages::Adapter::Kind::simulated;
}

}  // namespace assay::instrument
