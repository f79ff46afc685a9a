// SPDX-License-Identifier: Apache-2.0
#include "protocol/trial_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "instrument/known_work.hpp"
#include "protocol/readings.hpp"
#include "stats/location.hpp"

namespace assay::protocol {
namespace {

constexpr std::size_t kReadings = 5;
constexpr std::uint32_t kMostEstimateTrials = 4096;
// With what goes before the trials: a cold one costs a hundred times its span on a software device.
constexpr double kEnoughWallNs = 200e6;
constexpr std::size_t kDitherLevels = 64;
constexpr double kLeastDitherQuanta = 8;

/// Raw span of a slot of so many trials, and the wall time of its submission in nanoseconds.
struct SlotTime {
  double span_raw = 0;
  double wall_ns = 0;
};

Expected<SlotTime> time_of(Session& session, const plan::Plan& plan, std::size_t arm, std::uint32_t trials) {
  const std::vector<std::uint32_t> allocation(plan.buffers.size(), 0);
  const auto& instance = session.instances()[2 * arm];
  std::vector<double> spans, walls;
  for (std::size_t i = 0; i < kReadings; ++i) {
    messages::Submission submission;
    add_prepared(submission, instance, session.pool(), allocation, {.trials = trials, .stamped = true},
                 session.cache());
    const auto answer = session.device().run({std::move(submission)});
    if (!answer) return fail(answer.error());
    std::vector<std::uint64_t> stamps;
    for (const auto& one : answer->submissions) {
      for (const auto& slot : one.slots) stamps.insert(stamps.end(), slot.stamps.begin(), slot.stamps.end());
    }
    const auto record = slot_record(stamps, 0, instance.stamped_passes);
    if (!record || answer->submissions.empty()) {
      return fail({.fault = Fault::broken_run,
                   .what = "the engine answered with other stamps than were asked for",
                   .limit = fmt::format("{} passes", instance.stamped_passes),
                   .advice = "run again; if it repeats, try another engine or driver"});
    }
    const auto& submission_times = answer->submissions[0];
    spans.push_back(span_ns(*record, 1).value_or(0));
    walls.push_back(static_cast<double>(submission_times.done_ns - submission_times.submit_ns));
    // One reading is plenty for long work: the estimate only has to be right within a factor of two.
    if (i >= 1 && static_cast<double>(answer->submissions[0].done_ns) > 0.2e9) break;
  }
  // The first readings after a pipeline was made are warm-up.
  if (spans.size() > 1) {
    spans.erase(spans.begin());
    walls.erase(walls.begin());
  }
  // The quickest: what else uses the machine only adds, and once read 212 ms of a trial of 0.7 ms. A coarse lattice may
  // read nothing at all; then the median decides whether there is anything.
  const double quickest = *std::min_element(spans.begin(), spans.end());
  return SlotTime{.span_raw = quickest > 0 ? quickest : stats::median(spans).value_or(0),
                  .wall_ns = *std::min_element(walls.begin(), walls.end())};
}

}  // namespace

Expected<TrialTimes> measure_trial_ns(Session& session, const plan::Plan& plan, double stamp_ns, double quantum_ns,
                                      std::uint32_t most_trials) {
  const double enough_ns = std::max(100e3, 4 * quantum_ns);
  most_trials = std::min(most_trials, kMostEstimateTrials);
  TrialTimes times;
  for (std::size_t arm = 0; arm < plan.arms.size(); ++arm) {
    std::uint32_t trials = 1;
    double span_ns = 0, wall_ns = 0;
    while (true) {
      const auto slot = time_of(session, plan, arm, trials);
      if (!slot) return fail(slot.error());
      span_ns = slot->span_raw * stamp_ns;
      wall_ns = slot->wall_ns;
      if (span_ns >= enough_ns || trials >= most_trials || wall_ns >= kEnoughWallNs) break;
      trials = std::min(4 * trials, most_trials);
    }
    if (span_ns <= 0) {
      return fail({.fault = Fault::unfit,
                   .what = fmt::format("{} reads no time at all", plan.arms[arm].name),
                   .value = fmt::format("0 ns for {} trials", trials),
                   .limit = fmt::format("a lattice of {} ns", quantum_ns),
                   .advice = "give it more work"});
    }
    times.trial_ns.push_back(span_ns / trials);
    times.longest_wall_ns = std::max(times.longest_wall_ns, wall_ns / trials);
  }
  return times;
}

Expected<Dither> calibrate_dither(instrument::Device& device, double stamp_ns, double quantum_ns) {
  const auto work = instrument::calibrate_known_work(device, stamp_ns, std::max(2e6, 20 * quantum_ns));
  if (!work) return fail(work.error());
  const double step_ns = std::max(work->span_raw * stamp_ns / std::max(1U, work->steps), 1e-3);
  // Whole quanta, and long enough that neighbouring levels differ by a step at least.
  // A calibration that is off by a tenth then shifts the phase by less than the lattice can show.
  const double quanta =
      std::max(kLeastDitherQuanta, std::ceil(static_cast<double>(kDitherLevels) * step_ns / quantum_ns));
  const double amplitude_ns = quanta * quantum_ns;
  Dither dither{.longest_ns = amplitude_ns};
  for (std::size_t l = 0; l < kDitherLevels; ++l) {
    const double wait_ns = amplitude_ns * (static_cast<double>(l) + 0.5) / kDitherLevels;
    dither.iterations.push_back(static_cast<std::uint32_t>(std::lround(wait_ns / step_ns)));
  }
  return dither;
}

}  // namespace assay::protocol
