// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of a judgement in JSON (docs/results.md): what is not known is null, with the reason beside it.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "json/fields.hpp"
#include "result/judgement.hpp"

namespace assay::stats {

template <class F>
void describe(F& f, typename F::template Ref<Interval> interval) {
  f.or_null("low", interval.low, -std::numeric_limits<double>::infinity());
  f.or_null("high", interval.high, std::numeric_limits<double>::infinity());
}

}  // namespace assay::stats

namespace assay::result {

inline constexpr std::int64_t kMostWhole = std::int64_t{1} << 53;
inline constexpr std::size_t kMostReplicates = 1000;
inline constexpr std::size_t kMostLadder = 3;
inline constexpr std::size_t kMostSentences = 100000;
inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

inline constexpr std::array<json::Word<Verdict>, 7> kVerdicts{{{"incorrect", Verdict::incorrect},
                                                               {"void", Verdict::void_run},
                                                               {"unfit", Verdict::unfit},
                                                               {"null", Verdict::null},
                                                               {"faster", Verdict::faster},
                                                               {"slower", Verdict::slower},
                                                               {"unresolved", Verdict::unresolved}}};

/// An interval with the reason why an end of it is null.
struct IntervalField {
  stats::Interval interval{};
  std::string missing{};
};

template <class F>
void describe(F& f, typename F::template Ref<IntervalField> field) {
  f.or_null("low", field.interval.low, -std::numeric_limits<double>::infinity());
  f.or_null("high", field.interval.high, std::numeric_limits<double>::infinity());
  f.remark("missing", field.missing);
}

template <class F>
void interval_field(F& f, std::string_view key, typename F::template Ref<stats::Interval> interval,
                    const std::string& missing) {
  if constexpr (F::kReads) {
    IntervalField field;
    f.need(key, field);
    interval = field.interval;
  } else {
    f.need(key, IntervalField{.interval = interval, .missing = interval.is_finite() ? std::string() : missing});
  }
}

/// A number that has no meaning unless `known`, although the struct holds one (zero) in its place.
template <class F>
void known_field(F& f, std::string_view key, typename F::template Ref<double> value, bool known) {
  if constexpr (F::kReads) {
    f.or_null(key, value, known ? kNotANumber : 0);
  } else {
    f.or_null(key, known ? value : kNotANumber, 0);
  }
}

template <class F>
void describe(F& f, typename F::template Ref<Impediment> impediment) {
  f.word("verdict", impediment.verdict, kVerdicts);
  f.need("reason", impediment.reason);
  f.may("interrupted", impediment.interrupted);
}

template <class F>
void describe(F& f, typename F::template Ref<PhaseReading> phase) {
  f.need("position", phase.position);
  f.need("position_limit", phase.position_limit);
  f.need("serial", phase.serial);
}

template <class F>
void describe(F& f, typename F::template Ref<Judgement> judgement) {
  f.word("verdict", judgement.verdict, kVerdicts);
  f.whole("squares", judgement.squares, 0, kMostWhole);
  f.whole("void_squares", judgement.void_squares, 0, kMostWhole);
  f.or_null("replicates", judgement.replicates, kMostReplicates);
  std::string missing;
  if constexpr (!F::kReads) {
    missing = !publishes_numbers(judgement.verdict) ? "the verdict publishes no number"
              : judgement.squares == 0              ? "no usable square was read"
                                       : fmt::format("{} usable squares in {} replicates are too few for finite ends",
                                                     judgement.squares, judgement.replicates.size());
  }
  const bool known = judgement.squares > 0 && publishes_numbers(judgement.verdict);
  known_field(f, "effect", judgement.effect, known);
  f.remark("effect_missing", known && std::isfinite(judgement.effect) ? std::string() : missing);
  interval_field(f, "interval", judgement.interval, missing);
  interval_field(f, "equivalence", judgement.equivalence, missing);
  interval_field(f, "band", judgement.band, missing);
  f.may("carry_over", judgement.carry_over);
  f.may("ladder", judgement.ladder, kMostLadder);
  f.may("band_thirds", judgement.band_thirds, 3);
  f.may("phase", judgement.phase);
  f.may("widened", judgement.widened);
  f.need("reasons", judgement.reasons, kMostSentences);
}

template <class F>
void describe(F& f, typename F::template Ref<PairJudgement> pair) {
  f.need("first", pair.first);
  f.need("second", pair.second);
  f.need("judgement", pair.judgement);
}

}  // namespace assay::result
