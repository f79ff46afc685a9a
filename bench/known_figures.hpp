// SPDX-License-Identifier: Apache-2.0
/// \file
/// Figures that articles about GPU timing print, worked out again from their stated assumptions with the parts that
/// ship.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::bench {

/// Readings of one pass at random places on a lattice to whose lines both stamps are rounded down.
struct Placements {
  double mean_ns = 0, standard_error_ns = 0;
  double median_ns = 0;
  double share_of_zeros = 0;
};
[[nodiscard]] Placements place_at_random(double pass_ns, double lattice_ns, std::size_t placements, std::uint64_t seed);

/// A profile of 194 passes like that of a path tracer: two single passes, and eight kernels over 24 iterations, the
/// first eleven of which carry most of the work.
struct KernelTotals {
  const char* name;
  std::size_t passes = 0;
  double true_ns = 0, rounded_ns = 0;  ///< sums over the kernel's passes
};
struct RoundedProfile {
  std::vector<KernelTotals> kernels{};
  std::size_t passes = 0, zeros = 0;  ///< of the rounded ones
};
[[nodiscard]] RoundedProfile round_profile(double lattice_ns, std::uint64_t seed);

/// Comparisons of a B that truly takes a tenth less: each in two runs of their own, whose speed differs by 16 %, or
/// A, B, A, B in one run, with 1.5 % from row to row.
struct TenPercent {
  std::size_t comparisons = 0;
  std::size_t not_faster = 0;       ///< B reads no faster at all
  std::size_t within_5_points = 0;  ///< of the true −10 %
  std::size_t within_2_points = 0;
};
[[nodiscard]] TenPercent separate_runs(std::size_t comparisons, std::uint64_t seed);
[[nodiscard]] TenPercent interleaved_runs(std::size_t comparisons, std::uint64_t seed);

/// Four readings of the same kernels on one card in one evening, in milliseconds.
inline constexpr std::array<double, 4> kFourReadingsMs{184.7, 184.8, 216.6, 255.5};
struct Scatter {
  double range = 0;      ///< highest over lowest, less one
  double deviation = 0;  ///< standard deviation (n − 1) over mean
};
[[nodiscard]] Scatter scatter_of_four();

/// The effect of each of eight places in a submission, as fractions of their mean, read with and without a lattice of
/// 65,536 ns: the largest difference between the two, and its standard error.
struct PositionEffect {
  double largest = 0;     ///< true, of the eight
  double difference = 0;  ///< largest between the two readings of it
  double standard_error = 0;
};
[[nodiscard]] PositionEffect position_effect_with_lattice(std::uint64_t seed);

}  // namespace assay::bench
