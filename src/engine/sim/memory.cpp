// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/memory.hpp"

#include <fmt/format.h>

#include <utility>

#include "engine/remote/engine_errors.hpp"

namespace assay::engine::sim {
namespace {

Unexpected malformed_request(std::string what, std::string value, std::string_view request) {
  return fail(error_of(
      messages::Failure{.kind = messages::Failure::Kind::protocol, .what = std::move(what), .value = std::move(value)},
      request));
}

}  // namespace

void Stretch::put_words(std::vector<std::uint32_t> words) const {
  put({.kind = Source::Kind::literal, .words = std::make_shared<const std::vector<std::uint32_t>>(std::move(words))});
}

Expected<std::vector<messages::AllocationId>> Memory::allocate(const messages::Allocate& wish) {
  std::vector<messages::AllocationId> too_much;
  for (const auto& allocation : wish.allocations) {
    if (allocations_.contains(allocation.id)) {
      return malformed_request("the allocation exists already", fmt::format("{}", allocation.id), "allocate");
    }
    if (allocation.bytes == 0 || allocation.bytes % 4 != 0) {
      return malformed_request("an allocation is not a positive multiple of four bytes",
                               fmt::format("{} bytes", allocation.bytes), "allocate");
    }
    if (allocation.bytes > most_bytes_ - bytes_) {
      too_much.push_back(allocation.id);
      continue;
    }
    bytes_ += allocation.bytes;
    allocations_.emplace(allocation.id, Contents(allocation.bytes / 4));
  }
  return too_much;
}

Expected<void> Memory::release(const messages::Release& wish) {
  for (const auto id : wish.allocations) {
    const auto found = allocations_.find(id);
    if (found == allocations_.end()) {
      return malformed_request("there is no such allocation", fmt::format("{}", id), "release");
    }
    bytes_ -= found->second.size() * 4;
    allocations_.erase(found);
  }
  return {};
}

Expected<Stretch> Memory::stretch(messages::AllocationId id, std::uint64_t offset, std::uint64_t bytes,
                                  std::string_view request) {
  const auto found = allocations_.find(id);
  if (found == allocations_.end()) {
    return malformed_request("there is no such allocation", fmt::format("{}", id), request);
  }
  const std::uint64_t size = found->second.size() * 4;
  if (offset % 4 != 0 || bytes % 4 != 0 || offset > size || bytes > size - offset) {
    return malformed_request(fmt::format("a stretch leaves its allocation of {} bytes", size),
                             fmt::format("{} bytes from byte {}", bytes, offset), request);
  }
  return Stretch{.contents = &found->second, .first = offset / 4, .count = bytes / 4};
}

}  // namespace assay::engine::sim
