// SPDX-License-Identifier: Apache-2.0
#include "protocol/settling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "instrument/known_work.hpp"
#include "lower/arm_state.hpp"
#include "messages/bounds.hpp"
#include "protocol/bring_up.hpp"
#include "protocol/cache_state.hpp"
#include "protocol/gates.hpp"
#include "protocol/readings.hpp"
#include "protocol/slot_length.hpp"
#include "stats/location.hpp"

namespace assay::protocol {
namespace {

constexpr int kMostLengthenings = 2;
constexpr std::uint64_t kMostHashedBytes = 64U << 20U;
// Of wall time, in wished slots: a cold trial of some microseconds stands behind a write that takes ten times as long,
// and slots as long as warm ones would leave no time for squares.
constexpr double kColdSlots = 5;
// More than the demand, or the next reading that is a little shorter asks again.
constexpr double kMarginOfLength = 1.2;

/// Median span of the instance whose median is shortest.
std::optional<double> shortest_slot_ns(const result::SquareRecord& square, double stamp_ns) {
  std::optional<double> shortest;
  for (const auto& spans : instance_spans(square, stamp_ns)) {
    const auto median = stats::median(spans);
    if (median && (!shortest || *median < *shortest)) shortest = *median;
  }
  return shortest;
}

/// SHA-256 of the first output as it lies in instance 0's allocation; empty where it is too large, and where bytes
/// behind its last element belong to nobody: they hold what the seed of the poison left, in every run another.
Expected<std::string> hash_first_output(instrument::Device& device, const plan::Plan& plan, const Pool& pool) {
  if (plan.check.outputs.empty()) return std::string{};
  const instrument::Region region = pool.region(plan.check.outputs.front(), 0);
  if (region.bytes > kMostHashedBytes || region.padding != 0) return std::string{};
  return device.engine().sha256({.allocation = region.allocation, .offset = 0, .bytes = region.bytes});
}

}  // namespace

Settling::Settling(const plan::Plan& plan, result::Comparison& result, const References& references,
                   double wished_slot_ns, std::uint64_t deadline_ms, std::uint64_t spare_bytes)
    : plan_(&plan),
      result_(&result),
      references_(&references),
      wished_slot_ns_(wished_slot_ns),
      deadline_ms_(deadline_ms),
      spare_bytes_(spare_bytes),
      stamp_ns_(result.certificate.stamp_ns.value_or(1)),
      quantum_ns_(result.certificate.lattice_ns.value_or(1)),
      empty_pass_ns_(result.certificate.empty_pass_ns.value_or(0)) {
  settings_.stamp_ns = stamp_ns_;
}

Expected<void> Settling::gate(Session& session) {
  auto outcome = run_gate(session.device(), *plan_, session.pool(), session.instances(),
                          {.poison_seed = session.poison_seed(), .references = *references_});
  if (!outcome) return fail(outcome.error());
  result_->gate = outcome->record;
  if (!result_->gate.passed) return fail({.fault = Fault::incorrect, .what = result_->gate.message});
  const auto hash = hash_first_output(session.device(), *plan_, session.pool());
  if (!hash) return fail(hash.error());
  result_->gate.sha256 = *hash;
  expected_ = std::move(outcome->expected);
  return {};
}

Expected<void> Settling::last_gate(Session& session) {
  const auto gate = run_gate(
      session.device(), *plan_, session.pool(), session.instances(),
      {.poison_seed = session.poison_seed(), .shift = session.pool().per_buffer() / 2, .references = *references_});
  if (!gate) return fail(gate.error());
  if (gate->record.passed && gate->expected == expected_) return {};
  result_->gate.passed = false;
  result_->gate.message = gate->record.passed ? "after timing, the outputs are other bytes than before it"
                                              : "after timing: " + gate->record.message;
  return fail({.fault = Fault::incorrect, .what = result_->gate.message});
}

Expected<TrialTimes> Settling::trial_times(Session& session) const {
  auto estimate = measure_trial_ns(session, *plan_, stamp_ns_, quantum_ns_, most_trials_);
  if (!estimate || session.device().is_software()) return estimate;
  // At a low clock everything takes longer: the second estimate is the one that the slots will see.
  double longest_ns = *std::max_element(estimate->trial_ns.begin(), estimate->trial_ns.end());
  if (trials_apart()) longest_ns = std::max(longest_ns, estimate->longest_wall_ns);
  if (auto burned = session.burn(kBurnNs, 1, longest_ns); !burned) return fail(burned.error());
  return measure_trial_ns(session, *plan_, stamp_ns_, quantum_ns_, most_trials_);
}

Expected<void> Settling::settle_cache(Session& session, std::uint32_t trials) {
  auto& record = *result_->schedule.cache;
  record.state = cache_state(*plan_, record, trials);
  const bool asked = plan_->cache == plan::CacheWish::cold;
  // Nobody asked for a cold cache that costs more memory than there is to spend, or seconds a slot: lavapipe on two
  // busy cores took 3 s to write 128 MiB.
  const bool dear = bytes_to_write(record) > spare_bytes_ || session.device().is_software();
  if (record.state == result::CacheState::cold && !asked && dear) {
    record.state = result::CacheState::as_left;
  }
  const bool cold = is_cold(), warm = record.state == result::CacheState::warm;
  record.written_bytes = cold ? bytes_to_write(record) : 0;
  if (cold != session.cache().write.empty() && warm == session.cache().warm) return {};
  CachePreparation preparation{.warm = warm};
  if (cold) {
    auto write = make_cache_writer(session.device(), record.written_bytes);
    if (!write) return fail(write.error());
    preparation.write = std::move(*write);
  }
  session.set_cache(std::move(preparation));
  return {};
}

Expected<SlotLength> Settling::length_for(const TrialTimes& estimate) {
  double wished_ns = wished_slot_ns_;
  if (trials_apart() && estimate.longest_wall_ns > 0) {
    // What goes before the trials is in no span, but a slot must stay below the watchdog with it.
    const double fit = std::max(1.0, std::floor(kLongestSlotNs / estimate.longest_wall_ns));
    most_trials_ = static_cast<std::uint32_t>(std::min<double>(most_trials_, fit));
  }
  if (is_cold()) {
    const double quickest_ns = *std::min_element(estimate.trial_ns.begin(), estimate.trial_ns.end());
    wished_ns = std::min(wished_ns, kColdSlots * wished_slot_ns_ / estimate.longest_wall_ns * quickest_ns);
  }
  return choose_slot_length({.trial_ns = estimate.trial_ns,
                             .quantum_ns = quantum_ns_,
                             .empty_pass_ns = empty_pass_ns_,
                             .wished_slot_ns = wished_ns,
                             .most_trials = most_trials_,
                             .trials_apart = trials_apart()});
}

Expected<void> Settling::choose_length(Session& session) {
  for (const auto& instance : session.instances()) passes_ = std::max(passes_, instance.stamped_passes);
  if (auto able = check_stampable(*plan_, passes_, messages::kMostQueries / 2); !able) return able;
  // Many trials, as far as anybody knows: what is not asked for is decided when their number is.
  if (auto settled = settle_cache(session, kMostTrials); !settled) return settled;
  most_trials_ = static_cast<std::uint32_t>(lower::most_trials(*plan_, most_trials_of(session)));
  auto estimate = trial_times(session);
  if (!estimate) return fail(estimate.error());
  const auto length = length_for(*estimate);
  if (!length) return fail(length.error());
  if (length->past_longest) {
    result_->warnings.push_back(fmt::format(
        "one trial of the slowest arm takes {:.3g} s, and trials are split but dispatches never: a watchdog "
        "may reset a device that is busy for some seconds; use a smaller size, or several dispatches",
        length->longest_ns / length->trials / 1e9));
  }
  settings_.trials = length->trials;
  const bool was_cold = is_cold();
  if (auto settled = settle_cache(session, length->trials); !settled) return settled;
  if (is_cold() && !was_cold) {  // a slot of one trial, which now takes longer on the wall
    estimate = measure_trial_ns(session, *plan_, stamp_ns_, quantum_ns_, 1);
    if (!estimate) return fail(estimate.error());
  }
  settings_.trials_apart = trials_apart();
  settings_.slot_ns = length->longest_ns;
  if (trials_apart()) {
    settings_.slot_ns = std::max(settings_.slot_ns, length->trials * estimate->longest_wall_ns);
  }
  if (session.cache().warm) settings_.slot_ns *= 1 + 1.0 / length->trials;
  if (auto ready = choose_reference(session); !ready) return ready;
  result_->schedule.trials = length->trials;
  result_->schedule.trials_apart = trials_apart();
  result_->schedule.dither =
      needs_dither(quantum_ns_, length->shortest_ns / (trials_apart() ? length->trials : 1), plan_->margin);
  return {};
}

std::uint64_t Settling::most_trials_of(const Session& session) const {
  if (!trials_apart()) return kMostTrials;
  std::uint64_t most = messages::kMostQueries / 2 / passes_;
  // A cold slot and its lead-in fit into one submission.
  while (is_cold() && most > 1 &&
         2 * entries_of(session.cache(), static_cast<std::uint32_t>(most)) > messages::kMostSlots) {
    most = most * 3 / 4;
  }
  return most;
}

Expected<void> Settling::choose_reference(Session& session) {
  const double wish_ns = std::max(kReferenceNs, kReferenceQuanta * quantum_ns_);
  const auto work = instrument::calibrate_known_work(session.device(), stamp_ns_, wish_ns);
  if (!work) return fail(work.error());
  settings_.reference_steps = result_->schedule.reference_steps = work->steps;
  settings_.reference_ns = work->span_raw * stamp_ns_;
  return {};
}

Expected<void> Settling::prepare(Session& session) {
  if (auto settled = settle_cache(session, settings_.trials); !settled) return settled;
  settings_.expected = expected_[(settings_.trials - 1) % expected_.size()];
  if (result_->schedule.dither) {
    auto dither = calibrate_dither(session.device(), stamp_ns_, quantum_ns_);
    if (!dither) return fail(dither.error());
    settings_.dither_iterations = std::move(dither->iterations);
    settings_.spacer_ns = dither->longest_ns;
  }
  allow_for_long_blocks(session.device());
  return session.prepare(settings_);
}

bool Settling::is_cold() const { return result_->schedule.cache->state == result::CacheState::cold; }

bool Settling::trials_apart() const { return lower::trials_of(*plan_) == messages::Track::Trials::around || is_cold(); }

/// A dispatch cannot be split: a block of slots that are seconds long is no hang.
void Settling::allow_for_long_blocks(instrument::Device& device) const {
  const double block_ns = (2.0 * instance_count(*plan_) + 1) * (settings_.slot_ns + settings_.spacer_ns);
  device.set_deadline_ms(deadline_ms_ + static_cast<std::uint64_t>(kPatience * block_ns / 1e6));
}

Expected<void> Settling::lengthen(double shortest_ns) {
  const double longer = kMarginOfLength * demanded_slot_ns(quantum_ns_, empty_pass_ns_) / shortest_ns;
  const double trials = std::ceil(settings_.trials * longer);
  const double slot_ns = settings_.slot_ns * trials / settings_.trials;
  if (trials > most_trials_ || slot_ns > kLongestSlotNs) {
    return fail({.fault = Fault::unfit,
                 .what = "warm slots are shorter than this clock demands and cannot be lengthened",
                 .value = fmt::format("{:.0f} trials, {:.4g} ms for the slowest arm", trials, slot_ns / 1e6),
                 .limit = fmt::format("{} trials and {:.4g} ms", most_trials_, kLongestSlotNs / 1e6),
                 .advice = "use a larger problem, or an engine whose clock is finer"});
  }
  settings_.trials = static_cast<std::uint32_t>(trials);
  settings_.slot_ns = slot_ns;
  result_->schedule.trials = settings_.trials;
  return {};
}

Expected<std::vector<result::SquareRecord>> Settling::warm_up(Session& session, bool first) {
  for (int lengthened = 0;; ++lengthened) {
    if (!session.device().is_software()) {
      if (auto burned = session.burn(kBurnNs, settings_.trials, settings_.slot_ns); !burned) {
        return fail(burned.error());
      }
    }
    auto warm = session.warm_up(stamp_ns_, result_->gate);
    if (!warm) return warm;
    const auto shortest_ns = shortest_slot_ns(warm->back(), stamp_ns_);
    const double demanded_ns = demanded_slot_ns(quantum_ns_, empty_pass_ns_);
    if (!shortest_ns || *shortest_ns >= demanded_ns || trials_apart()) return warm;
    if (!first) {
      result_->warnings.push_back(
          fmt::format("slots of a later session are {:.4g} µs long and this clock demands "
                      "{:.4g} µs: squares are merged",
                      *shortest_ns / 1e3, demanded_ns / 1e3));
      return warm;
    }
    if (*shortest_ns <= 0 || lengthened == kMostLengthenings) {
      return fail({.fault = Fault::unfit,
                   .what = "warm slots stay shorter than this clock demands",
                   .value = fmt::format("{:.4g} µs", *shortest_ns / 1e3),
                   .limit = fmt::format("{:.4g} µs", demanded_ns / 1e3),
                   .advice = "use a larger problem, or an engine whose clock is finer"});
    }
    if (auto longer = lengthen(*shortest_ns); !longer) return fail(longer.error());
    if (auto ready = prepare(session); !ready) return fail(ready.error());
  }
}

}  // namespace assay::protocol
