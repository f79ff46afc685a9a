// SPDX-License-Identifier: Apache-2.0
#include "clock/lattice.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

namespace assay::clock {

namespace {

/// Coarse spacings that have been met, coarsest first.
constexpr std::array<std::uint64_t, 3> kKnownCoarse{100'000, 65'536, 32'768};
/// Share of the stamps on a coarse lattice that, with a few beside it, means two clocks and not chance.
constexpr double kMixedShare = 0.9;

LatticeKind kind_of(std::uint64_t quantum) {
  switch (quantum) {
    case 1: return LatticeKind::every_unit;
    case 65'536: return LatticeKind::browser_65536;
    case 32'768: return LatticeKind::browser_32768;
    case 100'000: return LatticeKind::coarse_100000;
    default: break;
  }
  if (!std::has_single_bit(quantum)) return LatticeKind::other;
  return quantum <= 1024 ? LatticeKind::tick : LatticeKind::other_power_of_two;
}

bool looks_mixed(const std::vector<std::uint64_t>& stamps, std::uint64_t divisor) {
  return std::any_of(kKnownCoarse.begin(), kKnownCoarse.end(), [&](std::uint64_t coarse) {
    if (divisor % coarse == 0) return false;
    const auto on = std::count_if(stamps.begin(), stamps.end(), [=](std::uint64_t s) { return s % coarse == 0; });
    return static_cast<double>(on) >= kMixedShare * static_cast<double>(stamps.size());
  });
}

}  // namespace

std::string_view reason(LatticeFault fault) {
  switch (fault) {
    case LatticeFault::too_few_stamps: return "too few stamps: the spacing of a clock is found from 200 or more";
    case LatticeFault::all_alike: return "the stamps hardly differ: the clock does not move";
    case LatticeFault::mixed:
      return "most stamps lie on a coarse lattice and some beside it: they come from two clocks";
  }
  return "not known";
}

std::string_view name(LatticeKind kind) {
  switch (kind) {
    case LatticeKind::every_unit: return "not quantised";
    case LatticeKind::tick: return "tick of the counter";
    case LatticeKind::browser_65536: return "65,536 ns, as Dawn and Chromium quantise";
    case LatticeKind::browser_32768: return "32,768 ns";
    case LatticeKind::coarse_100000: return "100,000 ns";
    case LatticeKind::other_power_of_two: return "a power of two";
    case LatticeKind::other: return "a spacing not met before";
  }
  return "not known";
}

tl::expected<Lattice, LatticeFault> detect_lattice(std::span<const std::uint64_t> stamps) {
  std::vector<std::uint64_t> known;
  std::copy_if(stamps.begin(), stamps.end(), std::back_inserter(known), [](std::uint64_t s) { return s != 0; });
  if (known.size() < kLeastStamps) return tl::unexpected(LatticeFault::too_few_stamps);
  std::uint64_t divisor = 0;
  for (const std::uint64_t stamp : known) divisor = std::gcd(divisor, stamp);
  std::vector<std::uint64_t> different = known;
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  if (different.size() < kLeastDifferentStamps) return tl::unexpected(LatticeFault::all_alike);
  if (looks_mixed(known, divisor)) return tl::unexpected(LatticeFault::mixed);
  return Lattice{.quantum = divisor, .kind = kind_of(divisor), .stamps = known.size()};
}

bool all_on_lattice(std::span<const double> values_ns, double quantum_ns, double tolerance_ns) {
  return !values_ns.empty() && quantum_ns > 0 && std::all_of(values_ns.begin(), values_ns.end(), [&](double value) {
    return std::abs(value - std::round(value / quantum_ns) * quantum_ns) <= tolerance_ns;
  });
}

}  // namespace assay::clock
