// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/stamp_counter.hpp"

#include <algorithm>
#include <cmath>

namespace assay::engine::sim {
namespace {

constexpr std::uint64_t kFrozenStamp = 1'000'000'007;
constexpr double kIssueNs = 900;  // from one report of a counter that is read when a pass is issued

}  // namespace

StampCounter::StampCounter(const Nuisances& nuisances, std::uint64_t process)
    : nuisances_(nuisances),
      stale_(nuisances.seed, process, Draw::stale),
      tick_ns_(nuisances.period_ns * nuisances.period_error) {
  Draws session(nuisances.seed, process, Draw::host);
  if (nuisances.counter_bits < 64) mask_ = (std::uint64_t{1} << nuisances.counter_bits) - 1;
  quantum_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(nuisances.quantum_ns / tick_ns_)));
  if (nuisances.wrap_after_ns > 0) {
    offset_ = mask_ - static_cast<std::uint64_t>(nuisances.wrap_after_ns / tick_ns_);
  } else {
    offset_ = static_cast<std::uint64_t>(session.between(1e8, 1e9));  // phase against the lattice
  }
}

std::uint64_t StampCounter::count(double ns) const {
  const std::uint64_t ticks = (offset_ + static_cast<std::uint64_t>(ns / tick_ns_)) & mask_;
  return ticks - ticks % quantum_;
}

std::pair<std::uint64_t, std::uint64_t> StampCounter::fresh(double begin_ns, double end_ns) {
  switch (nuisances_.clock) {
    case ClockFault::dead: return {0, 0};
    case ClockFault::frozen: return {kFrozenStamp, kFrozenStamp};
    case ClockFault::issued: return {count(begin_ns), count(begin_ns + kIssueNs)};
    case ClockFault::begins_alike:
      if (first_begin_ == 0) first_begin_ = count(begin_ns);
      return {first_begin_, count(end_ns)};
    case ClockFault::healthy: break;
  }
  return {count(begin_ns), count(end_ns)};
}

std::pair<std::uint64_t, std::uint64_t> StampCounter::stamps(double begin_ns, double end_ns) {
  const std::size_t query = query_++;
  if (query >= written_.size()) written_.resize(query + 1);
  auto& held = written_[query];
  if (nuisances_.unwritten > 0 && stale_.unit() < nuisances_.unwritten) return {0, 0};
  const bool written_before = held.second != 0;
  if (nuisances_.stale > 0 && written_before && stale_.unit() < nuisances_.stale) return held;
  held = fresh(begin_ns, end_ns);
  return held;
}

}  // namespace assay::engine::sim
