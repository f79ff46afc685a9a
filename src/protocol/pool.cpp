// SPDX-License-Identifier: Apache-2.0
#include "protocol/pool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lower/arm.hpp"
#include "lower/arm_state.hpp"
#include "lower/reference.hpp"
#include "lower/restore.hpp"
#include "plan/fill_data.hpp"

namespace assay::protocol {
namespace {

std::uint64_t bytes_of_one_set(const plan::Plan& plan) {
  std::uint64_t bytes = 0;
  for (const auto& buffer : plan.buffers) bytes += lower::all_bytes(buffer);
  return bytes;
}

std::uint64_t bytes_of_copies(const plan::Plan& plan) {
  std::uint64_t bytes = 0;
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    if (lower::needs_pristine(plan, b)) bytes += lower::all_bytes(plan.buffers[b]);
  }
  return bytes;
}

// Regions of one fill are packed into few submissions: a submission is bounded by the watchdog, not by its count, and
// thirty-two fills stay far below it at any size that fits a device.
constexpr std::size_t kFillsPerSubmission = 32;

Expected<void> run_slots(instrument::Device& device, std::vector<messages::Slot> slots) {
  for (std::size_t first = 0; first < slots.size(); first += kFillsPerSubmission) {
    const auto last = std::min(slots.size(), first + kFillsPerSubmission);
    messages::Submission submission;
    submission.slots.assign(slots.begin() + static_cast<std::ptrdiff_t>(first),
                            slots.begin() + static_cast<std::ptrdiff_t>(last));
    const auto answer = device.run({std::move(submission)});
    if (!answer) return fail(answer.error());
  }
  return {};
}

}  // namespace

Expected<PoolSize> choose_pool(const plan::Plan& plan, std::uint32_t instances, std::uint64_t memory_bytes) {
  const std::uint64_t one = bytes_of_one_set(plan), copies = bytes_of_copies(plan);
  for (const std::uint32_t count : {std::max(kPoolWish, 2 * instances), instances}) {
    if (one * count + copies <= memory_bytes) {
      return PoolSize{.per_buffer = count, .bytes = one * count + copies, .luck_averaged = count > instances};
    }
  }
  const std::uint64_t least = one * instances;
  return fail({.fault = Fault::bad_input,
               .what = fmt::format("the buffers of all {} instances, {} bytes each, do not fit the memory that may be "
                                   "used",
                                   instances, one),
               .value = fmt::format("{} bytes", memory_bytes),
               .limit = fmt::format("at least {} bytes", least),
               .where = "--memory",
               .advice = fmt::format("--memory {}B or more, or a smaller size", least)});
}

Expected<std::optional<messages::Slot>> Pool::fill(instrument::Device& device, const plan::Plan& plan,
                                                   std::size_t buffer, instrument::Region target,
                                                   std::uint32_t poison_seed, bool poison) {
  const auto& described = plan.buffers[buffer];
  if (poison || lower::is_made_on_device(described.fill)) {
    const auto values =
        poison ? lower::poison_parameters(poison_seed, false) : lower::fill_parameters(described.fill, described.type);
    auto slot = device.fill_slot(target, values);
    if (!slot) return fail(slot.error());
    return std::optional(std::move(*slot));
  }
  const auto data = plan::fill_data(described);
  if (!data) return fail(data.error());
  std::vector<std::uint32_t> words = lower::initial_words(described, *data);
  // Data from the host is one data set; where sets take turns, each of them holds it.
  const std::size_t one = words.size();
  while (words.size() < target.words())
    words.insert(words.end(), words.begin(), words.begin() + static_cast<std::ptrdiff_t>(one));
  if (auto written = device.write_all(target.allocation, words); !written) return fail(written.error());
  return std::optional<messages::Slot>{};
}

Expected<Pool> Pool::make(instrument::Device& device, const plan::Plan& plan, PoolSize size,
                          std::uint32_t poison_seed) {
  Pool pool;
  pool.per_buffer_ = size.per_buffer;
  pool.pristine_.resize(plan.buffers.size());
  const auto usages = lower::usages_of(plan);
  std::vector<messages::Slot> fills;
  const auto make_one = [&](std::size_t b, bool poison) -> Expected<messages::AllocationId> {
    const std::uint64_t bytes = lower::all_bytes(plan.buffers[b]);
    auto id = device.allocate(bytes, usages[b]);
    if (!id) return id;
    auto slot = fill(device, plan, b, {.allocation = *id, .bytes = bytes}, poison_seed, poison);
    if (!slot) return fail(slot.error());
    if (*slot) fills.push_back(std::move(**slot));
    return id;
  };
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    pool.bytes_.push_back(plan.buffers[b].bytes());
    pool.sets_.push_back(std::max(1U, plan.buffers[b].rotate));
    pool.allocations_.emplace_back();
    for (std::uint32_t i = 0; i < size.per_buffer; ++i) {
      const auto id = make_one(b, lower::is_poisoned(plan, b));
      if (!id) return fail(id.error());
      pool.allocations_.back().push_back(*id);
    }
    if (!lower::needs_pristine(plan, b)) continue;
    const auto id = make_one(b, false);
    if (!id) return fail(id.error());
    pool.pristine_[b] = *id;
  }
  if (auto done = run_slots(device, std::move(fills)); !done) return fail(done.error());
  return pool;
}

std::optional<instrument::Region> Pool::pristine(std::size_t buffer) const {
  if (pristine_[buffer] == 0) return std::nullopt;
  return instrument::Region{.allocation = pristine_[buffer], .bytes = bytes_[buffer] * sets_[buffer]};
}

Expected<messages::Slot> Pool::refill(instrument::Device& device, const plan::Plan& plan, std::size_t buffer,
                                      std::uint32_t index) const {
  if (const auto copy = pristine(buffer)) return device.copy_slot(*copy, whole(buffer, index));
  const auto& described = plan.buffers[buffer];
  return device.fill_slot(whole(buffer, index), lower::fill_parameters(described.fill, described.type));
}

}  // namespace assay::protocol
