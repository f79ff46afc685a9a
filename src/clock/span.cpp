// SPDX-License-Identifier: Apache-2.0
#include "clock/span.hpp"

namespace assay::clock {

namespace {

/// end − begin in a counter of so many bits, when both stamps fit it.
std::optional<std::uint64_t> modular_span(std::uint64_t begin, std::uint64_t end, CounterWidth width) {
  if (width.valid_bits == 0 || width.valid_bits > 64) return std::nullopt;
  const std::uint64_t mask = width.valid_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width.valid_bits) - 1;
  if (begin > mask || end > mask) return std::nullopt;
  return (end - begin) & mask;
}

}  // namespace

std::string_view name(SpanFault fault) {
  switch (fault) {
    case SpanFault::unwritten: return "unwritten";
    case SpanFault::half_written: return "half-written";
    case SpanFault::stale: return "stale";
    case SpanFault::reversed: return "reversed";
    case SpanFault::zero_length: return "of length zero";
    case SpanFault::too_long: return "too long";
    case SpanFault::wrapped: return "across a wrap or reset of the counter";
    case SpanFault::reset: return "behind a reset of the counter";
    case SpanFault::duplicated: return "duplicated";
    case SpanFault::overlapping: return "overlapping";
    case SpanFault::begins_alike: return "with one begin for all passes";
  }
  return "not known";
}

SpanReading read_span(std::uint64_t begin, std::uint64_t end, const SpanRules& rules) {
  if (begin == 0 && end == 0) return tl::unexpected(SpanFault::unwritten);
  if (begin == 0 || end == 0) return tl::unexpected(SpanFault::half_written);
  if (begin == end) return tl::unexpected(SpanFault::zero_length);
  if (end > begin) {
    if (end - begin > rules.longest) return tl::unexpected(SpanFault::too_long);
    return end - begin;
  }
  // Back by a little: the stamps changed places. Back by more than anything can last: the counter began again.
  if (begin - end <= rules.longest) return tl::unexpected(SpanFault::reversed);
  if (rules.width) {
    const auto span = modular_span(begin, end, *rules.width);
    if (span && *span <= rules.longest) return *span;
  }
  return tl::unexpected(SpanFault::wrapped);
}

}  // namespace assay::clock
