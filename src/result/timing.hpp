// SPDX-License-Identifier: Apache-2.0
/// \file
/// The profile of one arm as data: what was run, the raw stamps of every pass, and what follows from them. The second
/// half is computed from the first by protocol::profile(), which `--replay` calls again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "result/certificate.hpp"
#include "result/comparison.hpp"
#include "result/judgement.hpp"
#include "result/rig.hpp"
#include "stats/interval.hpp"

namespace assay::result {

inline constexpr int kTimingSchema = 1;

/// A stamped pass of a trial, in the order of its stamps.
struct TimedPass {
  std::string label{};
  std::string iteration{};  ///< "i=3"; empty outside a repeat
  std::uint32_t dispatches = 0;
  /// An empty pass of Assay's own, before a step that bears no stamps (a clear, a copy) or behind one.
  bool bracket = false;
};

/// One submission. Host times in nanoseconds from the begin of its encoding.
struct TimedSubmission {
  /// Its own encoding ended. From here to `submit_ns` the engine encodes what reads the stamps back, which is Assay's
  /// and no part of the wall time. Absent: this engine does not tell, and the encoding is taken to end at `submit_ns`.
  std::optional<std::uint64_t> encoded_ns{};
  std::uint64_t submit_ns = 0;  ///< the queue is given the work
  std::optional<std::uint64_t> submitted_ns{};  ///< the queue took it; absent: this engine does not tell
  std::uint64_t done_ns = 0;  ///< the work completed
  std::uint64_t mapped_ns = 0;  ///< its stamps were in host memory
  /// Raw: begin and end of every pass in turn, trial behind trial. Empty where there is no clock.
  std::vector<std::uint64_t> stamps{};
  /// Begin and end of the reference kernel behind the last trial; empty: none was run.
  std::vector<std::uint64_t> reference{};
  /// The stamps of each trial of so many passes.
  [[nodiscard]] std::vector<std::span<const std::uint64_t>> trials(std::size_t passes) const {
    std::vector<std::span<const std::uint64_t>> each;
    for (std::size_t at = 0; passes > 0 && at + 2 * passes <= stamps.size(); at += 2 * passes) {
      each.push_back(std::span(stamps).subspan(at, 2 * passes));
    }
    return each;
  }
};

/// A fresh process.
struct TimingSession {
  std::vector<TimedSubmission> warm_up{};  ///< kept and reported, never used
  /// Many trials in a row, behind an untimed run of the same: what a trial takes while the device is kept busy.
  std::vector<TimedSubmission> steady{};
  /// One trial, for whose end the host waited: what a caller waits for.
  std::vector<TimedSubmission> alone{};
  std::uint64_t wall_ns = 0;
  std::vector<std::string> events{};
};

/// A duration and how well it is known, in nanoseconds.
struct Estimate {
  enum class Kind {
    missing,
    median,  ///< of the trials; `interval` at 95 %
    mean,  ///< of the trials, where one reading is mostly lattice; `interval` at 95 %
    below_lattice,  ///< every reading was 0: no more than `interval.high`, at 95 %
  } kind = Kind::missing;
  double ns = 0;
  stats::Interval interval{};
  [[nodiscard]] bool known() const { return kind == Kind::median || kind == Kind::mean; }
};

/// Passes that bear one label, or one iteration.
struct TimingRow {
  std::string name{};
  std::uint32_t passes = 0;  ///< of one trial
  Estimate total{};  ///< of one trial
  Estimate per_pass{};  ///< of the middle pass of a trial
  std::optional<double> share{};  ///< of the sum of all passes
};

/// How the time of a pass was taken from the stamps.
enum class Attribution {
  spans,  ///< its own end − its own begin
  derived,  ///< end − the end of the pass before it: begins are all alike, or passes overlap. Only the sum is exact
  no_passes,  ///< not even the ends are in order: only the whole trial has a time
  no_clock,  ///< no stamps can be believed: host times alone
};

/// The time of one submission in parts that add up: encode + submit + wait + read-back = wall; passes + gaps = span;
/// span + outside = submit + wait.
struct WallParts {
  double wall_ns = 0, encode_ns = 0, submit_ns = 0, wait_ns = 0, read_back_ns = 0;
  double passes_ns = 0, gaps_ns = 0, span_ns = 0;
  double outside_ns = 0;  ///< what no stamp saw: start, completion, waking the host
};

/// Of trials that ran alone, where the time of the caller went.
struct WallSplit {
  Estimate wall{}, encode{}, submit{}, wait{}, read_back{}, span{};
  bool submit_known = false;  ///< false: `wait` holds the submission too
  std::optional<WallParts> median_submission{};  ///< of the one with the median wall time
};

struct Profile {
  /// void, unfit, incorrect; nothing: timed.
  std::optional<Impediment> impediment{};
  Attribution attribution = Attribution::spans;
  std::vector<TimingRow> labels{}, iterations{};
  Estimate span{};  ///< first begin … last end of a trial
  Estimate passes{};  ///< Σ of its passes
  Estimate gaps{};  ///< span − union of its passes
  bool overlaps = false;  ///< Σ exceeds the union: passes ran at once
  WallSplit wall{};
  std::size_t trials = 0, trials_total = 0;  ///< used; read
  std::string yield{};  ///< "640 of 640 trials usable", with what was wrong with the others
  std::optional<double> first_over_plateau{};  ///< first warm-up trial / median
  std::optional<double> alone_over_steady{};  ///< span alone / span of a busy device
  std::optional<double> reference_range{};  ///< of the reference kernel: (90th − 10th percentile) / median
  std::vector<std::string> notes{};
};

struct TimingSchedule {
  std::uint64_t seed = 0;
  std::uint32_t sessions = 5, rounds = 0;  ///< of each session: a steady submission and one alone
  std::uint32_t trials = 1, lead_in = 1;  ///< of a steady submission
  bool dither = false;
  double budget_s = 20;
  std::uint32_t pool = 8;  ///< allocations per role
  std::uint32_t reference_steps = 0;
};

struct Timing {
  int schema = kTimingSchema;
  std::string assay_version{}, started_utc{}, command{};
  double seconds = 0;
  std::string probe{}, plan_id{}, question{}, arm{};
  std::map<std::string, double> params{};
  std::map<std::string, double> rates{};  ///< "bytes": per trial
  std::uint64_t working_set_bytes = 0;  ///< of the buffers that the arm binds
  std::optional<double> peak_bytes_per_second{};  ///< as the probe declares it
  std::optional<CacheRecord> cache{};  ///< what is known of the device's last-level cache, for the rates
  std::uint32_t unstamped_steps = 0;  ///< clears and copies of a trial: they bear no stamps and lie in the gaps
  std::vector<TimedPass> passes{};
  Rig rig{};
  Certificate certificate{};
  TimingSchedule schedule{};
  GateRecord gate{};
  std::vector<TimingSession> sessions{};
  std::optional<Impediment> ended_by{};
  std::vector<std::string> warnings{};
  Profile profile{};
};

}  // namespace assay::result
