// SPDX-License-Identifier: Apache-2.0
#include "protocol/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "protocol/carry_over.hpp"
#include "protocol/judge_reasons.hpp"
#include "protocol/phase_test.hpp"
#include "protocol/slot_length.hpp"
#include "stats/location.hpp"
#include "stats/replicate_interval.hpp"
#include "stats/sign_sequence.hpp"

namespace assay::protocol {

namespace {

using result::Judgement;
using result::Verdict;

// Error rates: of a claimed direction, of "no difference", and of the band of the duplicates.
constexpr double kAlphaReplicates = 0.05, kAlphaEquivalence = 0.10, kAlphaBand = 0.05, kAlphaCarryOver = 0.01;
constexpr double kReadingsPerInstance = 8;  ///< of one square: four blocks, each instance twice in each

/// All that the intervals are made of.
struct Evidence {
  std::vector<double> effects{}, duplicates{}, medians{}, carry_overs{};
  std::array<std::vector<double>, 3> duplicates_of_third{};
  double span_ns = 0;            ///< mean contiguous span of the quickest instance
  bool phases_matter = false;    ///< the lattice is coarse against that span
  std::vector<JudgedSquare> all_squares{};  ///< where phases matter
  std::size_t squares = 0, void_squares = 0, merged = 1;
  std::size_t without_time = 0;  ///< groups of squares in which an instance read no time at all
  std::string first_void{};
  std::string low_yield{};  ///< of the first replicate below kLeastYield; empty: none
};

bool readable(const JudgedSquare& square, result::Location location, ArmPair pair) {
  return square.void_reason.empty() && contrasts(std::span(&square, 1), result::Location::sum, pair).has_value() &&
         (location == result::Location::sum || contrasts(std::span(&square, 1), location, pair).has_value());
}

/// A square all of whose readings are zero for one instance is no reason to void it under `sum`: merging may carry it.
bool complete(const JudgedSquare& square, ArmPair pair) {
  const auto answer = contrasts(std::span(&square, 1), result::Location::sum, pair);
  return square.void_reason.empty() && (answer || answer.error() == stats::Missing::below_resolution);
}

bool usable(const JudgedSquare& square, result::Location location, ArmPair pair) {
  return location == result::Location::sum ? complete(square, pair) : readable(square, location, pair);
}

/// Mean contiguous span of the instance whose mean is smallest: the one that the lattice hurts most.
double smallest_mean_span_ns(const JudgeInput& input) {
  std::map<std::uint32_t, std::pair<double, double>> sums;  // instance → sum and count
  for (const auto& replicate : input.replicates) {
    for (const auto& square : replicate.squares) {
      if (!usable(square, input.location, input.pair)) continue;
      for (const auto& block : square.blocks) {
        for (const auto& slot : block) {
          if (slot.instance / 2 != input.pair.first && slot.instance / 2 != input.pair.second) continue;
          auto& [sum, count] = sums[slot.instance];
          sum += slot.span_ns;
          count += static_cast<double>(slot.contiguous_spans);
        }
      }
    }
  }
  double least = sums.empty() ? 0 : std::numeric_limits<double>::infinity();
  for (const auto& [instance, sum] : sums) least = std::min(least, sum.first / sum.second);
  return least;
}

/// The squares that can be read; the others are counted.
std::vector<JudgedSquare> usable_squares(const JudgedReplicate& replicate, const JudgeInput& input,
                                         Evidence& evidence) {
  std::vector<JudgedSquare> good;
  std::string first_void;
  for (const auto& square : replicate.squares) {
    if (usable(square, input.location, input.pair)) {
      good.push_back(square);
    } else if (first_void.empty()) {
      first_void = square.void_reason.empty() ? "a reading is missing or reads no time" : square.void_reason;
    }
  }
  const std::size_t all = replicate.squares.size();
  if (static_cast<double>(good.size()) < kLeastYield * static_cast<double>(all) && evidence.low_yield.empty()) {
    evidence.low_yield = fmt::format("only {} of {} squares of a session are usable, fewer than {:.0f} %: {}",
                                     good.size(), all, 100 * kLeastYield, first_void);
  }
  if (evidence.first_void.empty()) evidence.first_void = first_void;
  evidence.squares += good.size();
  evidence.void_squares += all - good.size();
  return good;
}

/// Adds one replicate's effects; squares left over at its end, too few for a group of their own, join the last group.
void add_replicate(const JudgedReplicate& replicate, const JudgeInput& input, Evidence& evidence) {
  const auto good = usable_squares(replicate, input, evidence);
  std::vector<double> effects;
  const std::size_t groups = good.size() / evidence.merged;
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t first = g * evidence.merged;
    const std::size_t count = g + 1 == groups ? good.size() - first : evidence.merged;
    const auto answer = contrasts(std::span(good).subspan(first, count), input.location, input.pair);
    if (!answer) {
      // Leaving the group out would be to choose squares by their value; it is counted, and the judge refuses.
      ++evidence.without_time;
      continue;
    }
    effects.push_back(answer->effect);
    for (auto* into : {&evidence.duplicates, &evidence.duplicates_of_third[3 * g / groups]}) {
      into->insert(into->end(), {answer->duplicate_a, answer->duplicate_b});
    }
  }
  for (const auto& square : good) {
    if (const auto carried = carry_over(square, input.pair)) evidence.carry_overs.push_back(*carried);
  }
  if (evidence.phases_matter) evidence.all_squares.insert(evidence.all_squares.end(), good.begin(), good.end());
  if (effects.empty()) return;
  evidence.medians.push_back(*stats::median(effects));
  evidence.effects.insert(evidence.effects.end(), effects.begin(), effects.end());
}

/// Squares that are used; one that is void may have been broken off.
bool orders_are_balanced(const JudgeInput& input) {
  for (const auto& replicate : input.replicates) {
    for (const auto& square : replicate.squares) {
      if (square.void_reason.empty() && !order_is_balanced(square)) return false;
    }
  }
  return true;
}

Judgement ended(Verdict verdict, std::string reason, const Evidence& evidence) {
  Judgement judgement;
  judgement.verdict = verdict;
  judgement.squares = evidence.squares;
  judgement.void_squares = evidence.void_squares;
  judgement.reasons.push_back(std::move(reason));
  return judgement;
}

const Impediment* most_serious(const std::vector<Impediment>& impediments) {
  const auto found = std::min_element(impediments.begin(), impediments.end(),
                                      [](const auto& a, const auto& b) { return a.verdict < b.verdict; });
  return found == impediments.end() ? nullptr : &*found;
}

Verdict choose(const Judgement& j, double margin, const std::vector<Rung>& ladder) {
  const double limit = std::log1p(margin);
  Verdict verdict = Verdict::unresolved;
  const auto beyond = [&](double sign) {
    return std::all_of(ladder.begin(), ladder.end(),
                       [&](const Rung& r) { return !r.leans || sign * j.effect > std::abs(r.effect); });
  };
  if (j.equivalence.inside(-limit, limit) && j.band.inside(-limit, limit)) {
    verdict = Verdict::null;
  } else if (j.interval.low > 0 && j.effect > band_reach(j) && beyond(1)) {
    verdict = Verdict::slower;
  } else if (j.interval.high < 0 && j.effect < -band_reach(j) && beyond(-1)) {
    verdict = Verdict::faster;
  }
  return j.replicates.size() < kLeastReplicatesForAVerdict ? Verdict::unresolved : verdict;
}

stats::Interval widened(stats::Interval interval, double by) { return {interval.low - by, interval.high + by}; }

/// One step of the clock for each arm.
double phase_width(const JudgeInput& input, const Evidence& evidence) {
  return 2 * input.quantum_ns / evidence.span_ns;
}

/// What the arms do to each other and what the lattice does to both, as a width that every interval gains.
double extra_width(const JudgeInput& input, const Evidence& evidence, Judgement& judgement) {
  double width = 0;
  const auto carried = stats::sequence_interval(evidence.carry_overs, kAlphaCarryOver);
  if (carried.is_finite()) {
    judgement.carry_over = carried;
    if (carried.low > 0 || carried.high < 0) width += std::max(std::abs(carried.low), std::abs(carried.high));
  }
  if (!evidence.phases_matter) return width;
  const auto phase = test_phase(evidence.all_squares, input.pair);
  if (!phase) return width;
  judgement.phase = result::PhaseReading{
      .position = phase->position, .position_limit = phase->position_limit, .serial = phase->serial};
  if (!phase->position_passes()) width += phase_width(input, evidence);
  return width;
}

Grounds grounds_of(const JudgeInput& input, const Evidence& evidence, double width) {
  const double shared = static_cast<double>(std::max(1U, input.looks)) * std::max(1U, input.pairs);
  return {.margin = input.margin,
          .squares = widened(stats::sequence_interval(evidence.effects, kAlphaSquares / shared), width),
          .replicates = widened(stats::replicate_interval(evidence.medians, kAlphaReplicates / shared), width),
          .squares_equal = widened(stats::sequence_interval(evidence.effects, kAlphaEquivalence / shared), width),
          .replicates_equal = widened(stats::replicate_interval(evidence.medians, kAlphaEquivalence / shared), width),
          .values = evidence.effects.size(),
          .squares_merged = evidence.merged,
          .ladder = input.ladder,
          .alpha_shared_by = shared};
}

Judgement weigh(const JudgeInput& input, const Evidence& evidence) {
  Judgement judgement;
  judgement.widened = extra_width(input, evidence, judgement);
  const Grounds grounds = grounds_of(input, evidence, judgement.widened);
  judgement.effect = *stats::mean(evidence.medians);
  const bool phase_failed = judgement.phase && judgement.phase->position > judgement.phase->position_limit;
  if (phase_failed && phase_width(input, evidence) > std::max(std::log1p(input.margin), std::abs(judgement.effect))) {
    return ended(
        Verdict::unfit,
        fmt::format("the readings keep step with the clock's lattice of {:g} ns, and what that may hide is more "
                    "than both the margin and the effect: use longer slots or a finer clock",
                    input.quantum_ns),
        evidence);
  }
  judgement.interval = stats::hull(grounds.squares, grounds.replicates);
  judgement.equivalence = stats::hull(grounds.squares_equal, grounds.replicates_equal);
  judgement.band = stats::sequence_interval(evidence.duplicates, kAlphaBand);
  for (const auto& third : evidence.duplicates_of_third) {
    const auto band = stats::sequence_interval(third, kAlphaBand);
    if (band.is_finite()) judgement.band_thirds.push_back(band);
  }
  for (const auto& rung : input.ladder) judgement.ladder.push_back(rung.effect);
  judgement.replicates = evidence.medians;
  judgement.squares = evidence.squares;
  judgement.void_squares = evidence.void_squares;
  judgement.verdict = choose(judgement, input.margin, input.ladder);
  judgement.reasons = reasons(judgement, grounds);
  add_remarks(judgement, grounds);
  if (evidence.void_squares > 0) {
    judgement.reasons.push_back(fmt::format("{} of {} squares are void as a whole and were left out: {}",
                                            evidence.void_squares, evidence.squares + evidence.void_squares,
                                            evidence.first_void));
  }
  return judgement;
}

}  // namespace

