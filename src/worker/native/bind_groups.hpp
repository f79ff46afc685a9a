// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bind groups by content, kept from run to run: making one costs more than the dispatch that uses it.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "worker/native/device.hpp"

namespace assay::worker::native {

struct GroupEntry {
  std::uint32_t binding = 0;
  messages::AllocationId allocation = 0;
  WGPUBuffer buffer = nullptr;
  std::uint64_t offset = 0, size = 0;  ///< bytes
};

class BindGroups {
 public:
  explicit BindGroups(Device& device) : device_(device) {}

  /// Group `group` of the kernel's own layout with these entries. Failure::Kind::validation where the engine refuses
  /// it, Failure::Kind::protocol when one run asks for more than kMostBindGroups.
  [[nodiscard]] Outcome<WGPUBindGroup> get(messages::KernelId kernel, WGPUComputePipeline pipeline, std::uint32_t group,
                                           const std::vector<GroupEntry>& entries);

  /// Between runs: forgets everything once there are too many. Groups handed out before are invalid afterwards.
  void trim();
  /// Allocations were released: groups that hold them would keep their memory.
  void clear() { groups_.clear(); }

 private:
  using Key = std::vector<std::uint64_t>;
  [[nodiscard]] Outcome<Handle<WGPUBindGroup>> make(WGPUComputePipeline pipeline, std::uint32_t group,
                                                    const std::vector<GroupEntry>& entries);

  Device& device_;
  std::map<Key, Handle<WGPUBindGroup>> groups_{};
};

}  // namespace assay::worker::native
