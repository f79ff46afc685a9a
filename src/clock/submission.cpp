// SPDX-License-Identifier: Apache-2.0
#include "clock/submission.hpp"

#include <algorithm>

namespace assay::clock {

namespace {

/// Without the earliest stamp known, a begin that fell to under this part of the first one is taken for a counter that
/// began again; a slot that was not rewritten keeps a stamp of the same session.
constexpr std::uint64_t kResetFraction = 16;

bool both_written(const PassReading& pass) { return pass.begin != 0 && pass.end != 0; }

/// Follows the epoch of the counter through a submission.
class Timeline {
 public:
  explicit Timeline(const SubmissionRules& rules) : rules_(rules) {}

  /// The fault of a pass that has a span by itself, seen against those before it.
  std::optional<SpanFault> place(const PassReading& pass, std::size_t& resets) {
    if (first_begin_ == 0) first_begin_ = pass.begin;
    if (pass.begin >= first_begin_) return std::nullopt;
    if (rules_.earliest_ever) {
      if (pass.end >= *rules_.earliest_ever) return SpanFault::stale;
      first_begin_ = pass.begin;  // a new epoch; its spans are good, only the gap before it is not
      last_end_ = 0;
      ++resets;
      return std::nullopt;
    }
    if (pass.begin >= first_begin_ / kResetFraction) return SpanFault::stale;
    ++resets;
    return SpanFault::reset;
  }

  std::optional<SpanFault> overlap(const PassReading& pass) {
    const bool overlaps = pass.begin < last_end_;
    last_end_ = std::max(last_end_, pass.end);
    return overlaps && !rules_.overlap_allowed ? std::optional(SpanFault::overlapping) : std::nullopt;
  }

 private:
  const SubmissionRules& rules_;
  std::uint64_t first_begin_ = 0, last_end_ = 0;  // 0: none yet; a pass on the timeline has written stamps
};

/// Identical stamps, not identical lengths: equal work on a coarse clock reads equal lengths honestly.
bool duplicates_an_earlier(const std::vector<PassReading>& passes, std::size_t index) {
  const PassReading& pass = passes[index];
  return std::any_of(
      passes.begin(), passes.begin() + static_cast<std::ptrdiff_t>(index),
      [&](const PassReading& earlier) { return earlier.begin == pass.begin && earlier.end == pass.end; });
}

bool begins_all_alike(const std::vector<PassReading>& passes) {
  std::size_t count = 0;
  std::uint64_t begin = 0;
  bool ends_differ = false;
  std::uint64_t end = 0;
  for (const PassReading& pass : passes) {
    if (!both_written(pass)) continue;
    if (count++ == 0) {
      begin = pass.begin;
      end = pass.end;
    }
    if (pass.begin != begin) return false;
    ends_differ = ends_differ || pass.end != end;
  }
  return count >= 2 && ends_differ;
}

Gap gap_of(const std::vector<PassReading>& passes) {
  const auto empty = [](const PassReading& p) { return !both_written(p); };
  const auto missing = static_cast<std::size_t>(std::count_if(passes.begin(), passes.end(), empty));
  if (missing == 0) return Gap::none;
  if (missing == passes.size()) return Gap::everything;
  const bool at_the_end = std::all_of(passes.end() - static_cast<std::ptrdiff_t>(missing), passes.end(), empty);
  return at_the_end ? Gap::trailing : Gap::scattered;
}

bool counts_for_region(const PassReading& pass) {
  return pass.span || pass.span.error() == SpanFault::zero_length || pass.span.error() == SpanFault::overlapping;
}

}  // namespace

SubmissionReading read_submission(std::span<const std::uint64_t> stamps, const SubmissionRules& rules) {
  SubmissionReading reading;
  for (std::size_t i = 0; i < stamps.size(); i += 2) {
    PassReading& pass = reading.passes.emplace_back();
    pass.begin = stamps[i];
    pass.end = i + 1 < stamps.size() ? stamps[i + 1] : 0;
    pass.span = read_span(pass.begin, pass.end, rules.span);
  }
  reading.gap = gap_of(reading.passes);
  if (begins_all_alike(reading.passes)) {
    for (PassReading& pass : reading.passes) {
      if (pass.span) pass.span = tl::unexpected(SpanFault::begins_alike);
    }
    return reading;
  }
  Timeline timeline(rules);
  for (std::size_t i = 0; i < reading.passes.size(); ++i) {
    PassReading& pass = reading.passes[i];
    const bool on_timeline = pass.span || pass.span.error() == SpanFault::zero_length;
    if (!on_timeline) continue;
    std::optional<SpanFault> fault = timeline.place(pass, reading.resets);
    if (!fault && pass.span && duplicates_an_earlier(reading.passes, i)) fault = SpanFault::duplicated;
    if (!fault) fault = timeline.overlap(pass);
    if (fault) pass.span = tl::unexpected(*fault);
  }
  return reading;
}

void Yield::add(const SubmissionReading& reading) {
  for (const PassReading& pass : reading.passes) {
    ++total;
    if (pass.span) {
      ++usable;
    } else {
      ++faults[static_cast<std::size_t>(pass.span.error())];
    }
  }
}

std::optional<double> Yield::share() const {
  if (total == 0) return std::nullopt;
  return static_cast<double>(usable) / static_cast<double>(total);
}

bool Yield::reaches(double least_share) const { return total > 0 && *share() >= least_share; }

std::string Yield::sentence() const {
  std::string text = std::to_string(usable) + " of " + std::to_string(total) + " readings usable";
  const char* separator = "; ";
  for (std::size_t i = 0; i < kSpanFaults; ++i) {
    if (faults[i] == 0) continue;
    text += separator + std::to_string(faults[i]) + " " + std::string(name(static_cast<SpanFault>(i)));
    separator = ", ";
  }
  return text;
}

std::optional<Region> region(const SubmissionReading& reading) {
  if (reading.passes.empty() || !std::all_of(reading.passes.begin(), reading.passes.end(), counts_for_region)) {
    return std::nullopt;
  }
  // A reset inside leaves stamps of two epochs, between which no length exists.
  if (reading.resets > 0) return std::nullopt;
  std::vector<PassReading> passes = reading.passes;
  std::sort(passes.begin(), passes.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  Region result;
  std::uint64_t reached = passes.front().begin;
  for (const PassReading& pass : passes) {
    result.sum += pass.end - pass.begin;
    if (pass.end > reached) {
      result.covered += pass.end - std::max(pass.begin, reached);
      reached = pass.end;
    }
  }
  result.extent = reached - passes.front().begin;
  return result;
}

std::vector<std::uint64_t> spans_with_zeros(const SubmissionReading& reading) {
  std::vector<std::uint64_t> spans;
  for (const PassReading& pass : reading.passes) {
    if (pass.span)
      spans.push_back(*pass.span);
    else if (pass.span.error() == SpanFault::zero_length)
      spans.push_back(0);
  }
  return spans;
}

}  // namespace assay::clock
