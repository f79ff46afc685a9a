// SPDX-License-Identifier: Apache-2.0
#include "protocol/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clock/unit.hpp"
#include "lower/arm_state.hpp"
#include "messages/bounds.hpp"
#include "protocol/readings.hpp"

namespace assay::protocol {
namespace {

/// What the slot before leaves behind (caches, the clock, queues) is there after a part of it; a whole slot for each
/// lead-in would take an eighth of a block's time.
std::uint32_t lead_in_trials(std::uint32_t trials) { return (trials + 3) / 4; }

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
      if (!lower::is_poisoned(*plan_, output)) continue;
      auto slot = device_->fill_slot(parts.pool.whole(output, allocation[i][output]), values);
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
      // What the last trial wrote.
      const auto written = parts.pool.region(output, allocation[i][output], settings_.trials - 1);
      auto slot = device_->digest_slot(written, digests_[place++]);
      if (!slot) return fail(slot.error());
      submission.slots.push_back(std::move(*slot));
    }
  }
  return submission;
}

Expected<std::optional<messages::Slot>> BlockRunner::spacer(double dither) {
  const auto& levels = settings_.dither_iterations;
  if (levels.empty()) return std::nullopt;
  const auto level = static_cast<std::size_t>(dither * static_cast<double>(levels.size()));
  auto slot = device_->spacer_slot(levels[std::min(level, levels.size() - 1)]);
  if (!slot) return fail(slot.error());
  return std::move(*slot);
}

Expected<std::vector<messages::Submission>> BlockRunner::timed(BlockParts parts, const BlockPlan& block,
                                                               const Allocations& allocation,
                                                               const std::vector<double>& dither) {
  std::vector<messages::Submission> submissions(1);
  awaited_.clear();
  const auto add = [&](std::uint32_t letter, bool stamped, const messages::Slot* spacer = nullptr) {
    const std::uint32_t instance = parts.only.value_or(letter);
    const std::uint32_t trials = stamped ? settings_.trials : lead_in_trials(settings_.trials);
    add_prepared(submissions.back(), parts.instances[instance], parts.pool, allocation[instance],
                 // A lead-in ends on the data set that a slot ends on: it may be the last that runs before the digests.
                 {.trials = trials, .stamped = stamped, .first_data_set = settings_.trials - trials}, parts.cache,
                 spacer);
  };
  const std::size_t entries = entries_of(parts.cache, settings_.trials);
  const double slot_ns = settings_.slot_ns + (settings_.dither_iterations.empty() ? 0 : settings_.spacer_ns);
  const double lead_in_ns = settings_.slot_ns * lead_in_trials(settings_.trials) / settings_.trials;
  double predicted_ns = 0;
  std::uint64_t queries = 0;
  bool led_in = false;  // what was added last is a lead-in
  const auto cut = [&] {
    if (submissions.back().slots.empty()) return;
    submissions.emplace_back();
    predicted_ns = 0;
    queries = 0;
  };
  const auto lead_in = [&](std::uint32_t letter) {
    if (predicted_ns + lead_in_ns > kMostSubmissionNs) cut();
    add(letter, false);
    predicted_ns += lead_in_ns;
    led_in = true;
  };
  // After a cut the device has been idle: what follows is led in like the block's first slot. A slot too long to share
  // a submission with its lead-in follows it in the next one: against such a slot the wait between the two is nothing.
  const auto make_room = [&](double more_ns, std::uint64_t more_queries, std::uint32_t before) {
    const auto full = [&] {
      return predicted_ns + more_ns > kMostSubmissionNs || queries + more_queries > messages::kMostQueries ||
             submissions.back().slots.size() + 2 * entries > messages::kMostSlots;
    };
    if (full() && !led_in) {
      cut();
      lead_in(before);
    }
    if (full()) cut();
    predicted_ns += more_ns;
    queries += more_queries;
    led_in = false;
  };
  const auto add_reference = [&](std::uint32_t before) -> Expected<void> {
    if (settings_.reference_steps == 0) return {};
    make_room(settings_.reference_ns, 2, before);
    auto slot = device_->reference_slot(settings_.reference_steps);
    if (!slot) return fail(slot.error());
    submissions.back().slots.push_back(std::move(*slot));
    awaited_.push_back({.instance = before, .reference = true});
    return {};
  };
  // The first reference lies before the lead-in, or the first slot would follow a reference; the second one is led out
  // of by another lead-in for the same reason.
  if (auto added = add_reference(block.lead_in); !added) return fail(added.error());
  lead_in(block.lead_in);
  for (std::size_t s = 0; s < block.slots.size(); ++s) {
    const std::uint32_t letter = block.slots[s];
    const auto& built = parts.instances[parts.only.value_or(letter)];
    const std::uint64_t more = queries_of(built);
    make_room(slot_ns, more, s == 0 ? block.lead_in : block.slots[s - 1]);
    const auto wait = spacer(dither[s]);
    if (!wait) return fail(wait.error());
    add(letter, true, *wait ? &**wait : nullptr);
    awaited_.push_back({.instance = letter, .passes = built.stamped_passes, .queries = more});
    const bool middle = 2 * (s + 1) == block.slots.size(), end = s + 1 == block.slots.size();
    if (!middle && !end) continue;
    if (auto added = add_reference(letter); !added) return fail(added.error());
    if (middle && settings_.reference_steps > 0) lead_in(letter);
  }
  return submissions;
}

