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

/// What an allocation of a buffer begins with where the host has to write it, made once for all of them; empty where
/// the device makes it. Poisoned buffers have no fill of their own, and so are never of this kind.
Expected<std::vector<std::uint32_t>> words_from_host(const plan::Buffer& buffer) {
  if (lower::is_made_on_device(buffer.fill)) return std::vector<std::uint32_t>{};
  const auto data = plan::fill_data(buffer);
  if (!data) return fail(data.error());
  std::vector<std::uint32_t> words = lower::initial_words(buffer, *data);
  // Data from the host is one data set; where sets take turns, each of them holds it.
  const std::vector<std::uint32_t> one = words;
  for (std::uint32_t set = 1; set < buffer.rotate; ++set) words.insert(words.end(), one.begin(), one.end());
  return words;
}

}  // namespace

Expected<PoolSize> choose_pool(const plan::Plan& plan, std::uint32_t instances, std::uint64_t memory_bytes,
                               std::uint64_t reserved_bytes) {
  const std::uint64_t one = bytes_of_one_set(plan), copies = bytes_of_copies(plan);
  for (const std::uint32_t count : {std::max(kPoolWish, 2 * instances), instances}) {
    if (one * count + copies + reserved_bytes <= memory_bytes) {
      return PoolSize{.per_buffer = count, .bytes = one * count + copies, .luck_averaged = count > instances};
    }
  }
  const std::uint64_t least = one * instances + copies + reserved_bytes;
  const std::string besides =
      reserved_bytes > 0 ? fmt::format(", and {} bytes to write for a cold cache,", reserved_bytes) : "";
  return fail({.fault = Fault::bad_input,
               .what = fmt::format("the buffers of all {} instances, {} bytes each{} do not fit the memory that may be "
                                   "used",
                                   instances, one, besides.empty() ? "," : besides),
               .value = fmt::format("{} bytes", memory_bytes),
               .limit = fmt::format("at least {} bytes", least),
               .where = "--memory",
               .advice = fmt::format("--memory {}B or more, or a smaller size", least)});
}

Expected<Pool> Pool::make(instrument::Device& device, const plan::Plan& plan, PoolSize size,
                          std::uint32_t poison_seed) {
  Pool pool;
  pool.per_buffer_ = size.per_buffer;
  pool.pristine_.resize(plan.buffers.size());
  const auto usages = lower::usages_of(plan);
  const auto poison = lower::poison_parameters(poison_seed, false);
  std::vector<messages::Slot> fills;
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    const auto& buffer = plan.buffers[b];
    const std::uint64_t bytes = lower::all_bytes(buffer);
    const auto words = words_from_host(buffer);
    if (!words) return fail(words.error());
    const auto make_one = [&](const lower::Parameters& values) -> Expected<messages::AllocationId> {
      auto id = device.allocate(bytes, usages[b]);
      if (!id) return id;
      if (!words->empty()) {
        if (auto written = device.write_all(*id, *words); !written) return fail(written.error());
        return id;
      }
      auto slot = device.fill_slot({.allocation = *id, .bytes = bytes}, values);
      if (!slot) return fail(slot.error());
      fills.push_back(std::move(*slot));
      return id;
    };
    const auto filled = lower::fill_parameters(buffer.fill, buffer.type);
    pool.bytes_.push_back(buffer.bytes());
    pool.sets_.push_back(std::max(1U, buffer.rotate));
    pool.padding_.push_back(buffer.padding_bits());
    pool.allocations_.emplace_back();
    for (std::uint32_t i = 0; i < size.per_buffer; ++i) {
      const auto id = make_one(lower::is_poisoned(plan, b) ? poison : filled);
      if (!id) return fail(id.error());
      pool.allocations_.back().push_back(*id);
    }
    if (!lower::needs_pristine(plan, b)) continue;
    const auto id = make_one(filled);
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
