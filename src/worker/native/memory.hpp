// SPDX-License-Identifier: Apache-2.0
/// \file
/// The host's allocations, by id.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "worker/native/device.hpp"

namespace assay::worker::native {

/// Bytes of the engine's own behind each allocation: what a fence copies through.
inline constexpr std::uint64_t kPadBytes = 16;

struct Memory {
  Handle<WGPUBuffer> buffer{};
  std::uint64_t bytes = 0;  ///< the host's; the buffer is kPadBytes longer
  messages::Usage usage = messages::Usage::storage;
};

class Allocations {
 public:
  explicit Allocations(Device& device) : device_(device) {}

  /// All or nothing, except for those that the device has no memory for, which the answer lists.
  [[nodiscard]] Outcome<messages::AllocateAnswer> allocate(const messages::Allocate& wish);
  [[nodiscard]] Outcome<void> release(const messages::Release& wish);
  /// Failure::Kind::protocol for an unknown id.
  [[nodiscard]] Outcome<const Memory*> find(messages::AllocationId id) const;
  /// The allocation, when `offset … offset + bytes` lies inside it and both are multiples of four.
  [[nodiscard]] Outcome<const Memory*> find_range(messages::AllocationId id, std::uint64_t offset,
                                                  std::uint64_t bytes) const;

 private:
  [[nodiscard]] Outcome<void> check(const messages::Allocation& wish) const;

  Device& device_;
  std::unordered_map<messages::AllocationId, Memory> memory_{};
};

/// Fails with Failure::Kind::protocol unless offset + bytes ≤ limit; `what` begins the sentence.
[[nodiscard]] Outcome<void> check_range(std::uint64_t offset, std::uint64_t bytes, std::uint64_t limit,
                                        std::string_view what);

}  // namespace assay::worker::native
