// SPDX-License-Identifier: Apache-2.0
#include "protocol/contrasts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include "stats/location.hpp"

namespace assay::protocol {

namespace {

/// What is left of equal logarithms of sums, a few units in the last place of a number near 20.
constexpr double kRounding = 1e-12;

}  // namespace

bool order_is_balanced(const JudgedSquare& square) {
  std::map<std::uint32_t, std::pair<double, double>> places;  // instance → distance from its block's middle, count
  for (const auto& block : square.blocks) {
    const double middle = (static_cast<double>(block.size()) - 1) / 2;
    for (std::size_t s = 0; s < block.size(); ++s) {
      auto& [distance, count] = places[block[s].instance];
      distance += static_cast<double>(s) - middle;
      ++count;
    }
  }
  // Half steps are exact, and so is their sum.
  return std::all_of(places.begin(), places.end(), [](const auto& place) { return place.second.first == 0; });
}

tl::expected<Contrasts, stats::Missing> contrasts(std::span<const JudgedSquare> squares, result::Location location,
                                                  ArmPair pair) {
  std::array<std::vector<double>, 4> spans;
  for (const auto& square : squares) {
    for (const auto& block : square.blocks) {
      for (const auto& slot : block) {
        const std::uint32_t arm = slot.instance / 2;
        if (arm != pair.first && arm != pair.second) continue;
        spans[(arm == pair.second ? 2 : 0) + slot.instance % 2].push_back(slot.span_ns);
      }
    }
  }
  std::array<double, 4> at{};
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const auto log =
        location == result::Location::sum ? stats::log_of_sum(spans[i]) : stats::trimmed_log_mean(spans[i]);
    if (!log) return tl::unexpected(log.error());
    at[i] = *log;
  }
  // On a lattice equal sums are common; what rounding leaves of their difference must not count as a side.
  const auto difference = [](double value) { return std::abs(value) < kRounding ? 0 : value; };
  return Contrasts{.effect = difference(0.5 * (at[2] + at[3]) - 0.5 * (at[0] + at[1])),
                   .duplicate_a = difference(at[1] - at[0]),
                   .duplicate_b = difference(at[3] - at[2])};
}

}  // namespace assay::protocol
