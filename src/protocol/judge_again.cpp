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

/// What the record itself forbids, whatever its readings say.
std::vector<Impediment> impediments_of(const result::Comparison& comparison) {
  using result::Verdict;
  std::vector<Impediment> found;
  if (comparison.ended_by) found.push_back(*comparison.ended_by);
  const bool read = !comparison.replicates.empty();
  if (read && !comparison.gate.passed) {
    found.push_back({.verdict = Verdict::incorrect, .reason = comparison.gate.message});
  }
  if (read && !comparison.certificate.fit_to_compare()) {
    found.push_back({.verdict = Verdict::unfit, .reason = comparison.certificate.why_unfit()});
  }
  return found;
}

}  // namespace

void judge_again(result::Comparison& comparison) {
  auto input = input_of(comparison);
  input.impediments = impediments_of(comparison);
  comparison.judgement = judge(input);
  if (result::publishes_numbers(comparison.judgement.verdict)) {
    summarise(comparison);
    return;
  }
  // A record that is not to be believed carries no number that somebody could quote from it.
  for (auto& arm : comparison.arms) arm.median_trial_ns = arm.first_over_plateau = 0;
  comparison.duty = 0;
}

}  // namespace assay::protocol
