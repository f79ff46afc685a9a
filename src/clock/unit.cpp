// SPDX-License-Identifier: Apache-2.0
#include "clock/unit.hpp"

#include <cmath>

namespace assay::clock {

std::string_view reason(UnitFault fault) {
  switch (fault) {
    case UnitFault::period_unknown: return "period unknown";
    case UnitFault::period_invalid: return "the period of the counter is not a positive number";
    case UnitFault::different_domains: return "stamps of two clocks whose offset is not known";
    case UnitFault::runs_backwards: return "the later stamp is the smaller one";
  }
  return "not known";
}

tl::expected<double, UnitFault> to_nanoseconds(std::uint64_t raw_span, PeriodNs period_ns) {
  if (!period_ns) return tl::unexpected(UnitFault::period_unknown);
  if (!std::isfinite(*period_ns) || *period_ns <= 0) return tl::unexpected(UnitFault::period_invalid);
  return static_cast<double>(raw_span) * *period_ns;
}

std::string_view name(Domain domain) {
  switch (domain) {
    case Domain::gpu_queries: return "timestamp queries of the device";
    case Domain::gpu_calibrated: return "calibrated timestamps of the device";
    case Domain::host: return "monotonic clock of the host";
  }
  return "not known";
}

tl::expected<std::uint64_t, UnitFault> elapsed(DomainStamp begin, DomainStamp end) {
  if (begin.domain != end.domain) return tl::unexpected(UnitFault::different_domains);
  if (end.raw < begin.raw) return tl::unexpected(UnitFault::runs_backwards);
  return end.raw - begin.raw;
}

UnitCheck check_unit(double span_ns, double wall_ns) {
  if (!(span_ns > 0) || !(wall_ns > 0) || !std::isfinite(span_ns) || !std::isfinite(wall_ns))
    return UnitCheck::not_usable;
  const double share = span_ns / wall_ns;
  if (share < kLeastShareOfWall) return UnitCheck::too_small;
  return share > kMostShareOfWall ? UnitCheck::too_large : UnitCheck::plausible;
}

}  // namespace assay::clock
