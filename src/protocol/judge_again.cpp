// SPDX-License-Identifier: Apache-2.0
// From a recorded comparison to its judgement; a fresh one goes the same way.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "protocol/clock_state.hpp"
#include "protocol/compare.hpp"
#include "protocol/floor_ladder.hpp"
#include "protocol/judge.hpp"
#include "protocol/judge_reasons.hpp"
#include "protocol/readings.hpp"
#include "protocol/schedule.hpp"

namespace assay::protocol {
namespace {

constexpr std::size_t kMostArms = kMostInstances / 2;

JudgeInput input_of(const result::Comparison& comparison) {
  const double stamp_ns = comparison.certificate.stamp_ns.value_or(1);
  JudgeInput input{.margin = comparison.margin,
                   .quantum_ns = comparison.certificate.lattice_ns.value_or(1),
                   .location = comparison.schedule.location,
                   .looks = comparison.schedule.looks};
  const auto reasons = void_reasons(comparison);
  for (std::size_t r = 0; r < comparison.replicates.size(); ++r) {
    auto& judged = input.replicates.emplace_back();
    const auto& squares = comparison.replicates[r].squares;
    for (std::size_t s = 0; s < squares.size(); ++s) {
      judged.squares.push_back(judged_square(squares[s], stamp_ns));
      judged.squares.back().void_reason = reasons[r][s];
    }
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

/// "The arms change the clock" is proven where the reference behind one arm differs from that behind the other by more
/// than half of the margin: what is less cannot turn a verdict.
std::optional<Impediment> clock_impediment(const result::Comparison& comparison, ArmPair pair) {
  const auto difference = reference_difference(comparison, pair.first, pair.second);
  const double limit = std::log1p(comparison.margin / 2);
  if (difference.low <= limit && difference.high >= -limit) return std::nullopt;
  return Impediment{.verdict = result::Verdict::unfit,
                    .reason = fmt::format("the arms put the device into different clock states: the clock-check kernel "
                                          "reads {} behind {} against behind {}",
                                          percent_range(difference), comparison.arms[pair.second].name,
                                          comparison.arms[pair.first].name)};
}

/// `input` holds every reading of the comparison, so it is one for all pairs: what belongs to a pair is set here.
result::Judgement judge_pair(const result::Comparison& comparison, JudgeInput& input, ArmPair pair) {
  input.pair = pair;
  input.ladder =
      ladder_rungs(comparison, pair, static_cast<double>(std::max(1U, input.looks)) * std::max(1U, input.pairs));
  input.impediments = impediments_of(comparison);
  if (auto clock = clock_impediment(comparison, pair)) input.impediments.push_back(std::move(*clock));
  return judge(input);
}

/// Every pair of arms, in the order that result::Comparison::pairs states.
std::vector<result::PairJudgement> judge_pairs(const result::Comparison& comparison, JudgeInput& input,
                                               std::uint32_t arms) {
  input.pairs = arms * (arms - 1) / 2;
  std::vector<result::PairJudgement> judged;
  for (std::uint32_t first = 0; first < arms; ++first) {
    for (std::uint32_t second = first + 1; second < arms; ++second) {
      judged.push_back({.first = first,
                        .second = second,
                        .judgement = judge_pair(comparison, input, {.first = first, .second = second})});
    }
  }
  // Effects against the baseline order the arms; where none is published the order of the plan stays.
  std::vector<std::pair<double, std::uint32_t>> order{{0.0, 0}};
  for (std::uint32_t arm = 1; arm < arms; ++arm) {
    const double effect = judged[arm - 1].judgement.effect;
    order.emplace_back(std::isfinite(effect) ? effect : 0.0, arm);  // a NaN has no place in any order
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::uint32_t quickest_candidate = order[0].second != 0 ? order[0].second : order[1].second;
  const auto best = std::minmax(order[0].second, order[1].second);
  const auto rank = [&](const result::PairJudgement& pair) {
    if (pair.first == 0) return pair.second == quickest_candidate ? 0 : 1;
    return pair.first == best.first && pair.second == best.second ? 2 : 3;
  };
  std::stable_sort(judged.begin(), judged.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return judged;
}

}  // namespace

Expected<void> check_record(const result::Comparison& comparison, std::string_view where) {
  const auto refuse = [&](const char* what, double value, const char* limit) -> Expected<void> {
    return fail({.fault = Fault::bad_input,
                 .what = what,
                 .value = fmt::format("{}", value),
                 .limit = limit,
                 .where = std::string(where),
                 .advice = "take the file as it was kept, or compare again"});
  };
  const auto& certificate = comparison.certificate;
  // A NaN is neither above nor below anything, and so is no number that is allowed.
  const bool margin_allowed = comparison.margin > 0 && comparison.margin <= 1;
  const double stamp_ns = certificate.stamp_ns.value_or(1);
  const bool stamp_allowed = stamp_ns > 0 && stamp_ns < 1e9;
  if (!margin_allowed) return refuse("'margin' is out of range", comparison.margin, "above 0, to 1");
  if (!stamp_allowed) return refuse("'stamp_ns' is out of range", stamp_ns, "above 0, below 1e9");
  if (!(certificate.lattice_ns.value_or(1) > 0))
    return refuse("'lattice_ns' is out of range", *certificate.lattice_ns, "above 0");
  if (comparison.schedule.looks > 2) return refuse("'looks' is out of range", comparison.schedule.looks, "1 or 2");
  if (comparison.schedule.trials == 0) return refuse("'trials' is out of range", 0, "1 or more");
  const std::size_t arms = comparison.arms.size();
  if (arms < 2 || arms > kMostArms)
    return refuse("the number of arms is out of range", static_cast<double>(arms), "2 to 32");
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) {
      for (const auto& block : square.blocks) {
        for (const auto& slot : block.slots) {
          if (slot.instance >= 2 * arms)
            return refuse("a slot is of an instance that no arm has", slot.instance,
                          "two for each arm, counted from 0");
          if (slot.later.size() % 2 != 0) {
            return refuse("a slot has a stamp of a later trial too many", static_cast<double>(slot.later.size()),
                          "pairs of begin and end");
          }
        }
      }
    }
  }
  return {};
}

void judge_again(result::Comparison& comparison) {
  auto input = input_of(comparison);
  const auto arms = static_cast<std::uint32_t>(comparison.arms.size());
  comparison.pairs.clear();
  if (arms <= 2) {
    comparison.judgement = judge_pair(comparison, input, {});
  } else {
    comparison.pairs = judge_pairs(comparison, input, arms);
    comparison.judgement = comparison.pairs.front().judgement;
  }
  if (result::publishes_numbers(comparison.judgement.verdict)) {
    summarise(comparison);
    if (const auto drift = ladder_drift(comparison)) {
      comparison.drift_range = drift->range;
      comparison.drift_deviation = drift->deviation;
    }
    return;
  }
  // A record that is not to be believed carries no number that somebody could quote from it.
  for (auto& arm : comparison.arms) {
    arm.median_trial_ns = arm.first_over_plateau = 0;
    arm.mean_trial_ns.reset();
  }
  comparison.duty = comparison.drift_range = comparison.drift_deviation = 0;
}

}  // namespace assay::protocol
