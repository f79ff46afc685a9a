// SPDX-License-Identifier: Apache-2.0
#include "protocol/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "clock/submission.hpp"
#include "protocol/estimate.hpp"
#include "protocol/pass_times.hpp"
#include "protocol/profile_notes.hpp"
#include "protocol/wall_split.hpp"
#include "stats/location.hpp"

namespace assay::protocol {
namespace {

using result::Attribution;
using result::Estimate;

/// A trial of a million: one that overlaps does not decide about the others.
constexpr double kStructuralShare = 0.01;
/// Passes within a few steps of the lattice read one begin honestly.
constexpr double kQuantaOfBegins = 4;

class Profiling {
 public:
  explicit Profiling(result::Timing& timing)
      : timing_(timing),
        stamp_ns_(timing.certificate.stamp_ns.value_or(1)),
        quantum_ns_(timing.certificate.lattice_ns.value_or(1)) {}

  void run() {
    auto& profile = timing_.profile;
    profile = {};
    profile.impediment = timing_.ended_by;
    if (!profile.impediment && !timing_.sessions.empty() && !timing_.gate.passed) {
      profile.impediment = {.verdict = result::Verdict::incorrect, .reason = timing_.gate.message};
    }
    if (const auto why = timing_.certificate.why_no_clock(); !why.empty()) {
      forgo_clock(why);
    } else {
      read();
      attribute();
      // Passes that cannot be told apart are told by their ends where they overlap; else nobody knows what they are.
      const auto unfit = timing_.certificate.why_unfit();
      if (!unfit.empty() && profile.attribution == Attribution::spans) {
        forgo_clock(unfit);
      } else {
        fill_rows();
        fill_totals();
      }
    }
    profile.wall = split_wall(timing_, profile.attribution);
    add_notes(timing_);
    if (profile.impediment) withhold();
  }

 private:
  struct Trial {
    std::size_t session = 0;
    std::span<const std::uint64_t> stamps{};
    TrialReading reading{};
    std::vector<double> ticks{};
  };

  /// What keeps a profile from being believed is told without the numbers that would be quoted without it. Of a rig
  /// whose clock is unfit the wall time is the host's own.
  void withhold() {
    auto& profile = timing_.profile;
    profile.labels.clear();
    profile.iterations.clear();
    profile.passes = profile.gaps = profile.span = {};
    profile.first_over_plateau = profile.alone_over_steady = profile.reference_range = {};
    if (profile.impediment->verdict != result::Verdict::unfit) profile.wall = {};
  }

  void forgo_clock(const std::string& why) {
    timing_.profile.attribution = Attribution::no_clock;
    if (!timing_.profile.impediment) timing_.profile.impediment = {.verdict = result::Verdict::unfit, .reason = why};
  }

  void read() {
    std::map<clock::SpanFault, std::size_t> faults;
    for (std::size_t s = 0; s < timing_.sessions.size(); ++s) {
      std::uint64_t previous_end = 0;
      for (const auto& submission : timing_.sessions[s].steady) {
        for (const auto stamps : submission.trials(timing_.passes.size())) {
          const auto reading = read_trial(stamps, previous_end, kLongestTrialRaw);
          ++timing_.profile.trials_total;
          // A counter that began anew faults one trial and must not make stale all that follow.
          if (stamps.back() != 0) previous_end = reading.fault ? stamps.back() : *std::ranges::max_element(stamps);
          if (reading.fault) {
            ++faults[*reading.fault];
            continue;
          }
          trials_.push_back({.session = s, .stamps = stamps, .reading = reading});
        }
      }
    }
    timing_.profile.trials = trials_.size();
    timing_.profile.yield = fmt::format("{} of {} trials usable", trials_.size(), timing_.profile.trials_total);
    for (const auto& [fault, count] : faults)
      timing_.profile.yield += fmt::format(", {} {}", count, clock::name(fault));
    const auto least = kLeastTimedYield * static_cast<double>(timing_.profile.trials_total);
    if (timing_.profile.impediment || (!trials_.empty() && static_cast<double>(trials_.size()) >= least)) return;
    timing_.profile.impediment = {.verdict = result::Verdict::void_run,
                                  .reason = fmt::format("too few readings: {}", timing_.profile.yield)};
  }

  /// One way for all trials: a row is a sum over them.
  void attribute() {
    const double far = kQuantaOfBegins * quantum_ns_ / stamp_ns_;
    const auto share_of = [&](auto has) {
      const auto count = std::ranges::count_if(trials_, has);
      return trials_.empty() ? 0 : static_cast<double>(count) / static_cast<double>(trials_.size());
    };
    const double structural = share_of([&](const Trial& trial) {
      return trial.reading.overlaps ||
             (trial.reading.begins_alike && static_cast<double>(trial.reading.region.extent) > far);
    });
    const double disordered = share_of([](const Trial& trial) { return !trial.reading.ends_in_order; });
    auto& profile = timing_.profile;
    profile.overlaps = structural > kStructuralShare;
    profile.attribution = !profile.overlaps                ? Attribution::spans
                          : disordered <= kStructuralShare ? Attribution::derived
                                                           : Attribution::no_passes;
    for (auto& trial : trials_) trial.ticks = pass_ticks(trial.stamps, profile.attribution);
  }

  [[nodiscard]] Lattice lattice(double spans) const {
    return {.quantum_ns = quantum_ns_, .spans = spans, .dithered = timing_.schedule.dither};
  }

  [[nodiscard]] Readings readings_of(auto value) const {
    Readings readings(timing_.sessions.size());
    for (const auto& trial : trials_) readings[trial.session].push_back(value(trial) * stamp_ns_);
    return readings;
  }

