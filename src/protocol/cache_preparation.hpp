// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is done to the caches before a slot, outside its stamps, and the submission entries that a slot then has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "messages/messages.hpp"
#include "protocol/instances.hpp"
#include "protocol/pool.hpp"

namespace assay::protocol {

struct CachePreparation {
  /// Cold: written before each trial, which for that becomes an entry of its own. Empty: not cold.
  std::vector<messages::Slot> write{};
  bool warm = false;  ///< an untimed trial of the same build goes before each timed slot
};

/// Allocates memory of that size, in as many pieces as the device's bindings demand, and makes the entries that write
/// all of it. Fault::unfit where the device has no room for it.
[[nodiscard]] Expected<std::vector<messages::Slot>> make_cache_writer(instrument::Device& device, std::uint64_t bytes);

/// Adds one execution of an instance with its preparation. `spacer`, where there is one, comes last before the first
/// stamp, so that nothing lies between the dither and what it shifts. Untimed executions are written for like timed
/// ones and never warmed up.
void add_prepared(messages::Submission& submission, const Instance& instance, const Pool& pool,
                  const std::vector<std::uint32_t>& allocation, Execution execution,
                  const CachePreparation& preparation, const messages::Slot* spacer = nullptr);

/// Entries that this adds, at most.
[[nodiscard]] std::size_t entries_of(const CachePreparation& preparation, std::uint32_t trials);

}  // namespace assay::protocol
