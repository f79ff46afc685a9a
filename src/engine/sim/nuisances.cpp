// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/nuisances.hpp"

namespace assay::engine::sim {

Nuisances rough() {
  return {
      .speed = 0.16, .drift = 0.05, .walk = 0.0005, .noise = 0.015, .spikes = 0.01, .position = 0.02, .warm_up = 0.41};
}

Nuisances quiet() {
  return {.speed = 0.16, .drift = 0.002, .walk = 1e-5, .noise = 0.0005, .position = 0.001, .warm_up = 0.41};
}

}  // namespace assay::engine::sim
