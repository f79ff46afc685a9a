// SPDX-License-Identifier: Apache-2.0
#include "protocol/cache_preparation.hpp"

#include <algorithm>

namespace assay::protocol {
namespace {

// Where a binding may begin, and what engines keep behind an allocation.
constexpr std::uint64_t kAlignment = 256;
// Any values do: nothing ever reads them.
constexpr std::uint32_t kSeed = 1;

}  // namespace

Expected<std::vector<messages::Slot>> make_cache_writer(instrument::Device& device, std::uint64_t bytes) {
  const auto& limits = device.limits();
  const std::uint64_t most =
      std::min(limits.maxStorageBufferBindingSize, limits.maxBufferSize - kAlignment) / kAlignment * kAlignment;
  const auto values = lower::poison_parameters(kSeed, false);
  std::vector<messages::Slot> slots;
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t piece = std::min((bytes - done + kAlignment - 1) / kAlignment * kAlignment, most);
    const auto id = device.allocate(piece);
    if (!id) return fail(id.error());
    auto slot = device.fenced_fill_slot({.allocation = *id, .bytes = piece}, values);
    if (!slot) return fail(slot.error());
    slots.push_back(std::move(*slot));
    done += piece;
  }
  return slots;
}

void add_prepared(messages::Submission& submission, const Instance& instance, const Pool& pool,
                  const std::vector<std::uint32_t>& allocation, Execution execution,
                  const CachePreparation& preparation, const messages::Slot* spacer) {
  auto& slots = submission.slots;
  if (preparation.warm && execution.stamped) {
    add_slots(submission, instance, pool, allocation, {.first_data_set = execution.first_data_set});
  }
  const std::uint32_t parts = preparation.write.empty() ? 1 : execution.trials;
  for (std::uint32_t part = 0; part < parts; ++part) {
    // What is put back is in the cache then, so it goes before the write.
    if (auto restore = restore_slot(instance, pool, allocation)) slots.push_back(std::move(*restore));
    slots.insert(slots.end(), preparation.write.begin(), preparation.write.end());
    if (spacer != nullptr && part == 0) slots.push_back(*spacer);
    slots.push_back(slot_of(instance, pool, allocation,
                            {.trials = execution.trials / parts,
                             .stamped = execution.stamped,
                             .first_data_set = execution.first_data_set + part}));
  }
}

std::size_t entries_of(const CachePreparation& preparation, std::uint32_t trials) {
  // The restore, the warming trial with its own, the spacer.
  constexpr std::size_t kOthers = 4;
  return preparation.write.empty() ? kOthers + 1 : kOthers + trials * (2 + preparation.write.size());
}

}  // namespace assay::protocol