std::uint64_t BlockRunner::queries_of(const Instance& instance) const {
  return 2ULL * instance.stamped_passes * (settings_.trials_apart ? settings_.trials : 1);
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
  if (auto taken = take_digests(parts, *answer, outcome); !taken) return fail(taken.error());
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
  std::vector<std::uint64_t> stamps;  // of one slot: a cold one is as many entries as it has trials
  for (std::size_t s = 1; s + 1 < answer.submissions.size(); ++s) {
    for (const auto& slot : answer.submissions[s].slots) {
      if (slot.stamps.empty()) continue;  // lead-ins and spacers bear no stamps
      const Awaited awaited = next < awaited_.size() ? awaited_[next] : Awaited{.queries = 0};
      stamps.insert(stamps.end(), slot.stamps.begin(), slot.stamps.end());
      if (stamps.size() < awaited.queries) continue;
      const auto record = slot_record(stamps, awaited.instance, awaited.passes);
      const std::size_t came = std::exchange(stamps, {}).size();
      if (!record || came != awaited.queries) {
        outcome.void_reason = "the engine answered with other stamps than were asked for";
        return;
      }
      auto& into = awaited.reference ? outcome.record.references : outcome.record.slots;
      const std::string reason = why_unusable(*record, previous_end_);
      if (!reason.empty() && outcome.void_reason.empty()) {
        outcome.void_reason = fmt::format("{} {}: {}", awaited.reference ? "reference" : "slot", into.size(), reason);
      }
      // Not the larger of both: a counter that began anew has voided one square and must not void all that follow.
      if (last_end(*record) != 0) previous_end_ = last_end(*record);
      into.push_back(*record);
      ++next;
    }
  }
  if (next != awaited_.size() && outcome.void_reason.empty()) {
    outcome.void_reason = fmt::format("{} of {} slots came back", outcome.record.slots.size(), block.slots.size());
  }
}

void BlockRunner::check_against_wall(BlockOutcome& outcome) const {
  double timed_ns = 0;
  for (const auto& slot : outcome.record.slots) {
    timed_ns += span_ns(slot, settings_.stamp_ns).value_or(0);
  }
  if (timed_ns > clock::kMostShareOfWall * static_cast<double>(outcome.record.wall_ns) && outcome.void_reason.empty()) {
    outcome.void_reason = fmt::format("the spans of a block add up to {:.0f} ns within a wall time of {} ns", timed_ns,
                                      outcome.record.wall_ns);
  }
}

Expected<void> BlockRunner::take_digests(BlockParts parts, const messages::RunAnswer& answer,
                                         BlockOutcome& outcome) const {
  const auto words = instrument::words_of(answer.reads);
  const std::size_t outputs = plan_->check.outputs.size();
  const std::uint32_t instances = instance_count(*plan_);
  constexpr std::size_t lanes = std::tuple_size_v<lower::Digest>;
  if (words.size() != digests_.size() * lanes) {
    return fail({.fault = Fault::broken_run,
                 .what = "the read-back of the digests came back short",
                 .value = fmt::format("{} words", words.size()),
                 .limit = fmt::format("{} words", digests_.size() * lanes),
                 .advice = "run again; if it repeats, try another engine or driver"});
  }
  for (std::uint32_t i = 0; i < instances; ++i) {
    if (parts.only && *parts.only != i) continue;  // the others did not run
    bool right = true;
    for (std::size_t o = 0; right && o < outputs; ++o) {
      right = std::equal(settings_.expected[i / 2][o].begin(), settings_.expected[i / 2][o].end(),
                         words.begin() + static_cast<std::ptrdiff_t>((i * outputs + o) * lanes));
    }
    if (!right) outcome.wrong.push_back(i);
  }
  return {};
}

}  // namespace assay::protocol
