// SPDX-License-Identifier: Apache-2.0
#include "report/comparison_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "report/cache_text.hpp"
#include "report/floor_text.hpp"
#include "report/labelled_lines.hpp"
#include "report/next_step.hpp"
#include "report/number_text.hpp"
#include "report/rig_text.hpp"
#include "report/text_layout.hpp"
#include "report/verdict_sentence.hpp"
#include "result/rate_claim.hpp"

namespace assay::report {
namespace {

using result::Comparison;

constexpr std::size_t kLabelColumns = 12;
constexpr std::size_t kMostReasons = 8;  // the rest is in the JSON
constexpr std::size_t kMostEvents = 3;   // of a broken run
constexpr std::size_t kMostReplicates = 10;

void add_pass_difference(LabelledLines& lines, const Comparison& comparison) {
  if (comparison.arms.size() != 2 || comparison.arms[0].passes == comparison.arms[1].passes) return;
  const ArmNames names = arm_names(comparison);
  lines.add("note",
            fmt::format("the arms differ in passes: {} has {}, {} has {}", names.a, comparison.arms[0].passes, names.b,
                        comparison.arms[1].passes),
            Ink::yellow);
}

/// Reasons; where the judge gave none, what else the record knows.
std::vector<std::string> reasons_of(const Comparison& comparison) {
  std::vector<std::string> reasons = comparison.judgement.reasons;
  if (!reasons.empty()) return reasons;
  const std::string unfit = comparison.certificate.why_unfit();
  if (comparison.judgement.verdict == result::Verdict::unfit && !unfit.empty()) reasons.push_back(unfit);
  if (reasons.empty() && !publishes_times(comparison.judgement.verdict)) reasons.emplace_back("no reason was recorded");
  return reasons;
}

std::vector<std::string> events_of(const Comparison& comparison) {
  std::vector<std::string> events;
  for (const result::ReplicateRecord& replicate : comparison.replicates) {
    events.insert(events.end(), replicate.events.begin(), replicate.events.end());
  }
  return events;
}

void add_interval(LabelledLines& lines, const Comparison& comparison) {
  const result::Judgement& judgement = comparison.judgement;
  if (!known_effect(judgement)) return;
  const EffectText text(judgement);
  if (!judgement.interval.is_finite()) {
    lines.add("interval", "not known: a square interval at 99 % needs 10 squares, a replicate interval 2 replicates");
    return;
  }
  std::string line = fmt::format("{} ({} the time): 99 % over squares, 95 % over replicates",
                                 text.range(judgement.interval), text.factor_range(judgement.interval));
  const bool in_headline = judgement.verdict == result::Verdict::faster || judgement.verdict == result::Verdict::slower;
  if (!in_headline) line = fmt::format("effect {}, {}", text.signed_percent(judgement.effect), line);
  if (judgement.verdict == result::Verdict::null && judgement.equivalence.is_finite()) {
    line += fmt::format("; at 5 % a side {}, inside ± {}", text.range(judgement.equivalence),
                        declared_percent_text(comparison.margin));
  }
  lines.add("interval", line);
}

/// Of the baseline's slot; 0: not known.
double lattice_share(const Comparison& comparison) {
  const double a = comparison.arms.empty() ? 0 : comparison.arms[0].trial_ns();
  const double slot_ns = a * static_cast<double>(comparison.schedule.trials);
  return slot_ns > 0 ? comparison.certificate.lattice_ns.value_or(0) / slot_ns : 0;
}

void add_floor(LabelledLines& lines, const Comparison& comparison) {
  const stats::Interval& band = comparison.judgement.band;
  if (!band.is_finite()) {
    lines.add("floor", "not known: the band of the duplicates needs 7 readings of them");
    return;
  }
  const double low = std::expm1(band.low), high = std::expm1(band.high);
  const double reach = std::max(std::fabs(low), std::fabs(high));
  if (reach == 0) {
    // Sums of whole steps are alike in most squares, and the median of their differences is nothing.
    const double share = lattice_share(comparison);
    lines.add("floor",
              fmt::format("the duplicates read alike in most squares: what is finer than the clock's lattice ({} "
                          "of a slot) does not show in it",
                          share > 0 ? percent_text(share, percent_decimals(share)) : "an unknown part"));
    return;
  }
  const int decimals = percent_decimals(reach);
  lines.add("floor",
            fmt::format("the instrument read its own duplicates within ± {} ({} … {})", percent_text(reach, decimals),
                        percent_text(low, decimals, Sign::always), percent_text(high, decimals, Sign::always)));
}

/// What else the session said about its instrument: the ladder, thirds, drift, carry-over and phases.
void add_instrument(LabelledLines& lines, const Comparison& comparison) {
  const result::Judgement& judgement = comparison.judgement;
  const EffectText text(judgement);
  if (!judgement.ladder.empty()) {
    std::string line;
    for (const double rung : judgement.ladder) line += (line.empty() ? "" : ", ") + text.signed_percent(rung);
    line = fmt::format("one build in every slot reads {} (start, middle and end of the sessions)", line);
    if (comparison.drift_range > 0) {
      line += fmt::format("; its blocks range over {}, SD {} of their mean", percent_text(comparison.drift_range, 2),
                          percent_text(comparison.drift_deviation, 2));
    }
    lines.add("ladder", line);
  }
  if (judgement.band_thirds.size() == 3) {
    lines.add("thirds",
              fmt::format("floor in each third of the sessions: {}; {}; {}", text.range(judgement.band_thirds[0]),
                          text.range(judgement.band_thirds[1]), text.range(judgement.band_thirds[2])));
  }
  if (judgement.carry_over) {
    lines.add("carry-over", fmt::format("a slot behind B against one behind A: {}", text.range(*judgement.carry_over)));
  }
  if (judgement.phase) {
    lines.add("phase",
              fmt::format("position χ² {:.1f} (at most {:.1f}), neighbours z = {:+.1f} (± 2.58)",
                          judgement.phase->position, judgement.phase->position_limit, judgement.phase->serial));
  }
}

void add_replicates(LabelledLines& lines, const Comparison& comparison) {
  const result::Judgement& judgement = comparison.judgement;
  if (judgement.replicates.empty()) return;
  const EffectText text(judgement);
  std::string line;
  const std::size_t shown = std::min(judgement.replicates.size(), kMostReplicates);
  for (std::size_t i = 0; i < shown; ++i) {
    line += fmt::format("{}{}", i == 0 ? "" : ", ", text.signed_percent(judgement.replicates[i]));
  }
  if (shown < judgement.replicates.size()) line += ", …";
  line += fmt::format("; {} used", counted(judgement.squares, "square"));
  if (judgement.void_squares > 0) line += fmt::format(", {} void", count_text(judgement.void_squares));
  lines.add("replicates", line);
}

/// Below this many quanta one span says little, and a median even less.
constexpr double kLeastQuanta = 30;

void add_time(LabelledLines& lines, const Comparison& comparison, std::size_t arm, const std::string& name) {
  const result::ArmSummary& summary = comparison.arms[arm];
  const std::string label = "time " + arm_letter(arm);
  if (!std::isfinite(summary.trial_ns()) || summary.trial_ns() <= 0) {
    lines.add(label, fmt::format("{}: not known, no usable reading", name));
    return;
  }
  std::string line = fmt::format("{}: {} {} a trial", name, summary.mean_trial_ns ? "mean" : "median",
                                 duration_text(summary.trial_ns(), 4));
  const double lattice = comparison.certificate.lattice_ns.value_or(0);
  const double trials = std::max(1.0, static_cast<double>(comparison.schedule.trials));
  if (lattice > 0 && !summary.mean_trial_ns && summary.trial_ns() * trials < kLeastQuanta * lattice) {
    line += fmt::format(" ± {} of lattice (a slot spans fewer than 30 quanta)", duration_text(lattice / trials));
  }
  if (const auto bytes = comparison.rates.find("bytes"); bytes != comparison.rates.end()) {
    const double rate = bytes->second / summary.trial_ns() * 1e9;
    line += ", " + rate_text(rate, "B") +
            rate_remark(result::claim_of(rate, summary.working_set_bytes, comparison.schedule.cache));
  }
  if (const auto items = comparison.rates.find("items"); items != comparison.rates.end()) {
    line += ", " + rate_text(items->second / summary.trial_ns() * 1e9, "items");
  }
  if (std::isfinite(summary.first_over_plateau) && summary.first_over_plateau > 0) {
    line += fmt::format("; first reading {} the plateau", factor_text(summary.first_over_plateau, 1));
  }
  lines.add(label, line);
}

/// Of slots that nobody arranged anything for only in full: that is how nearly all are.
void add_cache(LabelledLines& lines, const Comparison& comparison, bool full) {
  const auto& cache = comparison.schedule.cache;
  if (!cache) return;
  const bool arranged = cache->state == result::CacheState::cold || cache->state == result::CacheState::warm;
  if (full || arranged || !cache->asked.empty()) lines.add("cache", cache_text(comparison));
}

void add_times(LabelledLines& lines, const Comparison& comparison) {
  for (std::size_t arm = 0; arm < comparison.arms.size(); ++arm) {
    add_time(lines, comparison, arm, names_of_pair(comparison, arm == 0 ? 1 : 0, arm).b);
  }
}

/// The other pairs of more than two arms, with the name of the reason for their order: the best against the runner-up
/// is a pair chosen after looking, and the error rates are shared over all pairs.
void add_pairs(LabelledLines& lines, const Comparison& comparison) {
  for (std::size_t p = 1; p < comparison.pairs.size(); ++p) {
    const auto& pair = comparison.pairs[p];
    const auto names = names_of_pair(comparison, pair.first, pair.second);
    lines.add(fmt::format("{} to {}", arm_letter(pair.second), arm_letter(pair.first)),
              fmt::format("{}: {}", headline_word(pair.judgement.verdict),
                          pair_sentence(pair.judgement, names, comparison.margin)),
              ink_of(pair.judgement.verdict));
  }
  if (!comparison.pairs.empty()) {
    lines.add("", fmt::format("error rates are shared over all {} pairs of arms", comparison.pairs.size()));
  }
}

void add_prediction(LabelledLines& lines, const Comparison& comparison) {
  if (!comparison.predicted) return;
  const auto [least, most] = *comparison.predicted;
  std::string line = fmt::format("predicted {} … {}", declared_percent_text(least, Sign::always),
                                 declared_percent_text(most, Sign::always));
  if (!publishes_times(comparison.judgement.verdict)) {
    lines.add("prediction", line + "; not tested");
    return;
  }
  if (const std::optional<double> effect = known_effect(comparison.judgement)) {
    const double fraction = std::expm1(*effect);
    line += fmt::format("; measured {}, {}", EffectText(comparison.judgement).signed_percent(*effect),
                        least <= fraction && fraction <= most ? "as predicted" : "not as predicted");
  } else {
    line += "; nothing measured";
  }
  lines.add("prediction", line);
}

void add_gates(LabelledLines& lines, const Comparison& comparison) {
  const result::GateRecord& gate = comparison.gate;
  if (!gate.ran()) {
    lines.add("gates", "not run");
    return;
  }
  std::string line = gate.passed ? "passed" : "FAILED";
  if (!gate.message.empty()) line += ": " + elide_middle(printable(gate.message), kSentenceColumns);
  if (gate.blocks_checked > 0) {
    line +=
        fmt::format("; {} of {} checked blocks wrong", count_text(gate.blocks_wrong), count_text(gate.blocks_checked));
  }
  lines.add("gates", line, gate.passed ? Ink::faint : Ink::red);
}

/// Timed slots of a square, as recorded; of the plan where nothing was recorded: 2n rows of n instances.
std::size_t slots_per_square(const Comparison& comparison) {
  for (const result::ReplicateRecord& replicate : comparison.replicates) {
    for (const result::SquareRecord& square : replicate.squares) {
      std::size_t slots = 0;
      for (const result::BlockRecord& block : square.blocks) slots += block.slots.size();
      if (slots > 0) return slots;
    }
  }
  const std::size_t instances = 2 * std::max<std::size_t>(comparison.arms.size(), 2);
  return 2 * instances * instances;
}

void add_schedule(LabelledLines& lines, const Comparison& comparison) {
  constexpr std::uint32_t kPoolThatAverages = 8;
  const result::Schedule& schedule = comparison.schedule;
  const std::size_t judged = comparison.judgement.replicates.size();
  const bool fewer = publishes_times(comparison.judgement.verdict) && judged < schedule.replicates;
  std::string line = fewer ? fmt::format("{} of ", judged) : std::string();
  line += fmt::format("{} × {} × {}, {} a slot, seed {}", counted(schedule.replicates, "fresh process"),
                      counted(schedule.squares, "square"), counted(slots_per_square(comparison), "slot"),
                      counted(schedule.trials, "trial"), schedule.seed);
  if (schedule.dither) line += ", dithered";
  if (schedule.pool < kPoolThatAverages) {
    line += fmt::format("; pool of {}: allocation luck not averaged", counted(schedule.pool, "allocation"));
  }
  if (publishes_times(comparison.judgement.verdict)) {
    if (comparison.seconds > 0) line += fmt::format("; took {}", duration_text(comparison.seconds * 1e9));
    if (comparison.duty > 0)
      line += fmt::format(", timed work {} of the squares' time", percent_text(comparison.duty, 0));
  }
  lines.add("schedule", line);
}

void add_clock(LabelledLines& lines, const Comparison& comparison) {
  const result::Certificate& certificate = comparison.certificate;
  std::string line =
      fmt::format("lattice {}, empty pass {}", lattice_text(certificate.lattice_ns), empty_pass_text(certificate));
  constexpr double kQuantumShareOfMargin = 1.0 / 50;  // the same threshold at which slots are dithered
  const double share = lattice_share(comparison);
  if (publishes_times(comparison.judgement.verdict) && share > comparison.margin * kQuantumShareOfMargin) {
    line += fmt::format("; one quantum is {} of a slot", percent_text(share, percent_decimals(share)));
  }
  lines.add("clock", line);
}

/// What to do; an interruption is nobody's fault, and the command that goes on is known.
void add_next(LabelledLines& lines, const Comparison& comparison) {
  if (!comparison.ended_by || !comparison.ended_by->interrupted) {
    const auto verdict = comparison.judgement.verdict;
    const auto reasons = reasons_of(comparison);
    const bool events = verdict == result::Verdict::void_run && !events_of(comparison).empty();
    lines.add("next",
              next_step(verdict, reasons.empty() ? "" : reasons.front(), events ? Events::printed : Events::none));
    return;
  }
  lines.add("next",
            "run the same command again: sessions of two runs are not put together, so it starts anew; a smaller "
            "--budget ends sooner");
  if (!comparison.command.empty()) lines.add_unwrapped("", printable(comparison.command));
}

void add_rig(LabelledLines& lines, const Comparison& comparison) {
  if (const auto rig = rig_text(comparison.rig); !rig.empty()) lines.add("rig", rig);
  // Beside published times it stands under the verdict.
  if (comparison.rig.software && !publishes_times(comparison.judgement.verdict)) lines.add("", kSoftwareDevice);
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const Style& style, std::string_view kept_at, Detail detail) {
  const result::Verdict verdict = comparison.judgement.verdict;
  const bool full = detail == Detail::full;
  LabelledLines lines(style, kLabelColumns, mark_of(comparison.rig));
  add_pass_difference(lines, comparison);
  lines.add(headline_word(verdict), verdict_sentence(comparison), ink_of(verdict));
  if (comparison.rig.software && publishes_times(verdict)) lines.add("", kSoftwareDevice);
  // Where something is lacking every reason says what to do; where all is said the first one is enough.
  auto reasons = reasons_of(comparison);
  if (!full && publishes_times(verdict) && verdict != result::Verdict::unresolved && reasons.size() > 1) {
    reasons.resize(1);
  }
  lines.add_sentences("because", reasons, kMostReasons);
  if (publishes_times(verdict)) {
    add_pairs(lines, comparison);
    if (full) add_interval(lines, comparison);
    add_floor(lines, comparison);
    if (full) add_instrument(lines, comparison);
    if (full) add_replicates(lines, comparison);
    add_times(lines, comparison);
    add_cache(lines, comparison, full);
  } else if (verdict == result::Verdict::void_run) {
    lines.add_sentences("events", events_of(comparison), kMostEvents);
  }
  if (!publishes_times(verdict) || verdict == result::Verdict::unresolved) add_next(lines, comparison);
  add_prediction(lines, comparison);
  add_gates(lines, comparison);
  if (full && (publishes_times(verdict) || !comparison.replicates.empty())) add_schedule(lines, comparison);
  add_rig(lines, comparison);
  if (full && (publishes_times(verdict) || verdict == result::Verdict::unfit)) add_clock(lines, comparison);
  lines.add_sentences("warning", comparison.warnings, kMostReasons, Ink::yellow);
  if (!kept_at.empty()) lines.add_unwrapped("kept", kept_at);
  return lines.text();
}

}  // namespace assay::report
