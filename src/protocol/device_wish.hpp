// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a plan needs of a device.
#pragma once

#include <string>

#include "error/error.hpp"
#include "messages/messages.hpp"
#include "plan/plan.hpp"

namespace assay::protocol {

/// Features of all arms, timestamps, and limits above the defaults where a buffer needs them.
[[nodiscard]] messages::Open wish_of(const plan::Plan& plan, const std::string& adapter);

/// A refused limit is a fault of the plan on this device: it is said with the buffer's name. Other errors stay as they
/// are.
[[nodiscard]] Error too_large(const Error& error, const plan::Plan& plan, const messages::Open& wish);

}  // namespace assay::protocol
