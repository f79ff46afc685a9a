// SPDX-License-Identifier: Apache-2.0
#include "worker/native/memory.hpp"

#include <fmt/format.h>

#include <limits>

namespace assay::worker::native {
namespace {

constexpr std::size_t kMostAllocations = 65536;

WGPUBufferUsage usage_bits(messages::Usage usage) {
  const WGPUBufferUsage always = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
  switch (usage) {
    case messages::Usage::uniform: return always | WGPUBufferUsage_Uniform;
    case messages::Usage::indirect: return always | WGPUBufferUsage_Indirect;
    case messages::Usage::storage: break;
  }
  return always;
}

}  // namespace

Outcome<void> check_range(std::uint64_t offset, std::uint64_t bytes, std::uint64_t limit, std::string_view what) {
  if (offset <= limit && bytes <= limit - offset) return {};
  return refuse_protocol(fmt::format("{} runs past the end", what), fmt::format("{} bytes from {}", bytes, offset),
                         fmt::format("{} bytes", limit));
}

Outcome<void> Allocations::check(const messages::Allocation& wish) const {
  if (memory_.count(wish.id) != 0) return refuse_protocol("an allocation of that id exists", std::to_string(wish.id));
  if (memory_.size() >= kMostAllocations) {
    return refuse_protocol("too many allocations", std::to_string(memory_.size() + 1),
                           std::to_string(kMostAllocations));
  }
  if (wish.bytes == 0 || wish.bytes % 4 != 0) {
    return refuse_protocol(fmt::format("allocation {} is not a positive multiple of four bytes", wish.id),
                           fmt::format("{} bytes", wish.bytes));
  }
  const std::uint64_t most = device_.limits.maxBufferSize;
  if (wish.bytes > most || most - wish.bytes < kPadBytes) {
    return refuse({.kind = Failure::Kind::validation,
                   .what = fmt::format("allocation {} is larger than the device's maxBufferSize", wish.id),
                   .value = fmt::format("{} bytes and {} of the engine's own", wish.bytes, kPadBytes),
                   .limit = fmt::format("{} bytes", most)});
  }
  return {};
}

Outcome<messages::AllocateAnswer> Allocations::allocate(const messages::Allocate& wish) {
  messages::AllocateAnswer answer;
  std::vector<messages::AllocationId> made;
  for (const auto& allocation : wish.allocations) {
    auto outcome = check(allocation);
    if (outcome) {
      device_.push_scopes();
      Memory memory{device_.create_buffer(allocation.bytes + kPadBytes, usage_bits(allocation.usage),
                                          fmt::format("allocation {}", allocation.id)),
                    allocation.bytes, allocation.usage};
      outcome = device_.pop_scopes();
      if (outcome && !memory.buffer) outcome = refuse({.kind = Failure::Kind::out_of_memory});
      if (outcome) {
        memory_.emplace(allocation.id, std::move(memory));
        made.push_back(allocation.id);
        continue;
      }
    }
    if (outcome.error().kind == Failure::Kind::out_of_memory) {
      answer.out_of_memory.push_back(allocation.id);
      continue;
    }
    for (const auto id : made) memory_.erase(id);
    return tl::unexpected(outcome.error());
  }
  return answer;
}

Outcome<void> Allocations::release(const messages::Release& wish) {
  for (const auto id : wish.allocations) {
    if (auto known = find(id); !known) return tl::unexpected(known.error());
  }
  for (const auto id : wish.allocations) memory_.erase(id);
  return {};
}

Outcome<const Memory*> Allocations::find(messages::AllocationId id) const {
  const auto found = memory_.find(id);
  if (found == memory_.end()) return refuse_protocol("unknown allocation", std::to_string(id));
  return &found->second;
}

Outcome<const Memory*> Allocations::find_range(messages::AllocationId id, std::uint64_t offset,
                                               std::uint64_t bytes) const {
  auto memory = find(id);
  if (!memory) return memory;
  if (offset % 4 != 0 || bytes % 4 != 0) {
    return refuse_protocol(fmt::format("a range of allocation {} is not in whole words of four bytes", id),
                           fmt::format("{} bytes from {}", bytes, offset));
  }
  auto inside = check_range(offset, bytes, (*memory)->bytes, fmt::format("a range of allocation {}", id));
  if (!inside) return tl::unexpected(inside.error());
  return memory;
}

}  // namespace assay::worker::native
