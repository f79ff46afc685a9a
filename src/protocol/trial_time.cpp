// SPDX-License-Identifier: Apache-2.0
#include "protocol/trial_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "instrument/known_work.hpp"
#include "stats/location.hpp"

namespace assay::protocol {
namespace {

constexpr std::size_t kReadings = 5;
constexpr std::uint32_t kMostEstimateTrials = 4096;
constexpr std::size_t kDitherLevels = 64;
constexpr double kLeastDitherQuanta = 8;

Expected<double> span_of(Session& session, const plan::Plan& plan, std::size_t arm, std::uint32_t trials) {
  const std::vector<std::uint32_t> allocation(plan.buffers.size(), 0);
  std::vector<double> spans;
  for (std::size_t i = 0; i < kReadings; ++i) {
    messages::Submission submission;
    submission.slots.push_back(slot_of(session.instances()[2 * arm], session.pool(), allocation, trials, true));
    const auto answer = session.device().run({std::move(submission)});
    if (!answer) return fail(answer.error());
    if (answer->submissions.empty() || answer->submissions[0].slots.empty() ||
        answer->submissions[0].slots[0].stamps.size() != 2) {
      return fail({.fault = Fault::broken_run, .what = "the engine answered with other stamps than were asked for"});
    }
    const auto& stamps = answer->submissions[0].slots[0].stamps;
    spans.push_back(stamps[1] > stamps[0] ? static_cast<double>(stamps[1] - stamps[0]) : 0.0);
    // One reading is plenty for long work: the estimate only has to be right within a factor of two.
    if (i >= 1 && static_cast<double>(answer->submissions[0].done_ns) > 0.2e9) break;
  }
  // The first readings after a pipeline was made are warm-up.
  spans.erase(spans.begin());
  return stats::median(spans).value_or(0);
}

}  // namespace

Expected<std::vector<double>> measure_trial_ns(Session& session, const plan::Plan& plan, double stamp_ns,
                                               double quantum_ns) {
  const double enough_ns = std::max(100e3, 4 * quantum_ns);
  std::vector<double> trial_ns;
  for (std::size_t arm = 0; arm < plan.arms.size(); ++arm) {
    std::uint32_t trials = 1;
    double span_ns = 0;
    while (true) {
      const auto raw = span_of(session, plan, arm, trials);
      if (!raw) return fail(raw.error());
      span_ns = *raw * stamp_ns;
      if (span_ns >= enough_ns || trials >= kMostEstimateTrials) break;
      trials *= 4;
    }
    if (span_ns <= 0) {
      return fail({.fault = Fault::unfit,
                   .what = fmt::format("{} reads no time at all", plan.arms[arm].name),
                   .value = fmt::format("0 ns for {} trials", trials),
                   .limit = fmt::format("a lattice of {} ns", quantum_ns),
                   .advice = "give it more work"});
    }
    trial_ns.push_back(span_ns / trials);
  }
  return trial_ns;
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
