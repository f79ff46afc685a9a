// SPDX-License-Identifier: Apache-2.0
// From a recorded comparison to its judgement; a fresh one goes the same way.
#include <fmt/format.h>

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
      slots.push_back({.instance = slot.instance,
                       .span_ns = span_ns(slot, stamp_ns).value_or(0),
                       .contiguous_spans = contiguous_spans(slot)});
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

Expected<void> check_record(const result::Comparison& comparison, std::string_view where) {
  const auto refuse = [&](const char* what, double value, const char* limit) -> Expected<void> {
    return fail({.fault = Fault::bad_input,
                 .what = what,
                 .value = fmt::format("{}", value),
                 .limit = limit,
                 .where = std::string(where)});
  };
  const auto& certificate = comparison.certificate;
  if (!(comparison.margin > 0 && comparison.margin <= 1)) return refuse("'margin'", comparison.margin, "above 0, to 1");
  if (!(certificate.stamp_ns.value_or(1) > 0 && certificate.stamp_ns.value_or(1) < 1e9)) {
    return refuse("'stamp_ns'", *certificate.stamp_ns, "above 0, below 1e9");
  }
  if (!(certificate.lattice_ns.value_or(1) > 0)) return refuse("'lattice_ns'", *certificate.lattice_ns, "above 0");
  if (comparison.schedule.trials == 0) return refuse("'trials'", 0, "1 or more");
  if (comparison.arms.size() != 2) {
    return refuse("number of arms", static_cast<double>(comparison.arms.size()), "2");
  }
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) {
      for (const auto& block : square.blocks) {
        for (const auto& slot : block.slots) {
          if (slot.instance > 3) return refuse("instance of a slot", slot.instance, "0 to 3");
        }
      }
    }
  }
  return {};
}

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
