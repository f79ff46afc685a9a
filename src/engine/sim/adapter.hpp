// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the simulated device says of itself.
#pragma once

#include "engine/sim/nuisances.hpp"
#include "error/error.hpp"
#include "messages/messages.hpp"

namespace assay::engine::sim {

/// Engine "sim"; the version names the nuisances.
[[nodiscard]] messages::HelloAnswer simulated_identity(const Nuisances& nuisances);

/// The one adapter. Fault::unfit for another adapter's name, a feature that it lacks or a limit above its own.
[[nodiscard]] Expected<messages::OpenAnswer> open_simulated_device(const Nuisances& nuisances,
                                                                   const messages::Open& wish);

}  // namespace assay::engine::sim
