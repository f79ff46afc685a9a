// SPDX-License-Identifier: Apache-2.0
/// \file
/// What may be wrong with the simulated device, as numbers. The defaults are a quiet healthy device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "error/error.hpp"

namespace assay::engine::sim {

/// How the timestamp counter behaves.
enum class ClockFault {
  healthy,
  dead,          ///< every stamp is 0
  frozen,        ///< every stamp is the same number
  issued,        ///< a pass is stamped when it is issued, not when it is done: spans do not depend on the work
  begins_alike,  ///< all passes of a submission bear the begin of its first
};

/// How a slot's noise is distributed.
enum class Tails {
  normal,
  t2,  ///< Student's t with two degrees of freedom: one slot in 100 is off by ten times `noise`, one in 10,000 by 100
};

/// Fractions are standard deviations of logarithms of times unless said; durations are nanoseconds; 0 switches off.
struct Nuisances {
  std::uint64_t seed = 1;

  // ---- how long things take
  double group_ns = 1000;  ///< one workgroup of a user's kernel, before its own `time` (engine/sim/program.hpp)
  double speed = 0;  ///< of the whole session against the nominal time
  double drift = 0;  ///< of the trend of a session, over 1000 readings
  double walk = 0;  ///< of the random walk's step from reading to reading
  double noise = 0.0005;  ///< of one slot
  Tails tails = Tails::normal;  ///< of that noise, which is its scale then
  double ar = 0;  ///< correlation of that noise from reading to reading (first-order autoregressive)
  double spikes = 0;  ///< chance that a slot takes 1.1 to 2.7 times as long
  double position = 0;  ///< largest fixed offset of a place in its submission, uniform on both signs
  double warm_up = 0;  ///< excess of the first reading of a process; the next four fall off
  double step = 0;  ///< excess from reading `step_at` on (not random)
  std::uint64_t step_at = 256;
  double flips = 0;  ///< chance that the clock changes between its two states before a slot
  double flip_size = 0.05;  ///< excess in the slow state (not random)
  double throttle = 0;  ///< share of the clock lost after two seconds of short bursts; long work restores it
  double heat = 0;  ///< excess after long load (not random)

  // ---- whose time it is
  double luck = 0;  ///< of equal code, drawn by each process
  double pipeline_luck = 0;  ///< of one compiled pipeline
  double allocation_luck = 0;  ///< of one allocation that a kernel binds
  double carry_over = 0;  ///< excess of a slot that follows other code (not random)

  // ---- the counter
  double quantum_ns = 1;  ///< stamps are rounded down to a multiple
  double period_ns = 1;  ///< of one tick, as the device tells it
  double period_error = 1;  ///< true period over told period
  ClockFault clock = ClockFault::healthy;
  std::uint64_t counter_bits = 64;
  double wrap_after_ns = 0;  ///< the counter passes its end so long after the process began; 0: far away
  double stale = 0;  ///< chance that a slot's stamps are not rewritten
  double unwritten = 0;  ///< chance that a slot's stamps read 0

  // ---- the device
  double lost_after_ns = 0;  ///< of simulated time in a process; 0: never
  double hang_after_ns = 0;  ///< the same
  std::uint64_t memory_bytes = std::uint64_t{64} << 30U;  ///< for allocations

  bool operator==(const Nuisances&) const = default;
};

/// The nuisances of one slot that a machine without much rest shows: what the procedure is proven against.
[[nodiscard]] Nuisances rough();
/// The same kinds, far smaller: a device on which effects below a thousandth are seen.
[[nodiscard]] Nuisances quiet();

/// "drift=2%,quantum=65536", "rough", "rough,noise=3%"; empty: the defaults. Fault::bad_input names the key, what was
/// found and what is allowed; "help" is such an error that lists every key.
[[nodiscard]] Expected<Nuisances> parse_nuisances(std::string_view text);

/// The keys that differ from the defaults, in a form that parse_nuisances() reads back; empty: none.
[[nodiscard]] std::string nuisance_text(const Nuisances& nuisances);

}  // namespace assay::engine::sim
