// SPDX-License-Identifier: Apache-2.0
#include "instrument/dither.hpp"

#include <cmath>
#include <utility>

namespace assay::instrument {
namespace {

// Each place is a parameter block of its own, made once; a mean over that many places is within a thirty-second of a
// quantum of the mean over all.
constexpr std::uint32_t kPlaceBits = 5, kPlaces = 1U << kPlaceBits;

}  // namespace

Dither::Dither(const Calibration& work, double stamp_ns, double quantum_ns) {
  const double work_ns = work.span_raw * stamp_ns;
  if (quantum_ns < kCoarseQuantumNs || work_ns < kQuantaOfMedian * quantum_ns) return;
  const double steps_per_quantum = work.steps * quantum_ns / work_ns;
  if (steps_per_quantum >= kPlaces) steps_per_place_ = steps_per_quantum / kPlaces;
}

std::uint32_t Dither::next_steps() {
  // The high bits of a linear congruence: places in turn would keep step with passes of equal length.
  state_ = state_ * 1664525U + 1013904223U;
  const std::uint32_t place = state_ >> (32U - kPlaceBits);
  return static_cast<std::uint32_t>(std::lround(steps_per_place_ * place));
}

Expected<WorkReading> run_behind_waits(Device& device, Dither& dither, std::vector<messages::Slot> slots,
                                       std::size_t together) {
  if (!dither.waits()) return run_slots(device, {.slots = std::move(slots)});
  messages::Submission submission;
  std::vector<bool> stamped;
  for (std::size_t s = 0; s < slots.size(); ++s) {
    if (s % together == 0) {
      auto wait = device.spacer_slot(dither.next_steps());
      if (!wait) return fail(wait.error());
      submission.slots.push_back(std::move(*wait));
      stamped.push_back(false);
    }
    submission.slots.push_back(std::move(slots[s]));
    stamped.push_back(true);
  }
  return run_slots(device, std::move(submission), stamped);
}

Expected<void> wait_apart(Device& device, Dither& dither) {
  if (!dither.waits()) return {};
  auto wait = device.spacer_slot(dither.next_steps());
  if (!wait) return fail(wait.error());
  const auto answer = device.run({{.slots = {std::move(*wait)}}});
  if (!answer) return fail(answer.error());
  return {};
}

}  // namespace assay::instrument