std::size_t squares_per_effect(result::Location location, double quantum_ns, double span_ns) {
  if (location != result::Location::sum) return 1;
  if (span_ns <= 0) return 0;
  if (span_ns >= kLeastQuanta * quantum_ns) return 1;
  return static_cast<std::size_t>(std::ceil(kLeastQuanta * quantum_ns / (kReadingsPerInstance * span_ns)));
}

Judgement judge(const JudgeInput& input) {
  Evidence evidence;
  if (!orders_are_balanced(input) && input.impediments.empty()) {
    return ended(
        Verdict::void_run,
        "order confounded: an arm stands later than another in its squares, so that drift would be taken for an "
        "effect; use mirrored blocks",
        evidence);
  }
  if (const Impediment* decisive = most_serious(input.impediments)) {
    return ended(decisive->verdict, decisive->reason, evidence);
  }
  evidence.span_ns = smallest_mean_span_ns(input);
  evidence.phases_matter = needs_dither(input.quantum_ns, evidence.span_ns, input.margin);
  evidence.merged = squares_per_effect(input.location, input.quantum_ns, evidence.span_ns);
  const bool reads_nothing = evidence.merged == 0;
  evidence.merged = std::max<std::size_t>(evidence.merged, 1);
  for (const auto& replicate : input.replicates) add_replicate(replicate, input, evidence);
  if (evidence.squares + evidence.void_squares == 0)
    return ended(Verdict::void_run, "no square was measured", evidence);
  if (!evidence.low_yield.empty()) return ended(Verdict::void_run, evidence.low_yield, evidence);
  if (reads_nothing || evidence.effects.empty() || evidence.without_time > 0) {
    return ended(
        Verdict::unfit,
        fmt::format("the spans are too short for a clock with steps of {:g} ns: use more trials in a slot or a "
                    "larger problem",
                    input.quantum_ns),
        evidence);
  }
  return weigh(input, evidence);
}

}  // namespace assay::protocol
