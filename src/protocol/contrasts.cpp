// SPDX-License-Identifier: Apache-2.0
#include "protocol/contrasts.hpp"

#include <array>
#include <cstddef>

#include "stats/location.hpp"

namespace assay::protocol {

tl::expected<Contrasts, stats::Missing> contrasts(std::span<const JudgedSquare> squares, result::Location location) {
  std::array<std::vector<double>, 4> spans;
  for (const auto& square : squares) {
    for (const auto& block : square.blocks) {
      for (const auto& slot : block) {
        if (slot.instance >= spans.size()) return tl::unexpected(stats::Missing::no_samples);
        spans[slot.instance].push_back(slot.span_ns);
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
  return Contrasts{.effect = 0.5 * (at[2] + at[3]) - 0.5 * (at[0] + at[1]),
                   .duplicate_a = at[1] - at[0],
                   .duplicate_b = at[3] - at[2]};
}

}  // namespace assay::protocol
