// SPDX-License-Identifier: Apache-2.0
#include "protocol/judge_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "protocol/judge.hpp"
#include "protocol/phase_test.hpp"
#include "stats/sign_sequence.hpp"

namespace assay::protocol {

namespace {

using result::Judgement;
using result::Verdict;
using stats::Interval;

bool excludes_zero(Interval interval) { return interval.low > 0 || interval.high < 0; }

std::string margin_text(double margin) { return fmt::format("{:g} %", 100 * margin); }

/// Factor on the sample by which a half width shrinks to `wanted`: widths fall with its square root. What carry-over
/// and lattice add to each side does not fall.
double growth(double half, double wanted, double added) {
  if (wanted <= added) return INFINITY;
  const double factor = std::max(half - added, 0.0) / (wanted - added);
  return factor * factor;
}

/// Until the interval lies on the effect's side of zero.
double growth_to_direction(Interval interval, const Judgement& j) {
  const double half = j.effect > 0 ? j.effect - interval.low : interval.high - j.effect;
  return growth(half, std::abs(j.effect), j.widened);
}

/// Until both ends lie within ± limit.
double growth_to_null(Interval interval, const Judgement& j, double limit) {
  return std::max(growth(interval.high - j.effect, limit - j.effect, j.widened),
                  growth(j.effect - interval.low, limit + j.effect, j.widened));
}

/// "about 3 times as many squares" or "about 12 replicates", whichever has farther to go.
std::string more_of(double of_squares, double of_replicates, std::size_t replicate_count) {
  const double factor = std::max(of_squares, of_replicates);
  if (of_replicates >= of_squares) {
    const double count = std::ceil(factor * static_cast<double>(replicate_count));
    return fmt::format("about {:.0f} replicates instead of {}",
                       std::max(count, static_cast<double>(replicate_count) + 1), replicate_count);
  }
  return fmt::format("about {:.1f} times as many squares", std::max(factor, 1.1));
}

/// The smallest margin at which these readings would have been called "no difference", rounded up to two digits.
double margin_for_null(const Judgement& j) {
  const double needed = std::expm1(std::max(
      {std::abs(j.equivalence.low), std::abs(j.equivalence.high), std::abs(j.band.low), std::abs(j.band.high)}));
  const double step = std::pow(10.0, std::floor(std::log10(needed)) - 1);
  return std::ceil(needed / step * (1 + 1e-9)) * step;
}

std::string what_it_takes(const Judgement& j, const Grounds& g) {
  if (!j.interval.is_finite() || !j.equivalence.is_finite() || !j.band.is_finite()) return {};
  constexpr double kHopeless = 1000;  // a number of squares that nobody would wait for says nothing
  const double limit = std::log1p(g.margin);
  const double direction[] = {growth_to_direction(g.squares, j), growth_to_direction(g.replicates, j)};
  const double null[] = {growth_to_null(g.squares_equal, j, limit), growth_to_null(g.replicates_equal, j, limit)};
  const double to_direction = std::max(direction[0], direction[1]), to_null = std::max(null[0], null[1]);
  std::string text;
  if (std::min(to_direction, to_null) < kHopeless) {
    const bool shorter = to_direction <= to_null;
    text = fmt::format("it would take {} to {}, if the next readings are like these",
                       shorter ? more_of(direction[0], direction[1], j.replicates.size())
                               : more_of(null[0], null[1], j.replicates.size()),
                       shorter ? "show the direction" : fmt::format("show that no {} matters", margin_text(g.margin)));
  }
  const std::string wider = fmt::format(
      "at 5 % a side, which is less strict than the interval above, they rule out a "
      "difference of {} or more",
      margin_text(margin_for_null(j)));
  return text.empty() ? wider : text + "; " + wider;
}

std::vector<std::string> null_reasons(const Judgement& j, const Grounds& g) {
  std::vector<std::string> list{fmt::format("no difference of {} or more: everything between {} is inside the margin",
                                            margin_text(g.margin), percent_range(j.equivalence))};
  if (excludes_zero(j.interval) && std::abs(j.effect) > band_reach(j)) {
    list.push_back(fmt::format("{} {}, below the margin", percent_of_log(std::abs(j.effect)).substr(1),
                               j.effect > 0 ? "slower" : "faster"));
  }
  return list;
}

std::vector<std::string> direction_reasons(const Judgement& j) {
  const bool slower = j.verdict == Verdict::slower;
  return {fmt::format("the interval excludes zero on the {} side: {}", slower ? "slower" : "faster",
                      percent_range(j.interval)),
          fmt::format("the effect of {} lies outside the band that duplicates of one arm span: {}",
                      percent_of_log(j.effect), percent_range(j.band))};
}

/// Why a direction that the interval shows is still no verdict.
void add_floor_reasons(const Judgement& j, const Grounds& g, std::vector<std::string>& list) {
  if (std::abs(j.effect) <= band_reach(j)) {
    list.push_back(
        fmt::format("inside the band is never a win: the effect is {}, and duplicates of one arm read {} "
                    "against each other",
                    percent_of_log(j.effect), percent_range(j.band)));
  }
  for (const auto& rung : g.ladder) {
    if (!rung.leans || std::abs(rung.effect) < std::abs(j.effect)) continue;
    list.push_back(fmt::format(
        "the instrument seems to lean: over its processes one and the same build read {} against itself, on "
        "one side or the other, no less than the effect of {}",
        percent_of_log(std::copysign(rung.effect, j.effect)), percent_of_log(j.effect)));
    break;
  }
}

std::vector<std::string> unresolved_reasons(const Judgement& j, const Grounds& g) {
  std::vector<std::string> list;
  if (j.replicates.size() < kLeastReplicatesForAVerdict) {
    list.push_back(fmt::format("{} of the {} replicates that a verdict needs: whatever is seen holds in {} only",
                               j.replicates.size(), kLeastReplicatesForAVerdict,
                               j.replicates.size() == 1 ? "this process" : "these processes"));
    // One process has no interval over processes; that of its squares holds within it.
    const Interval seen = j.interval.is_finite() ? j.interval : g.squares;
    if (excludes_zero(seen)) {
      list.push_back(fmt::format("in {} the interval lies on the {} side: {}",
                                 j.replicates.size() == 1 ? "this process" : "these processes",
                                 j.effect > 0 ? "slower" : "faster", percent_range(seen)));
    }
    list.emplace_back("measure 5 replicates (--replicates 5)");
    return list;
  }
  const std::size_t least = stats::least_values(kAlphaSquares / g.alpha_shared_by);
  if (g.values < least) {
    const std::size_t needed = least * g.squares_merged;
    list.push_back(fmt::format("{} usable squares, and the interval of squares needs {}: measure more squares",
                               j.squares, needed));
    return list;
  }
  if (excludes_zero(j.interval)) {
    // Only the floor can have kept such an interval from a verdict.
    add_floor_reasons(j, g, list);
    list.push_back(fmt::format("the interval alone excludes zero: {}", percent_range(j.interval)));
    list.emplace_back(
        "what the instrument reads of equal things must become smaller than the effect: longer slots "
        "(--slot), more squares, a quieter machine");
    return list;
  } else {
    const double limit = std::log1p(g.margin);
    const bool equal = j.equivalence.inside(-limit, limit);
    list.push_back(equal
                       ? fmt::format("the intervals at 5 % a side lie inside the margin of {}, and the floor does not",
                                     margin_text(g.margin))
                       : fmt::format("the interval holds zero, {}, and at 5 % a side it reaches past the margin of {}: "
                                     "{}",
                                     percent_range(j.interval), margin_text(g.margin), percent_range(j.equivalence)));
    if (!j.band.inside(-limit, limit)) {
      list.push_back(
          fmt::format("duplicates of one arm read {} against each other, more than the margin", percent_range(j.band)));
    }
  }
  if (std::string takes = what_it_takes(j, g); !takes.empty()) list.push_back(std::move(takes));
  return list;
}

}  // namespace

double band_reach(const Judgement& judgement) {
  return std::max(std::abs(judgement.band.low), std::abs(judgement.band.high));
}

std::string percent_of_log(double log) {
  const double percent = 100 * std::expm1(log);
  const bool tiny = std::abs(percent) < 0.095;  // two digits must remain
  std::string text = tiny ? fmt::format("{:+.3f}", percent) : fmt::format("{:+.2f}", percent);
  if (text.find_first_of("123456789") == std::string::npos) text = "+0";
  return text + " %";
}

std::string percent_range(Interval logs) {
  if (!logs.is_finite()) return "not known yet";
  return percent_of_log(logs.low) + " … " + percent_of_log(logs.high);
}

std::vector<std::string> reasons(const Judgement& judgement, const Grounds& grounds) {
  switch (judgement.verdict) {
    case Verdict::null: return null_reasons(judgement, grounds);
    case Verdict::faster:
    case Verdict::slower: return direction_reasons(judgement);
    case Verdict::unresolved: return unresolved_reasons(judgement, grounds);
    case Verdict::incorrect:
    case Verdict::void_run:
    case Verdict::unfit: break;
  }
  return {};
}

void add_remarks(Judgement& judgement, const Grounds& grounds) {
  auto& list = judgement.reasons;
  if (grounds.squares_merged > 1) {
    list.push_back(fmt::format("squares are merged {} at a time, because a span is fewer than {:g} steps of the clock",
                               grounds.squares_merged, kLeastQuanta));
  }
  if (judgement.carry_over && excludes_zero(*judgement.carry_over)) {
    list.push_back(
        fmt::format("the arms change the machine for each other: a slot behind the second arm reads {} "
                    "against one behind the first; every interval is widened by the larger end",
                    percent_range(*judgement.carry_over)));
  }
  if (!judgement.phase) return;
  const auto& phase = *judgement.phase;
  if (phase.position > phase.position_limit) {
    list.push_back(
        fmt::format("the readings keep step with the clock's lattice (χ² {:.1f} over positions, at most {:.1f}): "
                    "every interval is widened by one step of the clock for each arm",
                    phase.position, phase.position_limit));
  }
  if (std::abs(phase.serial) > PhaseTest::kMostSerial) {
    list.push_back(fmt::format("neighbouring readings are correlated (z = {:+.1f})", phase.serial));
  }
}

}  // namespace assay::protocol
