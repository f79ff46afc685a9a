// SPDX-License-Identifier: Apache-2.0
/// \file
/// Putting whole buffers back from their untouched copies, outside every stamp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "messages/messages.hpp"
#include "plan/plan.hpp"

namespace assay::lower {

/// Roles: 2k the copy, 2k + 1 the buffer, of `bytes[k]` bytes each.
[[nodiscard]] messages::Track restore_track(messages::TrackId id, const std::vector<std::uint64_t>& bytes);

/// Buffers of an arm that are put back before each of its slots: some arm writes them although their data sets take
/// turns, so that the second use of a set would find what the first one left. An arm that only reads them gets the same
/// copy, because the allocations are shared and the caches must be alike.
[[nodiscard]] std::vector<std::size_t> restored_each_slot(const plan::Plan& plan, const plan::Arm& arm);

/// Bytes of all data sets of a buffer.
[[nodiscard]] std::uint64_t all_bytes(const plan::Buffer& buffer);

}  // namespace assay::lower
