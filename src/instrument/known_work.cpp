// SPDX-License-Identifier: Apache-2.0
#include "instrument/known_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::instrument {
namespace {

constexpr int kWorkRepeats = 5;
// A clock that reads nothing for this long is not short of work.
constexpr double kSurelyEnoughNs = 20e6;

/// The shortest span and the shortest wall time of a few runs: interference only ever adds to either.
Expected<Calibration> quickest(Device& device, std::uint32_t steps) {
  Calibration least{.steps = steps};
  for (int i = 0; i < kWorkRepeats; ++i) {
    const auto reading = run_known_work(device, {steps});
    if (!reading) return fail(reading.error());
    const auto& pass = reading->passes.front();
    const double span = pass.ticks().value_or(0);
    least.span_raw = i == 0 ? span : std::min(least.span_raw, span);
    least.wall_ns = i == 0 ? reading->wall_ns : std::min(least.wall_ns, reading->wall_ns);
  }
  return least;
}

}  // namespace

Expected<WorkReading> run_known_work(Device& device, const std::vector<std::uint32_t>& steps) {
  messages::Submission submission;
  for (const std::uint32_t count : steps) {
    auto slot = device.stamped_spacer_slot(count);
    if (!slot) return fail(slot.error());
    submission.slots.push_back(std::move(*slot));
  }
  return run_slots(device, std::move(submission));
}

Expected<WorkReading> run_slots(Device& device, messages::Submission submission, const std::vector<bool>& stamped) {
  const std::size_t slots = submission.slots.size();
  const auto answer = device.run({std::move(submission)});
  if (!answer) return fail(answer.error());
  if (answer->submissions.size() != 1 || answer->submissions[0].slots.size() != slots) {
    return fail({.fault = Fault::broken_run,
                 .what = "the engine answered for another number of slots",
                 .limit = fmt::format("{} slots of one submission", slots),
                 .advice = "run again; if it repeats, try another engine or driver"});
  }
  const auto& submitted = answer->submissions[0];
  WorkReading reading{.wall_ns = static_cast<double>(submitted.done_ns - submitted.submit_ns)};
  for (std::size_t s = 0; s < slots; ++s) {
    const auto& stamps = submitted.slots[s].stamps;
    const std::size_t expected = stamped.empty() || stamped[s] ? 2 : 0;
    if (stamps.size() != expected) {
      return fail({.fault = Fault::broken_run,
                   .what = "the engine answered with another number of stamps",
                   .value = fmt::format("{} of one pass", stamps.size()),
                   .limit = fmt::format("{}", expected),
                   .advice = "run again; if it repeats, try another engine or driver"});
    }
    if (expected == 2) reading.passes.push_back({.begin = stamps[0], .end = stamps[1]});
  }
  return reading;
}

Expected<Calibration> calibrate_known_work(Device& device, double stamp_ns, double wish_ns) {
  constexpr std::uint32_t first = 1024, most = 1U << 28U;
  // What an empty submission costs must not be taken for work, and neither must the compilation that a first run pays.
  const auto empty = quickest(device, 0);
  if (!empty) return fail(empty.error());
  for (std::uint32_t steps = first;; steps *= 2) {
    auto reading = quickest(device, steps);
    if (!reading) return reading;
    const double span_ns = (reading->span_raw - empty->span_raw) * stamp_ns;
    const double wall_ns = reading->wall_ns - empty->wall_ns;
    if (span_ns >= wish_ns || wall_ns >= std::max(kSurelyEnoughNs, 4 * wish_ns) || steps >= most) return reading;
  }
}

std::uint32_t steps_that_take(double wish_ns, const Calibration& work, double stamp_ns) {
  const double work_ns = work.span_raw * stamp_ns;
  if (work_ns <= 0) return work.steps;
  constexpr double most = 1U << 28U;
  return static_cast<std::uint32_t>(std::clamp(std::ceil(work.steps * wish_ns / work_ns), 1.0, most));
}

}  // namespace assay::instrument
