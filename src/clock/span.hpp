// SPDX-License-Identifier: Apache-2.0
/// \file
/// One reading of one pass: a span in raw units of the counter, or what is wrong with it. Zero never stands for
/// "missing".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>

namespace assay::clock {

/// Why a reading is not a span. A reading is classified, never repaired in silence.
enum class SpanFault {
  unwritten,     ///< both stamps are 0
  half_written,  ///< one stamp is 0
  stale,         ///< begins before the first begin of this submission: a slot that was not written again
  reversed,      ///< ends before it begins
  zero_length,   ///< ends where it begins: at most one step of the clock, or nothing
  too_long,      ///< longer than anything that was submitted
  wrapped,       ///< the counter wrapped or was reset between its stamps
  reset,         ///< lies behind a reset of the counter that cannot be told from a stale slot
  duplicated,    ///< both stamps are those of an earlier pass: the passes wrote the same slots
  overlapping,   ///< begins before an earlier pass ended: its time is not its own
  begins_alike,  ///< all passes have one begin: only the ends are per pass
};
inline constexpr std::size_t kSpanFaults = 11;

/// "unwritten", "half-written", … for people and files.
[[nodiscard]] std::string_view name(SpanFault fault);

/// A slot of a query set as it was read: nothing when it is 0, which every driver seen uses for "never written".
[[nodiscard]] inline std::optional<std::uint64_t> written(std::uint64_t raw) {
  return raw == 0 ? std::nullopt : std::optional(raw);
}

/// end − begin in raw units; 0 where one step of the clock holds both. Nothing where a stamp was not written or the end
/// lies before the begin.
[[nodiscard]] inline std::optional<std::uint64_t> ticks_between(std::uint64_t begin, std::uint64_t end) {
  return begin != 0 && end >= begin ? std::optional(end - begin) : std::nullopt;
}

/// Raw units of the counter.
using SpanReading = tl::expected<std::uint64_t, SpanFault>;

/// A counter that is known to have fewer than 64 bits: only then is a wrapped span put right.
struct CounterWidth {
  unsigned valid_bits = 64;  ///< 1 … 64
};

/// What one pair of stamps says by itself.
struct SpanRules {
  std::uint64_t longest = 100'000'000;  ///< raw units; 100 ms at 1 ns
  std::optional<CounterWidth> width{};  ///< not given: a wrapped pair is dropped
};

/// The span of one pass. Faults: unwritten, half_written, reversed (by less than `longest`), wrapped (by more),
/// zero_length, too_long.
[[nodiscard]] SpanReading read_span(std::uint64_t begin, std::uint64_t end, const SpanRules& rules = {});

}  // namespace assay::clock
