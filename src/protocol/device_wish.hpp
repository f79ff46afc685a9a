// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a plan needs of a device.
#pragma once

#include <string>

#include "error/error.hpp"
#include "messages/messages.hpp"
#include "plan/plan.hpp"

namespace assay::protocol {

/// Features of all arms, timestamps, and every limit of which a buffer, kernel or dispatch needs more than each device
/// grants. What a kernel's text does not tell (a workgroup sized by overrides) is not asked for.
[[nodiscard]] messages::Open wish_of(const plan::Plan& plan, const std::string& adapter);

/// A refused limit, said in the plan's terms: the buffer, kernel or dispatch that needs more than the device has, as
/// plan::validate says it. Other errors stay as they are.
[[nodiscard]] Error too_large(const Error& error, const plan::Plan& plan, const messages::Open& wish);

}  // namespace assay::protocol
