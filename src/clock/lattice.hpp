// SPDX-License-Identifier: Apache-2.0
/// \file
/// The spacing of a clock's stamps, found from the stamps: never from the name of an engine or its flags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tl/expected.hpp>

namespace assay::clock {

/// Stamps needed, and different values among them: n random multiples of a spacing share a further factor of two by
/// chance once in 2ⁿ.
inline constexpr std::size_t kLeastStamps = 200;
inline constexpr std::size_t kLeastDifferentStamps = 16;

enum class LatticeFault {
  too_few_stamps,  ///< fewer than kLeastStamps written ones
  all_alike,       ///< fewer than kLeastDifferentStamps different ones: the clock hardly moves
  mixed,           ///< nearly all stamps lie on a coarse lattice and a few beside it: two clocks
};
[[nodiscard]] std::string_view reason(LatticeFault fault);

/// What the spacing is known from.
enum class LatticeKind {
  every_unit,          ///< 1: not quantised
  tick,                ///< another power of two up to 1024: the counter's own tick
  browser_65536,       ///< 65,536 ns, rounded down: Dawn and Chromium by default
  browser_32768,       ///< 32,768 ns
  coarse_100000,       ///< 100,000 ns
  other_power_of_two,
  other,
};
[[nodiscard]] std::string_view name(LatticeKind kind);

struct Lattice {
  std::uint64_t quantum = 1;  ///< raw units
  LatticeKind kind = LatticeKind::every_unit;
  std::size_t stamps = 0;     ///< that it was found from
};

/// Greatest common divisor of the written (non-zero) stamps.
[[nodiscard]] tl::expected<Lattice, LatticeFault> detect_lattice(std::span<const std::uint64_t> stamps);

/// Whether every value lies within `tolerance_ns` of a multiple of `quantum_ns`: for values that were rounded to some
/// other unit on their way here. False for no value.
[[nodiscard]] bool all_on_lattice(std::span<const double> values_ns, double quantum_ns, double tolerance_ns);

}  // namespace assay::clock
