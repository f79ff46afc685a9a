// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of a comparison in JSON (docs/results.md). The keys' order is the order in the file.
#pragma once

#include <array>
#include <string_view>

#include "json/fields.hpp"
#include "result/comparison.hpp"
#include "result/judgement_fields.hpp"
#include "result/rig_fields.hpp"

namespace assay::json {
/// A slot is [instance, "begin", "end"] or [instance, "begin", "end", ["begin", "end", …]]: thousands of them make up
/// most of a file.
template <>
inline constexpr bool kAsArray<result::SlotRecord> = true;
}  // namespace assay::json

namespace assay::result {

inline constexpr std::size_t kMostArms = 32;
inline constexpr std::size_t kMostPairs = kMostArms * (kMostArms - 1) / 2;
inline constexpr std::size_t kMostSquares = 100000;  ///< of one replicate
inline constexpr std::size_t kMostBlocks = 4096;  ///< of one square
inline constexpr std::size_t kMostSlots = 65536;  ///< of one block
inline constexpr std::size_t kMostReferences = 16;  ///< of one block
inline constexpr std::size_t kMostLater = 131072;  ///< stamps of one slot's later trials

inline constexpr std::array<json::Word<Location>, 2> kLocations{
    {{"sum", Location::sum}, {"trimmed", Location::trimmed}}};

inline constexpr std::array<json::Word<CacheState>, 5> kCacheStates{{{"repeated", CacheState::repeated},
                                                                     {"as left", CacheState::as_left},
                                                                     {"cold", CacheState::cold},
                                                                     {"warm", CacheState::warm},
                                                                     {"larger", CacheState::larger}}};

/// "assay.comparison/2"; version 1 differs in `gate.passed` alone, which could not be null.
inline constexpr int kOldestSchema = 1;
inline constexpr std::string_view kSchemaName = "assay.comparison/";

template <class F>
void describe(F& f, typename F::template Ref<SlotRecord> slot) {
  f.need("instance", slot.instance);
  f.need("begin", slot.begin);
  f.need("end", slot.end);
  f.may("later", slot.later, kMostLater);
}

template <class F>
void describe(F& f, typename F::template Ref<BlockRecord> block) {
  f.need("wall_ns", block.wall_ns);
  f.need("slots", block.slots, kMostSlots);
  f.may("references", block.references, kMostReferences);
}

template <class F>
void describe(F& f, typename F::template Ref<SquareRecord> square) {
  f.may("void_reason", square.void_reason);
  f.need("blocks", square.blocks, kMostBlocks);
}

template <class F>
void describe(F& f, typename F::template Ref<FloorRecord> floor) {
  f.need("rung", floor.rung);
  f.need("instance", floor.instance);
  f.need("square", floor.square);
}

template <class F>
void describe(F& f, typename F::template Ref<ReplicateRecord> replicate) {
  f.need("wall_ns", replicate.wall_ns);
  f.need("events", replicate.events, kMostSentences);
  f.need("warm_up", replicate.warm_up, kMostSquares);
  f.need("squares", replicate.squares, kMostSquares);
  f.may("ladder", replicate.ladder, kMostLadder);
}

/// Null: the gate was not run, and so it neither passed nor failed. A file of schema 1 has false and no message there.
template <class F>
void passed_field(F& f, typename F::template Ref<GateRecord> gate) {
  std::optional<bool> passed;
  if constexpr (F::kReads) {
    f.or_null("passed", passed);
    gate.passed = passed.value_or(false);
  } else {
    if (gate.ran()) passed = gate.passed;
    f.or_null("passed", passed);
  }
  f.remark("passed_missing", gate.ran() ? "" : "the gate was not run");
}

template <class F>
void describe(F& f, typename F::template Ref<GateRecord> gate) {
  passed_field(f, gate);
  f.need("message", gate.message);
  f.may("sha256", gate.sha256);
  f.need("bytes", gate.bytes);
  f.need("blocks_checked", gate.blocks_checked);
  f.need("blocks_wrong", gate.blocks_wrong);
}

template <class F>
void describe(F& f, typename F::template Ref<CacheRecord> cache) {
  f.may("asked", cache.asked);
  f.word("state", cache.state, kCacheStates);
  f.may("least_bytes", cache.least_bytes);
  f.may("most_bytes", cache.most_bytes);
  f.may("declared", cache.declared);
  f.may("written_bytes", cache.written_bytes);
  f.may("copy_bytes_per_second", cache.copy_bytes_per_second);
}

template <class F>
void describe(F& f, typename F::template Ref<Schedule> schedule) {
  f.need("seed", schedule.seed);
  f.need("replicates", schedule.replicates);
  f.need("squares", schedule.squares);
  f.need("trials", schedule.trials);
  f.may("trials_apart", schedule.trials_apart);
  f.need("dither", schedule.dither);
  f.word("location", schedule.location, kLocations);
  f.need("budget_s", schedule.budget_s);
  f.need("pool", schedule.pool);
  f.may("looks", schedule.looks);
  f.may("reference_steps", schedule.reference_steps);
  f.may("cache", schedule.cache);
}

template <class F>
void describe(F& f, typename F::template Ref<ArmSummary> arm) {
  f.need("name", arm.name);
  f.whole("passes", arm.passes, 0, kMostWhole);
  // Zero is no time: nothing was read, or the slot lies below the clock's lattice.
  known_field(f, "median_trial_ns", arm.median_trial_ns, !F::kReads && arm.median_trial_ns > 0);
  f.remark("median_trial_ns_missing", arm.median_trial_ns > 0 ? ""
                                      : arm.mean_trial_ns
                                          ? "readings fall on the lines of the clock's lattice: see mean_trial_ns"
                                          : "no usable reading, or shorter than the clock can tell");
  f.may("mean_trial_ns", arm.mean_trial_ns);
  known_field(f, "first_over_plateau", arm.first_over_plateau, !F::kReads && arm.first_over_plateau > 0);
  f.may("working_set_bytes", arm.working_set_bytes);
}

/// The prediction of a probe: fractions.
struct Predicted {
  double least = 0, most = 0;
};

template <class F>
void describe(F& f, typename F::template Ref<Predicted> predicted) {
  f.need("least", predicted.least);
  f.need("most", predicted.most);
}

template <class F>
void predicted_field(F& f, typename F::template Ref<std::optional<std::pair<double, double>>> predicted) {
  std::optional<Predicted> field;
  if constexpr (F::kReads) {
    f.or_null("predicted", field);
    if (field) predicted.emplace(field->least, field->most);
  } else {
    if (predicted) field = Predicted{.least = predicted->first, .most = predicted->second};
    f.or_null("predicted", field);
  }
}

/// `name` with the version behind it; what is read was looked at before anything else, and becomes `newest`.
template <class F>
void schema_field(F& f, typename F::template Ref<int> schema, std::string_view name, int newest) {
  if constexpr (F::kReads) {
    std::string text;
    f.need("schema", text);
    schema = newest;
  } else {
    f.need("schema", std::string(name) + std::to_string(schema));
  }
}

template <class F>
void describe(F& f, typename F::template Ref<Comparison> comparison) {
  schema_field(f, comparison.schema, kSchemaName, kComparisonSchema);
  f.need("assay_version", comparison.assay_version);
  f.need("started_utc", comparison.started_utc);
  f.need("seconds", comparison.seconds);
  f.need("command", comparison.command);
  f.need("probe", comparison.probe);
  f.need("plan_id", comparison.plan_id);
  f.need("question", comparison.question);
  f.may("params", comparison.params, kMostNames);
  f.need("margin", comparison.margin);
  predicted_field(f, comparison.predicted);
  f.need("judgement", comparison.judgement);
  f.may("pairs", comparison.pairs, kMostPairs);
  f.or_null("ended_by", comparison.ended_by);
  f.need("warnings", comparison.warnings, kMostSentences);
  f.need("arms", comparison.arms, kMostArms);
  f.or_null("rates", comparison.rates, kMostNames);
  f.need("gate", comparison.gate);
  f.need("schedule", comparison.schedule);
  f.may("drift_range", comparison.drift_range);
  f.may("drift_deviation", comparison.drift_deviation);
  known_field(f, "duty", comparison.duty, !F::kReads && comparison.duty > 0);
  f.need("rig", comparison.rig);
  f.need("certificate", comparison.certificate);
  f.need("replicates", comparison.replicates, kMostReplicates);
}

}  // namespace assay::result
