// SPDX-License-Identifier: Apache-2.0
#include "protocol/pool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lower/arm.hpp"
#include "lower/reference.hpp"
#include "plan/fill_data.hpp"

namespace assay::protocol {
namespace {

std::uint64_t bytes_of_one_set(const plan::Plan& plan) {
  std::uint64_t bytes = 0;
  for (const auto& buffer : plan.buffers) bytes += buffer.bytes();
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

bool is_poisoned(const plan::Plan& plan, std::size_t buffer) {
  const auto& outputs = plan.check.outputs;
  return std::find(outputs.begin(), outputs.end(), buffer) != outputs.end() && !plan.buffers[buffer].fill.declared;
}

Expected<PoolSize> choose_pool(const plan::Plan& plan, std::uint32_t instances, std::uint64_t memory_bytes) {
  const std::uint64_t one = bytes_of_one_set(plan);
  for (const std::uint32_t count : {std::max(kPoolWish, 2 * instances), instances}) {
    if (one * count <= memory_bytes) {
      return PoolSize{.per_buffer = count, .bytes = one * count, .luck_averaged = count > instances};
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

Expected<Pool> Pool::make(instrument::Device& device, const plan::Plan& plan, PoolSize size,
                          std::uint32_t poison_seed) {
  Pool pool;
  pool.per_buffer_ = size.per_buffer;
  const auto usages = lower::usages_of(plan);
  std::vector<messages::Slot> fills;
  for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
    const auto& buffer = plan.buffers[b];
    pool.bytes_.push_back(buffer.bytes());
    auto& allocations = pool.allocations_.emplace_back();
    std::vector<std::uint32_t> words;
    const bool poisoned = is_poisoned(plan, b);
    const bool on_device = poisoned || lower::is_made_on_device(buffer.fill);
    if (!on_device) {
      const auto data = plan::fill_data(buffer);
      if (!data) return fail(data.error());
      words = lower::initial_words(buffer, *data);
    }
    for (std::uint32_t i = 0; i < size.per_buffer; ++i) {
      const auto id = device.allocate(buffer.bytes(), usages[b]);
      if (!id) return fail(id.error());
      allocations.push_back(*id);
      if (!on_device) {
        if (auto written = device.write_all(*id, words); !written) return fail(written.error());
        continue;
      }
      const auto values =
          poisoned ? lower::poison_parameters(poison_seed, false) : lower::fill_parameters(buffer.fill, buffer.type);
      auto slot = device.fill_slot({.allocation = *id, .bytes = buffer.bytes()}, values);
      if (!slot) return fail(slot.error());
      fills.push_back(std::move(*slot));
    }
  }
  if (auto done = run_slots(device, std::move(fills)); !done) return fail(done.error());
  return pool;
}

}  // namespace assay::protocol
