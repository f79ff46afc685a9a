// SPDX-License-Identifier: Apache-2.0
// From a recorded comparison to its judgement; a fresh one goes the same way.
#include "protocol/compare.hpp"
#include "protocol/judge.hpp"
#include "protocol/readings.hpp"

namespace assay::protocol {
namespace {

JudgedSquare judged_square(const result::SquareRecord& square, double stamp_ns) {
  JudgedSquare judged{.void_reason = square.void_reason};
  for (const auto& block : square.blocks) {
    auto& slots = judged.blocks.emplace_back();
    for (const auto& slot : block.slots) {
      // Stamps that cannot be subtracted have made the whole square void already.
      const std::uint64_t ticks = slot.end > slot.begin ? slot.end - slot.begin : 0;
      slots.push_back({.instance = slot.instance, .span_ns = static_cast<double>(ticks) * stamp_ns});
    }
  }
  return judged;
}

JudgeInput input_of(const result::Comparison& comparison) {
  const double stamp_ns = comparison.certificate.stamp_ns.value_or(1);
  JudgeInput input{.margin = comparison.margin,
                   .quantum_ns = comparison.certificate.lattice_ns.value_or(1),
                   .location = comparison.schedule.location};
  for (const auto& replicate : comparison.replicates) {
    auto& judged = input.replicates.emplace_back();
    for (const auto& square : replicate.squares) judged.squares.push_back(judged_square(square, stamp_ns));
  }
  return input;
}

}  // namespace

void judge_again(result::Comparison& comparison) {
  using result::Verdict;
  // What ended a run is not in its readings: it stays as it was recorded.
  const auto was = comparison.judgement.verdict;
  const bool ended = !comparison.judgement.reasons.empty() &&
                     (was == Verdict::incorrect || was == Verdict::void_run || was == Verdict::unfit);
  auto input = input_of(comparison);
  if (ended) input.impediments.push_back({.verdict = was, .reason = comparison.judgement.reasons.front()});
  summarise(comparison);
  comparison.judgement = judge(input);
}

}  // namespace assay::protocol
