// SPDX-License-Identifier: Apache-2.0
#include "host/clock.hpp"

#include <fmt/format.h>

#include "host/deadline.hpp"

namespace assay::host {

std::string utc_text(std::chrono::system_clock::time_point time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time) - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

std::string utc_now_text() { return utc_text(std::chrono::system_clock::now()); }

std::uint64_t monotonic_ns() {
  const auto since_origin = MonotonicClock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since_origin).count());
}

}  // namespace assay::host
