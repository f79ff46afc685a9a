// SPDX-License-Identifier: Apache-2.0
#include "protocol/floor_ladder.hpp"

#include <algorithm>
#include <array>

#include "protocol/readings.hpp"
#include "stats/location.hpp"
#include "stats/replicate_interval.hpp"
#include "stats/spread.hpp"

namespace assay::protocol {

std::vector<Rung> ladder_rungs(const result::Comparison& comparison, ArmPair pair, double shared_by) {
  const double stamp_ns = comparison.certificate.stamp_ns.value_or(1);
  std::array<std::vector<double>, kLadderSquares> rungs;
  for (const auto& replicate : comparison.replicates) {
    for (const auto& floor : replicate.ladder) {
      if (floor.rung >= rungs.size() || !floor.square.void_reason.empty()) continue;
      const JudgedSquare square = judged_square(floor.square, stamp_ns);
      const auto read = contrasts(std::span(&square, 1), comparison.schedule.location, pair);
      if (read) rungs[floor.rung].push_back(read->effect);
    }
  }
  std::vector<Rung> read;
  for (const auto& rung : rungs) {
    const auto median = stats::median(rung);
    if (!median) continue;
    const auto interval = stats::replicate_interval(rung, kAlphaLadder / (kLadderSquares * shared_by));
    read.push_back({.effect = *median, .leans = interval.low > 0 || interval.high < 0});
  }
  return read;
}

std::optional<Drift> ladder_drift(const result::Comparison& comparison) {
  std::optional<Drift> largest;
  for (const auto& replicate : comparison.replicates) {
    std::vector<double> blocks;
    for (const auto& floor : replicate.ladder) {
      if (!floor.square.void_reason.empty()) continue;
      for (const auto& block : floor.square.blocks) {
        double sum = 0;
        for (const auto& slot : block.slots) sum += span_ns(slot, 1).value_or(0);
        if (!block.slots.empty()) blocks.push_back(sum / static_cast<double>(block.slots.size()));
      }
    }
    const auto mean = stats::mean(blocks);
    const auto deviation = stats::standard_deviation(blocks);
    if (!mean || *mean <= 0 || !deviation) continue;
    const auto [least, most] = std::minmax_element(blocks.begin(), blocks.end());
    if (!largest) largest.emplace();
    largest->range = std::max(largest->range, (*most - *least) / *mean);
    largest->deviation = std::max(largest->deviation, *deviation / *mean);
  }
  return largest;
}

}  // namespace assay::protocol
