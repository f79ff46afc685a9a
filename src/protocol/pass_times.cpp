// SPDX-License-Identifier: Apache-2.0
#include "protocol/pass_times.hpp"

#include <algorithm>

namespace assay::protocol {
namespace {

using clock::SpanFault;

bool is_structural(SpanFault fault) {
  return fault == SpanFault::zero_length || fault == SpanFault::overlapping || fault == SpanFault::begins_alike;
}

bool are_ends_in_order(std::span<const std::uint64_t> stamps) {
  for (std::size_t i = 3; i < stamps.size(); i += 2) {
    if (stamps[i] < stamps[i - 2]) return false;
  }
  return true;
}

/// As clock::region, for trials whose begins are all alike too: their outermost stamps are as good.
clock::Region region_of(const clock::SubmissionReading& reading) {
  clock::SubmissionReading plain = reading;
  for (auto& pass : plain.passes) {
    const auto ticks = clock::ticks_between(pass.begin, pass.end);
    if (ticks) pass.span = *ticks;
  }
  return clock::region(plain).value_or(clock::Region{});
}

}  // namespace

TrialReading read_trial(std::span<const std::uint64_t> stamps, std::uint64_t previous_end, std::uint64_t longest_raw) {
  const auto reading = clock::read_submission(stamps, {.span = {.longest = longest_raw}});
  TrialReading trial;
  for (const auto& pass : reading.passes) {
    if (pass.span) continue;
    if (!is_structural(pass.span.error())) {
      trial.fault = pass.span.error();
      return trial;
    }
    trial.overlaps = trial.overlaps || pass.span.error() == SpanFault::overlapping;
    trial.begins_alike = trial.begins_alike || pass.span.error() == SpanFault::begins_alike;
  }
  if (reading.passes.empty()) {
    trial.fault = SpanFault::unwritten;
  } else if (reading.passes.front().begin < previous_end) {
    trial.fault = SpanFault::stale;
  } else {
    trial.ends_in_order = are_ends_in_order(stamps);
    trial.region = region_of(reading);
  }
  return trial;
}

std::vector<double> pass_ticks(std::span<const std::uint64_t> stamps, result::Attribution attribution) {
  std::vector<double> ticks;
  if (attribution == result::Attribution::no_passes || attribution == result::Attribution::no_clock) return ticks;
  std::uint64_t first_begin = stamps.empty() ? 0 : stamps[0];
  for (std::size_t i = 0; i < stamps.size(); i += 2) first_begin = std::min(first_begin, stamps[i]);
  std::uint64_t before = first_begin;
  for (std::size_t i = 0; i + 1 < stamps.size(); i += 2) {
    const std::uint64_t begin = attribution == result::Attribution::derived ? before : stamps[i];
    ticks.push_back(static_cast<double>(clock::ticks_between(begin, stamps[i + 1]).value_or(0)));
    before = stamps[i + 1];
  }
  return ticks;
}

}  // namespace assay::protocol
