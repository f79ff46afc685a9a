// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an engine says of itself and of an adapter → the rig of a result.
#pragma once

#include "messages/messages.hpp"
#include "result/rig.hpp"

namespace assay::instrument {

/// Fills in engine and adapter; what is known of the machine, features and limits stay as they are.
void describe(const messages::HelloAnswer& hello, const messages::Adapter& adapter, result::Rig& rig);

}  // namespace assay::instrument
