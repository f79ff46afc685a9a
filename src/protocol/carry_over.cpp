// SPDX-License-Identifier: Apache-2.0
#include "protocol/carry_over.hpp"

#include <array>
#include <cmath>

namespace assay::protocol {
namespace {

struct Mean {
  double sum = 0, count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
};

/// 0 for the pair's first arm, 1 for its second; nothing for another.
std::optional<std::size_t> place(std::uint32_t instance, ArmPair pair) {
  if (instance / 2 == pair.first) return 0;
  if (instance / 2 == pair.second) return 1;
  return std::nullopt;
}

}  // namespace

std::optional<double> carry_over(const JudgedSquare& square, ArmPair pair) {
  std::array<std::array<Mean, 2>, 2> means{};  // [own arm][arm before]
  for (const auto& block : square.blocks) {
    for (std::size_t s = 0; s < block.size(); ++s) {
      const auto own = place(block[s].instance, pair);
      const auto before = place(block[s == 0 ? 0 : s - 1].instance, pair);
      if (!own || !before) continue;
      if (!(block[s].span_ns > 0)) return std::nullopt;
      means[*own][*before].add(std::log(block[s].span_ns));
    }
  }
  double effect = 0;
  for (const auto& own : means) {
    if (own[0].count == 0 || own[1].count == 0) return std::nullopt;
    effect += 0.5 * (own[1].sum / own[1].count - own[0].sum / own[0].count);
  }
  return effect;
}

}  // namespace assay::protocol