  /// A row of the passes at `places` of a trial.
  [[nodiscard]] result::TimingRow row_of(const std::string& name, const std::vector<std::size_t>& places) const {
    const auto count = static_cast<double>(places.size());
    const auto sum = [&](const Trial& trial) {
      double ticks = 0;
      for (const std::size_t place : places) ticks += trial.ticks[place];
      return ticks;
    };
    const auto middle = [&](const Trial& trial) {
      std::vector<double> ticks;
      for (const std::size_t place : places) ticks.push_back(trial.ticks[place]);
      return stats::median(ticks).value_or(0);
    };
    result::TimingRow row{.name = name, .passes = static_cast<std::uint32_t>(places.size())};
    row.total = estimate_of(readings_of(sum), lattice(count));
    if (row.total.kind == Estimate::Kind::median) {
      row.per_pass = estimate_of(readings_of(middle), lattice(1));
    } else {
      row.per_pass = row.total;
      row.per_pass.ns /= count;
      row.per_pass.interval = {row.total.interval.low / count, row.total.interval.high / count};
    }
    return row;
  }

  [[nodiscard]] std::vector<result::TimingRow> rows_by(auto key) const {
    std::vector<std::pair<std::string, std::vector<std::size_t>>> groups;
    for (std::size_t place = 0; place < timing_.passes.size(); ++place) {
      const auto& pass = timing_.passes[place];
      const std::string name = key(pass);
      if (pass.bracket || name.empty()) continue;
      auto group = std::ranges::find(groups, name, [](const auto& one) { return one.first; });
      if (group == groups.end()) group = groups.insert(groups.end(), {name, {}});
      group->second.push_back(place);
    }
    std::vector<result::TimingRow> rows;
    for (const auto& [name, places] : groups) rows.push_back(row_of(name, places));
    return rows;
  }

  void fill_rows() {
    auto& profile = timing_.profile;
    if (profile.attribution == Attribution::no_passes || trials_.empty()) return;
    profile.labels = rows_by([](const result::TimedPass& pass) { return pass.label; });
    profile.iterations = rows_by([](const result::TimedPass& pass) { return pass.iteration; });
    double sum_ns = 0;
    for (const auto& row : profile.labels) sum_ns += row.total.ns;
    if (sum_ns <= 0) return;
    for (auto* rows : {&profile.labels, &profile.iterations}) {
      for (auto& row : *rows) row.share = row.total.ns / sum_ns;
    }
  }

  [[nodiscard]] double sum_of_passes(const Trial& trial) const {
    double ticks = 0;
    for (std::size_t i = 0; i < trial.ticks.size(); ++i) {
      if (!timing_.passes[i].bracket) ticks += trial.ticks[i];
    }
    return ticks;
  }

  void fill_totals() {
    if (trials_.empty()) return;
    auto& profile = timing_.profile;
    const auto passes = static_cast<double>(timing_.passes.size());
    profile.span = estimate_of(readings_of([](const Trial& t) { return static_cast<double>(t.reading.region.extent); }),
                               lattice(1));
    const bool attributed = profile.attribution != Attribution::no_passes;
    // Brackets are no passes of the arm's: beside a clear or a copy they count with the gap.
    const auto gap = [&](const Trial& t) {
      if (!attributed) return static_cast<double>(t.reading.region.gaps());
      return static_cast<double>(t.reading.region.extent) - sum_of_passes(t);
    };
    // Derived times run from end to end: what lies between two passes is in the second one.
    if (profile.attribution != Attribution::derived) profile.gaps = estimate_of(readings_of(gap), lattice(passes));
    if (attributed) {
      profile.passes = estimate_of(readings_of([&](const Trial& t) { return sum_of_passes(t); }), lattice(passes));
    }
    first_against_plateau();
  }

  void first_against_plateau() {
    auto& profile = timing_.profile;
    if (!profile.span.known() || profile.span.ns <= 0 || timing_.sessions.empty()) return;
    const auto& warm = timing_.sessions.front().warm_up;
    if (warm.empty() || warm.front().stamps.empty()) return;
    const auto first = read_trial(warm.front().trials(timing_.passes.size()).front(), 0, kLongestTrialRaw);
    if (first.fault) return;
    profile.first_over_plateau = static_cast<double>(first.region.extent) * stamp_ns_ / profile.span.ns;
  }

  result::Timing& timing_;
  double stamp_ns_, quantum_ns_;
  std::vector<Trial> trials_{};
};

Error contradiction(std::string what, std::string value, std::string limit, const std::string& where) {
  return {.fault = Fault::bad_input,
          .what = "this record contradicts itself: " + std::move(what),
          .value = std::move(value),
          .limit = std::move(limit),
          .where = where};
}

}  // namespace

void profile(result::Timing& timing) { Profiling(timing).run(); }

Expected<void> check_timing(const result::Timing& timing, const std::string& where) {
  if (timing.passes.empty()) return fail(contradiction("it names no passes", "", "at least one", where));
  for (const auto& session : timing.sessions) {
    for (const auto* submissions : {&session.warm_up, &session.steady, &session.alone}) {
      for (const auto& submission : *submissions) {
        if (submission.stamps.size() % (2 * timing.passes.size()) == 0) continue;
        return fail(contradiction("its trials have another number of stamps than their passes",
                                  fmt::format("{}", submission.stamps.size()),
                                  fmt::format("a multiple of {}", 2 * timing.passes.size()), where));
      }
    }
  }
  return {};
}

}  // namespace assay::protocol
