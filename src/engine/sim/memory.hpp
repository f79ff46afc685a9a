// SPDX-License-Identifier: Apache-2.0
/// \file
/// Allocations of the simulated device, and the stretches of them that requests name.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/sim/contents.hpp"
#include "error/error.hpp"
#include "messages/messages.hpp"

namespace assay::engine::sim {

/// Words of an allocation; always inside it.
struct Stretch {
  Contents* contents = nullptr;
  std::uint64_t first = 0, count = 0;

  [[nodiscard]] std::vector<std::uint32_t> words() const { return contents->words(first, count); }
  void put(Source source) const { contents->put(first, count, std::move(source)); }
  void put_words(std::vector<std::uint32_t> words) const;
};

class Memory {
 public:
  explicit Memory(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  /// Those that do not fit come back.
  [[nodiscard]] Expected<std::vector<messages::AllocationId>> allocate(const messages::Allocate& wish);
  [[nodiscard]] Expected<void> release(const messages::Release& wish);
  /// Fault::internal, as for any malformed request, when the allocation does not exist, the stretch leaves it or is not
  /// a multiple of four bytes. `request` names the message.
  [[nodiscard]] Expected<Stretch> stretch(messages::AllocationId id, std::uint64_t offset, std::uint64_t bytes,
                                          std::string_view request);

 private:
  std::uint64_t most_bytes_, bytes_ = 0;
  std::map<messages::AllocationId, Contents> allocations_{};
};

}  // namespace assay::engine::sim
