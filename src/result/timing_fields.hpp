// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of a profile in JSON (docs/results.md). The keys' order is the order in the file.
#pragma once

#include <array>
#include <string_view>

#include "json/fields.hpp"
#include "result/comparison_fields.hpp"
#include "result/timing.hpp"

namespace assay::result {

inline constexpr std::string_view kTimingSchemaName = "assay.timing/";
inline constexpr std::size_t kMostTimedPasses = 2048;  ///< of a trial, as one submission can stamp
inline constexpr std::size_t kMostSubmissions = 100000;  ///< of one kind in a session

inline constexpr std::array<json::Word<Estimate::Kind>, 4> kEstimateKinds{
    {{"missing", Estimate::Kind::missing},
     {"median", Estimate::Kind::median},
     {"mean", Estimate::Kind::mean},
     {"below the lattice", Estimate::Kind::below_lattice}}};
inline constexpr std::array<json::Word<Attribution>, 4> kAttributions{{{"spans", Attribution::spans},
                                                                       {"derived", Attribution::derived},
                                                                       {"no passes", Attribution::no_passes},
                                                                       {"no clock", Attribution::no_clock}}};

template <class F>
void describe(F& f, typename F::template Ref<TimedPass> pass) {
  f.need("label", pass.label);
  f.may("iteration", pass.iteration);
  f.need("dispatches", pass.dispatches);
  f.may("bracket", pass.bracket);
}

template <class F>
void describe(F& f, typename F::template Ref<TimedSubmission> submission) {
  f.may("encoded_ns", submission.encoded_ns);
  f.need("submit_ns", submission.submit_ns);
  f.may("submitted_ns", submission.submitted_ns);
  f.need("done_ns", submission.done_ns);
  f.need("mapped_ns", submission.mapped_ns);
  f.need("stamps", submission.stamps, kMostLater);
  f.may("reference", submission.reference, 2);
}

template <class F>
void describe(F& f, typename F::template Ref<TimingSession> session) {
  f.need("wall_ns", session.wall_ns);
  f.need("events", session.events, kMostSentences);
  f.need("warm_up", session.warm_up, kMostSubmissions);
  f.need("steady", session.steady, kMostSubmissions);
  f.need("alone", session.alone, kMostSubmissions);
}

/// A reading of nothing is null, never 0: below the lattice only the upper end is known.
template <class F>
void describe(F& f, typename F::template Ref<Estimate> estimate) {
  f.word("kind", estimate.kind, kEstimateKinds);
  known_field(f, "ns", estimate.ns, !F::kReads && estimate.known());
  f.or_null("low", estimate.interval.low, -std::numeric_limits<double>::infinity());
  f.or_null("high", estimate.interval.high, std::numeric_limits<double>::infinity());
}

template <class F>
void describe(F& f, typename F::template Ref<TimingRow> row) {
  f.need("name", row.name);
  f.need("passes", row.passes);
  f.need("total", row.total);
  f.need("per_pass", row.per_pass);
  f.or_null("share", row.share);
}

template <class F>
void describe(F& f, typename F::template Ref<WallParts> example) {
  f.need("wall_ns", example.wall_ns);
  f.need("encode_ns", example.encode_ns);
  f.need("submit_ns", example.submit_ns);
  f.need("wait_ns", example.wait_ns);
  f.need("read_back_ns", example.read_back_ns);
  f.need("passes_ns", example.passes_ns);
  f.need("gaps_ns", example.gaps_ns);
  f.need("span_ns", example.span_ns);
  f.need("outside_ns", example.outside_ns);
}

template <class F>
void describe(F& f, typename F::template Ref<WallSplit> wall) {
  f.need("wall", wall.wall);
  f.need("encode", wall.encode);
  f.need("submit", wall.submit);
  f.need("wait", wall.wait);
  f.need("read_back", wall.read_back);
  f.need("span", wall.span);
  f.need("submit_known", wall.submit_known);
  f.or_null("median_submission", wall.median_submission);
}

template <class F>
void describe(F& f, typename F::template Ref<Profile> profile) {
  f.or_null("impediment", profile.impediment);
  f.word("attribution", profile.attribution, kAttributions);
  f.need("span", profile.span);
  f.need("passes", profile.passes);
  f.need("gaps", profile.gaps);
  f.need("overlaps", profile.overlaps);
  f.need("labels", profile.labels, kMostTimedPasses);
  f.need("iterations", profile.iterations, kMostTimedPasses);
  f.need("wall", profile.wall);
  f.whole("trials", profile.trials, 0, kMostWhole);
  f.whole("trials_total", profile.trials_total, 0, kMostWhole);
  f.need("yield", profile.yield);
  f.or_null("first_over_plateau", profile.first_over_plateau);
  f.or_null("alone_over_steady", profile.alone_over_steady);
  f.or_null("reference_range", profile.reference_range);
  f.need("notes", profile.notes, kMostSentences);
}

template <class F>
void describe(F& f, typename F::template Ref<TimingSchedule> schedule) {
  f.need("seed", schedule.seed);
  f.need("sessions", schedule.sessions);
  f.need("rounds", schedule.rounds);
  f.need("trials", schedule.trials);
  f.need("lead_in", schedule.lead_in);
  f.need("dither", schedule.dither);
  f.need("budget_s", schedule.budget_s);
  f.need("pool", schedule.pool);
  f.need("reference_steps", schedule.reference_steps);
}

template <class F>
void describe(F& f, typename F::template Ref<Timing> timing) {
  schema_field(f, timing.schema, kTimingSchemaName, kTimingSchema);
  f.need("assay_version", timing.assay_version);
  f.need("started_utc", timing.started_utc);
  f.need("seconds", timing.seconds);
  f.need("command", timing.command);
  f.need("probe", timing.probe);
  f.need("plan_id", timing.plan_id);
  f.need("question", timing.question);
  f.need("arm", timing.arm);
  f.may("params", timing.params, kMostNames);
  f.need("profile", timing.profile);
  f.or_null("ended_by", timing.ended_by);
  f.need("warnings", timing.warnings, kMostSentences);
  f.or_null("rates", timing.rates, kMostNames);
  f.need("working_set_bytes", timing.working_set_bytes);
  f.or_null("peak_bytes_per_second", timing.peak_bytes_per_second);
  f.may("cache", timing.cache);
  f.need("unstamped_steps", timing.unstamped_steps);
  f.need("passes", timing.passes, kMostTimedPasses);
  f.need("gate", timing.gate);
  f.need("schedule", timing.schedule);
  f.need("rig", timing.rig);
  f.need("certificate", timing.certificate);
  f.need("sessions", timing.sessions, kMostReplicates);
}

}  // namespace assay::result
