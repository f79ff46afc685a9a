// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a total says about its parts, and whether work rises above the floor of the instrument at all.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace assay::clock {

enum class ResolutionFault {
  below_resolution,  ///< the total is less than two steps of the clock
  no_iterations,
};
[[nodiscard]] std::string_view reason(ResolutionFault fault);

struct PerIteration {
  double ns = 0;        ///< a fraction of a nanosecond is kept as one
  double error_ns = 0;  ///< what one step of the clock at each end leaves open, per iteration
};
/// total / iterations.
[[nodiscard]] tl::expected<PerIteration, ResolutionFault> per_iteration(double total_ns, std::uint64_t iterations,
                                                                        double quantum_ns);

/// Readings of some work beside readings of the same thing without the work.
struct AboveFloor {
  bool above = false;
  double floor_low = 0, floor_high = 0;  ///< least and greatest reading without the work
  std::string reason{};                  ///< one sentence, with what to do
};
/// Above only when the median of the work's readings lies beyond every reading of the floor.
[[nodiscard]] AboveFloor check_above_floor(std::span<const double> floor, std::span<const double> work);

/// How a time came about; a host time never passes for a device time.
enum class TimeSource { device_stamps, host_wall, none };
struct TimeChoice {
  TimeSource source = TimeSource::none;
  std::string label{};   ///< stands beside every time of the result
  std::string missing{}; ///< why there is no device time; empty when there is
};
/// `has_timestamp_query`: the device granted the feature. `stamps_alive`: known work was seen to read something.
[[nodiscard]] TimeChoice choose_time_source(bool has_timestamp_query, bool stamps_alive);

}  // namespace assay::clock
