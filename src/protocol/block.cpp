// SPDX-License-Identifier: Apache-2.0
#include "protocol/block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/readings.hpp"

namespace assay::protocol {
namespace {

// Device and host clocks may disagree by this much; a wrong unit or a stale stamp is further off.
constexpr double kMostShareOfWall = 1.02;

}  // namespace

Expected<BlockRunner> BlockRunner::make(instrument::Device& device, const plan::Plan& plan, BlockSettings settings) {
  BlockRunner runner(device, plan, std::move(settings));
  for (std::size_t i = 0; i < instance_count(plan) * plan.check.outputs.size(); ++i) {
    const auto id = device.allocate(lower::kDigestBytes);
    if (!id) return fail(id.error());
    runner.digests_.push_back(*id);
  }
  return runner;
}

Expected<messages::Submission> BlockRunner::poison(BlockParts parts, const Allocations& allocation, bool complement) {
  messages::Submission submission;
  const auto values = lower::poison_parameters(settings_.poison_seed, complement);
  for (std::size_t i = 0; i < parts.instances.size(); ++i) {
    for (const std::size_t output : plan_->check.outputs) {
      auto slot = device_->fill_slot(parts.pool.region(output, allocation[i][output]), values);
      if (!slot) return fail(slot.error());
      submission.slots.push_back(std::move(*slot));
    }
  }
  return submission;
}

Expected<messages::Submission> BlockRunner::digest(BlockParts parts, const Allocations& allocation) {
  messages::Submission submission;
  std::size_t place = 0;
  for (std::size_t i = 0; i < parts.instances.size(); ++i) {
    for (const std::size_t output : plan_->check.outputs) {
      auto slot = device_->digest_slot(parts.pool.region(output, allocation[i][output]), digests_[place++]);
      if (!slot) return fail(slot.error());
      submission.slots.push_back(std::move(*slot));
    }
  }
  return submission;
}

Expected<std::vector<messages::Submission>> BlockRunner::timed(BlockParts parts, const BlockPlan& block,
                                                               const Allocations& allocation,
                                                               const std::vector<double>& dither) {
  std::vector<messages::Submission> submissions(1);
  double predicted_ns = settings_.slot_ns;
  const auto lead_in =
      slot_of(parts.instances[block.lead_in], parts.pool, allocation[block.lead_in], settings_.trials, false);
  submissions.back().slots.push_back(lead_in);
  const double spacer_ns = settings_.dither_iterations.empty() ? 0 : settings_.spacer_ns;
  for (std::size_t s = 0; s < block.slots.size(); ++s) {
    if (predicted_ns + settings_.slot_ns + spacer_ns > kMostSubmissionNs) {
      // After a cut the device has been idle: the slot that follows is led in like the block's first one.
      submissions.emplace_back();
      const std::uint32_t before = s == 0 ? block.lead_in : block.slots[s - 1];
      submissions.back().slots.push_back(
          slot_of(parts.instances[before], parts.pool, allocation[before], settings_.trials, false));
      predicted_ns = settings_.slot_ns;
    }
    predicted_ns += settings_.slot_ns + spacer_ns;
    if (!settings_.dither_iterations.empty()) {
      const auto levels = static_cast<double>(settings_.dither_iterations.size());
      const auto level = std::min(static_cast<std::size_t>(dither[s] * levels), settings_.dither_iterations.size() - 1);
      auto spacer = device_->spacer_slot(settings_.dither_iterations[level]);
      if (!spacer) return fail(spacer.error());
      submissions.back().slots.push_back(std::move(*spacer));
    }
    const std::uint32_t instance = block.slots[s];
    submissions.back().slots.push_back(
        slot_of(parts.instances[instance], parts.pool, allocation[instance], settings_.trials, true));
  }
  return submissions;
}

std::vector<messages::ReadBack> BlockRunner::digest_reads() const {
  std::vector<messages::ReadBack> reads;
  reads.reserve(digests_.size());
  for (const auto id : digests_) reads.push_back({.allocation = id, .offset = 0, .bytes = lower::kDigestBytes});
  return reads;
}

Expected<BlockOutcome> BlockRunner::run(BlockParts parts, const BlockPlan& block, const Allocations& allocation,
                                        const std::vector<double>& dither, bool complement) {
  const auto begun = std::chrono::steady_clock::now();
  auto before = poison(parts, allocation, complement);
  if (!before) return fail(before.error());
  auto timed_part = timed(parts, block, allocation, dither);
  if (!timed_part) return fail(timed_part.error());
  auto after = digest(parts, allocation);
  if (!after) return fail(after.error());

  std::vector<messages::Submission> submissions{std::move(*before)};
  for (auto& submission : *timed_part) submissions.push_back(std::move(submission));
  submissions.push_back(std::move(*after));
  const auto answer = device_->run(std::move(submissions), digest_reads());
  if (!answer) return fail(answer.error());

  BlockOutcome outcome;
  take_readings(block, *answer, outcome);
  if (auto taken = take_digests(*answer, outcome); !taken) return fail(taken.error());
  outcome.record.wall_ns = wall_ns_of(*answer, begun);
  check_against_wall(outcome);
  return outcome;
}

/// A simulated device's stamps and host times are of one computed clock; the time that passes here is of another.
std::uint64_t BlockRunner::wall_ns_of(const messages::RunAnswer& answer,
                                      std::chrono::steady_clock::time_point begun) const {
  if (device_->is_simulated()) return answer.submissions.empty() ? 0 : answer.submissions.back().mapped_ns;
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begun).count());
}

