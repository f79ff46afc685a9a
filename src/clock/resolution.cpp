// SPDX-License-Identifier: Apache-2.0
#include "clock/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "stats/location.hpp"

namespace assay::clock {

std::string_view reason(ResolutionFault fault) {
  switch (fault) {
    case ResolutionFault::below_resolution: return "below the resolution of the clock";
    case ResolutionFault::no_iterations: return "no iterations";
  }
  return "not known";
}

tl::expected<PerIteration, ResolutionFault> per_iteration(double total_ns, std::uint64_t iterations,
                                                          double quantum_ns) {
  if (iterations == 0) return tl::unexpected(ResolutionFault::no_iterations);
  if (!(total_ns >= 2 * quantum_ns) || !(total_ns > 0)) return tl::unexpected(ResolutionFault::below_resolution);
  const double count = static_cast<double>(iterations);
  return PerIteration{.ns = total_ns / count, .error_ns = quantum_ns / count};
}

AboveFloor check_above_floor(std::span<const double> floor, std::span<const double> work) {
  AboveFloor result;
  const auto middle = stats::median(work);
  if (floor.empty() || !middle) {
    result.reason = "readings of both the floor and the work are needed";
    return result;
  }
  const auto [least, most] = std::minmax_element(floor.begin(), floor.end());
  result.floor_low = *least;
  result.floor_high = *most;
  result.above = *middle > *most;
  result.reason =
      result.above
          ? fmt::format("the work reads {:g}, the floor at most {:g}", *middle, *most)
          : fmt::format("the work reads {:g} and the floor {:g} to {:g}: no difference can be seen; use more work",
                        *middle, *least, *most);
  return result;
}

TimeChoice choose_time_source(bool has_timestamp_query, bool stamps_alive) {
  if (has_timestamp_query && stamps_alive) return {TimeSource::device_stamps, "device time", ""};
  return {TimeSource::host_wall, "wall time until completion, not device time",
          has_timestamp_query ? "the device grants timestamp queries and does not write them"
                              : "the device has no timestamp queries"};
}

}  // namespace assay::clock
