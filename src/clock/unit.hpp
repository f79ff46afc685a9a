// SPDX-License-Identifier: Apache-2.0
/// \file
/// From raw stamps to nanoseconds, and when that must not be done.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>

namespace assay::clock {

enum class UnitFault {
  period_unknown,     ///< nobody told the nanoseconds of a tick; 1 is never assumed
  period_invalid,     ///< not a positive finite number
  different_domains,  ///< two clocks with an unknown offset between them
  runs_backwards,     ///< the later stamp is the smaller one
};
[[nodiscard]] std::string_view reason(UnitFault fault);

/// Nanoseconds of one raw unit: 1 for engines that deliver nanoseconds, the queue's period for those that deliver
/// ticks, nothing while that is not known.
using PeriodNs = std::optional<double>;

/// Raw units → nanoseconds. The difference is taken in raw units first: stamps of today are too large for a double to
/// keep their last nanosecond.
[[nodiscard]] tl::expected<double, UnitFault> to_nanoseconds(std::uint64_t raw_span, PeriodNs period_ns);

/// Which clock a stamp comes from. Stamps of different clocks are never subtracted: their offset is not known (11.85 s
/// have been seen between the two clocks of one device).
enum class Domain { gpu_queries, gpu_calibrated, host };
[[nodiscard]] std::string_view name(Domain domain);

struct DomainStamp {
  Domain domain = Domain::gpu_queries;
  std::uint64_t raw = 0;
};
/// end − begin in raw units. Faults: different_domains, runs_backwards.
[[nodiscard]] tl::expected<std::uint64_t, UnitFault> elapsed(DomainStamp begin, DomainStamp end);

/// Unit of the device clock held against the host's on long work: span / wall time.
enum class UnitCheck {
  plausible,  ///< within [0.5, 1.02]
  too_small,  ///< below: the period is larger than believed, or most of the wall time was not the work
  too_large,  ///< above: the device claims more time than passed
  not_usable,  ///< a time is not positive
};
inline constexpr double kLeastShareOfWall = 0.5;
inline constexpr double kMostShareOfWall = 1.02;
[[nodiscard]] UnitCheck check_unit(double span_ns, double wall_ns);

}  // namespace assay::clock
