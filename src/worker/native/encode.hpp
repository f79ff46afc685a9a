// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ready slots → one command buffer, with stamps on its passes.
#pragma once

#include <cstdint>
#include <span>

#include "worker/native/device.hpp"
#include "worker/native/ready_slot.hpp"

namespace assay::worker::native {

/// Encodes all slots, one behind the other. Stamped passes write consecutive pairs of queries from `first_query`, in
/// pass order. Failure::Kind::validation when the engine refuses anything at its end; such a buffer must not be
/// submitted, wgpu-native aborts on it.
[[nodiscard]] Outcome<Handle<WGPUCommandBuffer>> encode_slots(Device& device, std::span<const ReadySlot> slots,
                                                              WGPUQuerySet queries, std::uint32_t first_query);

}  // namespace assay::worker::native
