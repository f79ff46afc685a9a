// SPDX-License-Identifier: Apache-2.0
/// \file
/// One comparison as data: what was asked, on which rig, what was read, how it was judged. `--replay` judges it again
/// from the readings alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "result/certificate.hpp"
#include "result/judgement.hpp"
#include "result/rig.hpp"

namespace assay::result {

inline constexpr int kComparisonSchema = 2;

/// How the location of an instance in a square is taken; fixed before the first timed square.
enum class Location { sum, trimmed };

/// One timed slot. Instances: 0 A, 1 A′, 2 B, 3 B′, 4 C, …
struct SlotRecord {
  std::uint32_t instance = 0;
  std::uint64_t begin = 0, end = 0;  ///< raw stamps: first begin and last end of the (first) trial
  /// Where each trial has stamps of its own: begin, end of the second and later ones.
  std::vector<std::uint64_t> later{};
};
struct BlockRecord {
  std::vector<SlotRecord> slots{};
  /// The reference kernel before the lead-in, in the middle and behind the last slot; `instance` ran before the last
  /// two and runs behind the first one.
  std::vector<SlotRecord> references{};
  std::uint64_t wall_ns = 0;  ///< host time of all of it: poison, lead-in, slots, digests, messages
};
struct SquareRecord {
  std::vector<BlockRecord> blocks{};
  std::string void_reason{};  ///< empty: usable
};
/// A square in which every slot was one and the same build, kept under the letters of its schedule.
struct FloorRecord {
  std::uint32_t rung = 0;      ///< 0 at the start of the session, 1 in the middle, 2 at the end
  std::uint32_t instance = 0;  ///< that ran in every slot
  SquareRecord square{};
};
struct ReplicateRecord {
  std::vector<SquareRecord> warm_up{};  ///< kept and reported, never used
  std::vector<SquareRecord> squares{};
  std::vector<FloorRecord> ladder{};
  std::uint64_t wall_ns = 0;
  std::vector<std::string> events{};
};

/// The gates: equal bytes before, during and after.
struct GateRecord {
  bool passed = false;
  std::string message{};  ///< one sentence: what was compared, or what failed with index, values and count
  std::string sha256{};   ///< of the first output, when it was small enough to read
  std::uint64_t bytes = 0;
  std::uint32_t blocks_checked = 0, blocks_wrong = 0;
  /// A gate that ran has a sentence; one that did not has neither passed nor failed.
  [[nodiscard]] bool ran() const { return passed || !message.empty() || blocks_checked > 0; }
};

/// What every slot finds in the last-level cache.
enum class CacheState {
  repeated,  ///< nothing was arranged: trials of one slot follow each other and find what the one before them left
  as_left,   ///< nothing was arranged, and a slot is one trial: it finds what the slot before it left
  cold,      ///< memory of twice the cache was written before each trial
  warm,      ///< the same build ran once, untimed, before the slot
  larger,    ///< nothing was arranged: what an arm works on is twice the cache and more
};

struct CacheRecord {
  std::string asked{};  ///< "cold" or "warm"; empty: the procedure's own rule
  CacheState state = CacheState::as_left;
  /// The size of the cache lies between these; absent: not known.
  std::optional<std::uint64_t> least_bytes{}, most_bytes{};
  bool declared = false;  ///< the size, by the probe; false: found by a calibration, or not known
  std::uint64_t written_bytes = 0;  ///< before each trial; 0: nothing
  std::optional<double> copy_bytes_per_second{};  ///< of a large copy, by a calibration; absent: there is none
};

struct Schedule {
  std::uint64_t seed = 0;
  std::uint32_t replicates = 5, squares = 16;
  std::uint32_t trials = 1;       ///< per slot
  /// Each trial has stamps of its own, from its first begin to its last end, and what is put back between trials is in
  /// none of them; false: the trials of a slot lie inside one pass, under one pair of stamps.
  bool trials_apart = false;
  bool dither = false;
  Location location = Location::trimmed;
  double budget_s = 60;
  std::uint32_t pool = 8;  ///< allocations per role
  std::uint32_t looks = 1;  ///< 2: the first replicates could be followed by as many more, α is split in two
  std::uint32_t reference_steps = 0;  ///< of the reference kernel; 0: none was run
  std::optional<CacheRecord> cache{};  ///< absent: kept before there were cache states
};

struct ArmSummary {
  std::string name{};
  std::size_t passes = 0;
  double median_trial_ns = 0;  ///< over all used slots of both instances
  /// Instead of the median where squares are read by sums, because the clock's lattice is coarser than what readings
  /// scatter: a median would be one of its lines.
  std::optional<double> mean_trial_ns{};
  /// Whichever there is; 0: neither.
  [[nodiscard]] double trial_ns() const { return mean_trial_ns.value_or(median_trial_ns); }
  double first_over_plateau = 0;  ///< first warm-up reading / plateau; 0: not measured
  std::uint64_t working_set_bytes = 0;  ///< of one trial: the buffers that it touches; 0: not recorded
};

struct Comparison {
  int schema = kComparisonSchema;
  std::string assay_version{};
  std::string started_utc{};  ///< "2026-11-30T17:36:42Z"
  double seconds = 0;
  std::string command{};  ///< as typed
  std::string probe{}, plan_id{}, question{};
  std::map<std::string, double> params{};  ///< resolved: what tells the sizes of one probe apart
  double margin = 0.01;
  std::optional<std::pair<double, double>> predicted{};  ///< fractions, from the probe
  Rig rig{};
  Certificate certificate{};
  Schedule schedule{};
  GateRecord gate{};
  std::vector<ArmSummary> arms{};
  std::map<std::string, double> rates{};  ///< "bytes": per trial
  std::vector<ReplicateRecord> replicates{};
  std::optional<Impediment> ended_by{};  ///< what ended the run or forbade it, besides the readings
  /// Of the ladder's build within a session: range / mean and standard deviation / mean; 0: no ladder.
  double drift_range = 0, drift_deviation = 0;
  double duty = 0;  ///< timed GPU work / wall time from first to last square
  std::vector<std::string> warnings{};
  /// Of the baseline and the candidate; of more than two arms that of `pairs.front()`.
  Judgement judgement{};
  /// Of more than two arms: every pair. First the baseline and its quickest candidate, then the baseline and the others
  /// in their order, then the quickest arm and the one behind it, then the rest. Empty for two arms.
  std::vector<PairJudgement> pairs{};
};

}  // namespace assay::result
