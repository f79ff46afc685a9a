// SPDX-License-Identifier: Apache-2.0
/// \file
/// A moment on the monotonic clock by which something must have happened. Every wait takes one.
#pragma once

#include <algorithm>
#include <chrono>

namespace assay::host {

using MonotonicClock = std::chrono::steady_clock;

class Deadline {
 public:
  /// Longer waits are cut to this, so that no number from outside can overflow the clock.
  static constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24);

  [[nodiscard]] static Deadline after(std::chrono::milliseconds wait) {
    return Deadline(MonotonicClock::now() + std::clamp(wait, std::chrono::milliseconds(0), kLongest));
  }
  [[nodiscard]] bool passed() const { return MonotonicClock::now() >= at_; }
  /// Rounded up, never negative: a wait of that length ends at or after the deadline.
  [[nodiscard]] std::chrono::milliseconds remaining() const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(at_ - MonotonicClock::now());
    return std::max(left, std::chrono::milliseconds(0));
  }

 private:
  explicit Deadline(MonotonicClock::time_point at) : at_(at) {}
  MonotonicClock::time_point at_;
};

}  // namespace assay::host
