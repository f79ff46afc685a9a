// SPDX-License-Identifier: Apache-2.0
#include "clock/wall_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "clock/unit.hpp"

namespace assay::clock {

namespace {
constexpr double kMostOverSpan = 2;
bool positive(double value) { return std::isfinite(value) && value > 0; }
}  // namespace

WallCheck check_wall(double span_ns, double wall_ns) {
  if (!positive(span_ns) || !positive(wall_ns)) return {.reason = "a time is not positive: nothing can be said"};
  if (span_ns > kMostShareOfWall * wall_ns) {
    return {WallCheck::Answer::wall_too_short,
            fmt::format("a wall time of {:g} ns is shorter than the {:g} ns of work inside it: the timer was stopped "
                        "without waiting for completion",
                        wall_ns, span_ns)};
  }
  return {WallCheck::Answer::consistent, "the wall time covers the span"};
}

WallCheck check_repeats(double span_ns, double wall_ns, double repeats, double gap_ns, double empty_submission_ns) {
  if (!positive(span_ns) || !positive(wall_ns) || !(repeats >= 1) || !(gap_ns >= 0) || !(empty_submission_ns >= 0)) {
    return {.reason = "a time is not positive: nothing can be said"};
  }
  const double each_ns = wall_ns / repeats;
  const double allowed_ns = kMostOverSpan * span_ns + gap_ns + empty_submission_ns / repeats;
  if (each_ns > allowed_ns) {
    return {WallCheck::Answer::span_too_short,
            fmt::format(
                "a repeat takes {:g} ns of wall time and reads {:g} ns: the work begins before its begin is stamped",
                each_ns, span_ns)};
  }
  return check_wall(span_ns * repeats, wall_ns);
}

}  // namespace assay::clock
