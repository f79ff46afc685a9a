// SPDX-License-Identifier: Apache-2.0
/// \file
/// Most entries of each array and map in a message. More is refused by both ends, so that a peer that went mad cannot
/// make the other one allocate without end (docs/messages.md, "Limits").
#pragma once

#include <cstddef>

#include "messages/messages.hpp"

namespace assay::messages {

inline constexpr std::size_t kMostAdapters = 64;
inline constexpr std::size_t kMostNames = 1024;  ///< features, toggles, limits, overrides
inline constexpr std::size_t kMostKernels = 1024;
inline constexpr std::size_t kMostAllocations = 65536;
inline constexpr std::size_t kMostRoles = 4096;
inline constexpr std::size_t kMostOps = 65536;
inline constexpr std::size_t kMostDispatches = 65536;  ///< in one pass
inline constexpr std::size_t kMostBindings = 4096;     ///< of one dispatch
inline constexpr std::size_t kMostSubmissions = 4096;
inline constexpr std::size_t kMostSlots = 4096;  ///< of one submission
inline constexpr std::size_t kMostStamps = kMostQueries;
inline constexpr std::size_t kMostOffsets = 65536;  ///< of one role in one slot
inline constexpr std::size_t kMostReads = 4096;

}  // namespace assay::messages