void BlockRunner::take_readings(const BlockPlan& block, const messages::RunAnswer& answer, BlockOutcome& outcome) {
  std::size_t next = 0;
  for (std::size_t s = 1; s + 1 < answer.submissions.size(); ++s) {
    for (const auto& slot : answer.submissions[s].slots) {
      if (slot.stamps.empty()) continue;  // lead-ins and spacers bear no stamps
      if (next >= block.slots.size() || slot.stamps.size() != 2) {
        outcome.void_reason = "the engine answered with other stamps than were asked for";
        return;
      }
      const result::SlotRecord record{.instance = block.slots[next], .begin = slot.stamps[0], .end = slot.stamps[1]};
      const std::string reason = why_unusable(record, previous_end_);
      if (!reason.empty() && outcome.void_reason.empty()) {
        outcome.void_reason = fmt::format("slot {}: {}", next, reason);
      }
      // Not the larger of both: a counter that began anew has voided one square and must not void all that follow.
      if (record.end != 0) previous_end_ = record.end;
      outcome.record.slots.push_back(record);
      ++next;
    }
  }
  if (next != block.slots.size() && outcome.void_reason.empty()) {
    outcome.void_reason = fmt::format("{} of {} slots came back", next, block.slots.size());
  }
}

void BlockRunner::check_against_wall(BlockOutcome& outcome) const {
  double timed_ns = 0;
  for (const auto& slot : outcome.record.slots) {
    if (slot.end > slot.begin) timed_ns += static_cast<double>(slot.end - slot.begin) * settings_.stamp_ns;
  }
  if (timed_ns > kMostShareOfWall * static_cast<double>(outcome.record.wall_ns) && outcome.void_reason.empty()) {
    outcome.void_reason = fmt::format("the spans of a block add up to {:.0f} ns within a wall time of {} ns", timed_ns,
                                      outcome.record.wall_ns);
  }
}

Expected<void> BlockRunner::take_digests(const messages::RunAnswer& answer, BlockOutcome& outcome) const {
  const auto words = instrument::words_of(answer.reads);
  const std::size_t outputs = plan_->check.outputs.size();
  const std::uint32_t instances = instance_count(*plan_);
  constexpr std::size_t lanes = std::tuple_size_v<lower::Digest>;
  if (words.size() != digests_.size() * lanes) {
    return fail({.fault = Fault::broken_run, .what = "the read-back of the digests came back short"});
  }
  for (std::uint32_t i = 0; i < instances; ++i) {
    bool right = true;
    for (std::size_t o = 0; right && o < outputs; ++o) {
      right = std::equal(settings_.expected[o].begin(), settings_.expected[o].end(),
                         words.begin() + static_cast<std::ptrdiff_t>((i * outputs + o) * lanes));
    }
    if (!right) outcome.wrong.push_back(i);
  }
  return {};
}

}  // namespace assay::protocol
