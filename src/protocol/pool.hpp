// SPDX-License-Identifier: Apache-2.0
/// \file
/// One pool of allocations per buffer of the plan, shared by all instances of all arms: which instance uses which
/// allocation is drawn anew for every square, so that the luck of a placement cannot follow an arm.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "plan/plan.hpp"

namespace assay::protocol {

/// Fewest and wished allocations per buffer for `instances` instances; below the wish, luck is not averaged.
inline constexpr std::uint32_t kPoolWish = 8;

struct PoolSize {
  std::uint32_t per_buffer = kPoolWish;
  std::uint64_t bytes = 0;  ///< of all allocations together
  bool luck_averaged = true;
};

/// The largest pool within the memory budget less what else is needed: eight per buffer, else one per instance.
/// Fault::bad_input when not even that fits, with the least that would do.
[[nodiscard]] Expected<PoolSize> choose_pool(const plan::Plan& plan, std::uint32_t instances,
                                             std::uint64_t memory_bytes, std::uint64_t reserved_bytes = 0);

class Pool {
 public:
  /// Allocates and fills: inputs with the plan's fill, outputs with poison. This also is every allocation's first
/// touch.
  [[nodiscard]] static Expected<Pool> make(instrument::Device& device, const plan::Plan& plan, PoolSize size,
                                           std::uint32_t poison_seed);

  [[nodiscard]] std::uint32_t per_buffer() const { return per_buffer_; }
  [[nodiscard]] messages::AllocationId at(std::size_t buffer, std::uint32_t index) const {
    return allocations_[buffer][index];
  }
  /// One data set of an allocation.
  [[nodiscard]] instrument::Region region(std::size_t buffer, std::uint32_t index, std::uint64_t data_set = 0) const {
    return {.allocation = at(buffer, index),
            .bytes = bytes_[buffer],
            .offset = data_set % sets_[buffer] * bytes_[buffer],
            .padding = padding_[buffer]};
  }
  /// All data sets of an allocation.
  [[nodiscard]] instrument::Region whole(std::size_t buffer, std::uint32_t index) const {
    return {.allocation = at(buffer, index), .bytes = bytes_[buffer] * sets_[buffer]};
  }
  /// The untouched copy of a buffer for which lower::needs_pristine(); nothing for others.
  [[nodiscard]] std::optional<instrument::Region> pristine(std::size_t buffer) const;
  /// A slot that gives an allocation of a buffer the data of the plan's fill again.
  [[nodiscard]] Expected<messages::Slot> refill(instrument::Device& device, const plan::Plan& plan, std::size_t buffer,
                                                std::uint32_t index) const;

 private:
  std::uint32_t per_buffer_ = 0;
  std::vector<std::vector<messages::AllocationId>> allocations_{};  ///< [buffer][index]
  std::vector<std::uint64_t> bytes_{}, sets_{};  ///< bytes of one data set, and their number
  std::vector<std::uint32_t> padding_{};            ///< bits behind the last element of a data set
  std::vector<messages::AllocationId> pristine_{};  ///< 0: none
};

}  // namespace assay::protocol
