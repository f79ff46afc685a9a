// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/time_model.hpp"

#include <algorithm>
#include <cmath>

namespace assay::engine::sim {
namespace {

// A process's first readings over its plateau, relative to the first.
constexpr std::array<double, 5> kWarmUpShape{1, 33.0 / 41, 25.0 / 41, 18.0 / 41, 12.0 / 41};
// Spikes: uniform on the log scale, +10 to +170 %.
constexpr double kLeastSpike = 0.1, kMostSpike = 1.0;
// A heavy tail has no end; no slot takes more than twenty times as long, or a twentieth.
constexpr double kMostNoise = 3;
constexpr double kReadingsOfTrend = 1000;
// Measured on one data-centre GPU: the clock falls within two seconds of short bursts, and 150 ms of uninterrupted work
// brings it back.
constexpr double kFallNs = 2e9, kRestoreNs = 150e6, kShortBurstNs = 50e6;
constexpr double kHeatNs = 10e9;

}  // namespace

TimeModel::TimeModel(const Nuisances& nuisances, std::uint64_t process)
    : nuisances_(nuisances),
      process_(process),
      noise_(nuisances.seed, process, Draw::noise),
      spikes_(nuisances.seed, process, Draw::spikes),
      walk_(nuisances.seed, process, Draw::walk),
      flips_(nuisances.seed, process, Draw::flips) {
  Draws session(nuisances.seed, process, Draw::session);
  speed_ = session.normal(nuisances.speed);
  trend_ = session.normal(nuisances.drift) / kReadingsOfTrend;
  for (double& offset : position_) offset = session.between(-nuisances.position, nuisances.position);
}

double TimeModel::luck(const SlotFacts& slot) const {
  const auto draw = [&](double sd, Draw purpose, std::uint64_t key) {
    return sd > 0 ? Draws(nuisances_.seed, process_, purpose, key).normal(sd) : 0.0;
  };
  double sum = draw(nuisances_.luck, Draw::code_luck, slot.code) +
               draw(nuisances_.pipeline_luck, Draw::pipeline_luck, slot.pipeline);
  for (const auto allocation : slot.allocations) {
    sum += draw(nuisances_.allocation_luck, Draw::allocation_luck, allocation);
  }
  return sum;
}

double TimeModel::carried(const SlotFacts& slot) {
  const bool other = code_before_ != 0 && code_before_ != slot.code;
  const double excess = std::log1p(left_before_) + (other ? std::log1p(nuisances_.carry_over) : 0.0);
  code_before_ = slot.code;
  left_before_ = slot.leaves;
  return excess;
}

double TimeModel::noise(const SlotFacts& slot) {
  const double fresh = nuisances_.tails == Tails::t2
                           ? std::clamp(noise_.student2(nuisances_.noise), -kMostNoise, kMostNoise)
                           : noise_.normal(nuisances_.noise);
  if (!slot.reading || nuisances_.ar == 0) return fresh;
  const double ar = nuisances_.ar;
  correlated_ = readings_ == 0 ? fresh : ar * correlated_ + std::sqrt(1 - ar * ar) * fresh;
  return correlated_;
}

double TimeModel::drawn(const SlotFacts& slot) {
  double sum = noise(slot);
  if (nuisances_.spikes > 0 && spikes_.unit() < nuisances_.spikes) sum += spikes_.between(kLeastSpike, kMostSpike);
  if (slot.stamped) sum += position_[slot.place % position_.size()];
  return sum;
}

double TimeModel::clock_state() const {
  return (slow_ ? std::log1p(nuisances_.flip_size) : 0.0) - clock_lost_ * std::log1p(-nuisances_.throttle) +
         warmth_ * std::log1p(nuisances_.heat);
}

void TimeModel::next_reading() {
  ++readings_;
  ++warm_readings_;
  drifted_ += trend_ + walk_.normal(nuisances_.walk);
}

double TimeModel::factor(const SlotFacts& slot) {
  if (slot.reading && nuisances_.flips > 0 && flips_.unit() < nuisances_.flips) slow_ = !slow_;
  double log = speed_ + clock_state() + drawn(slot);
  if (!slot.user) return std::exp(log);
  log += luck(slot) + carried(slot) + drifted_;
  if (readings_ >= nuisances_.step_at) log += std::log1p(nuisances_.step);
  double warming = 1;
  if (slot.reading) {
    if (warm_readings_ < kWarmUpShape.size()) warming += nuisances_.warm_up * kWarmUpShape[warm_readings_];
    next_reading();
  }
  return std::exp(log) * warming;
}

void TimeModel::worked(double busy_ns, double elapsed_ns) {
  const double change = busy_ns < kShortBurstNs ? elapsed_ns / kFallNs : -busy_ns / kRestoreNs;
  clock_lost_ = std::clamp(clock_lost_ + change, 0.0, 1.0);
  const double target = elapsed_ns > 0 ? std::min(1.0, busy_ns / elapsed_ns) : 0.0;
  warmth_ += (target - warmth_) * -std::expm1(-elapsed_ns / kHeatNs);
}

}  // namespace assay::engine::sim
