// SPDX-License-Identifier: Apache-2.0
#include "protocol/time_arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "instrument/certify.hpp"
#include "instrument/known_work.hpp"
#include "lower/arm.hpp"
#include "lower/arm_state.hpp"
#include "plan/load.hpp"
#include "protocol/bring_up.hpp"
#include "protocol/cache_state.hpp"
#include "protocol/elapsed.hpp"
#include "protocol/estimate.hpp"
#include "protocol/gates.hpp"
#include "protocol/pass_times.hpp"
#include "protocol/profile.hpp"
#include "protocol/session.hpp"
#include "protocol/slot_length.hpp"
#include "protocol/timed_rounds.hpp"
#include "protocol/trial_time.hpp"

namespace assay::protocol {
namespace {

constexpr double kSteadyNs = 20e6;   // of the trials of a steady submission
constexpr double kLeadInNs = 5e6;    // of the untimed ones before them
constexpr std::uint32_t kMostTrialsInARow = 256;
constexpr std::uint32_t kMostRounds = 1000;
/// Of one profile, so that its record stays below a hundred megabytes.
constexpr double kMostStampsKept = 2e6;
constexpr std::size_t kEstimates = 5;
constexpr std::uint32_t kWarmUpRounds = 2;

plan::Plan only_arm(const plan::Plan& plan, std::size_t arm) {
  plan::Plan one = plan;
  one.arms = {plan.arms[arm]};
  return one;
}

class TimingRun {
 public:
  TimingRun(const plan::Plan& plan, std::size_t arm, const engine::Launcher& launch, const TimeOptions& options)
      : whole_(plan), plan_(only_arm(plan, arm)), launch_(launch), options_(options) {}

  Expected<result::Timing> run() {
    if (auto described = describe(); !described) return fail(described.error());
    auto references = references_of(plan_, options_.commanded);
    if (!references) return fail(references.error());
    references_ = std::move(*references);
    const auto measured = measure();
    result_.seconds = seconds_since(start_);
    if (!measured) {
      result_.ended_by = ended_by(measured.error());
      if (!result_.ended_by) return fail(measured.error());
    }
    profile(result_);
    return std::move(result_);
  }

 private:
  Expected<void> describe() {
    const auto id = plan::identity(whole_);
    if (!id) return fail(id.error());
    const auto& arm = plan_.arms.front();
    result_.assay_version = options_.machine.assay_version;
    result_.started_utc = options_.started_utc;
    result_.command = options_.command;
    result_.probe = plan_.probe;
    result_.plan_id = *id;
    result_.question = plan_.question;
    result_.arm = arm.name;
    result_.params = plan_.params;
    result_.rates = plan_.rates;
    result_.peak_bytes_per_second = plan_.rig.peak_bytes_per_second;
    result_.rig = options_.machine;
    result_.schedule.seed = options_.seed;
    result_.schedule.budget_s = options_.budget_s;
    result_.schedule.sessions = std::max(1U, options_.sessions);
    result_.working_set_bytes = working_set_bytes(plan_, arm);
    list_passes(arm);
    // Two stamps are the reference kernel's.
    return check_stampable(plan_, result_.passes.size(), messages::kMostQueries / 2 - 1);
  }

  void list_passes(const plan::Arm& arm) {
    const bool brackets = lower::needs_brackets(plan_);
    if (brackets) result_.passes.push_back({.label = "assay open", .bracket = true});
    for (const auto& step : arm.steps) {
      if (const auto* pass = std::get_if<plan::Pass>(&step)) {
        result_.passes.push_back({.label = pass->label,
                                  .iteration = lower::iteration_text(*pass),
                                  .dispatches = static_cast<std::uint32_t>(pass->dispatches.size())});
      } else {
        ++result_.unstamped_steps;
      }
    }
    if (brackets) result_.passes.push_back({.label = "assay close", .bracket = true});
  }

  Expected<void> measure() {
    auto first = open_first();
    if (!first) return fail(first.error());
    describe_device(*first);
    if (auto valid = plan::validate(plan_, first->limits()); !valid) return fail(valid.error());
    if (auto certified = certify(*first); !certified) return fail(certified.error());
    auto pool = choose_pool(plan_, instance_count(plan_), options_.memory_bytes);
    if (!pool) return fail(pool.error());
    pool_ = *pool;
    result_.schedule.pool = pool_.per_buffer;
    if (auto done = session(std::move(*first), 0); !done) return done;
    for (std::uint32_t s = 1; s < result_.schedule.sessions; ++s) {
      auto device = open(shape_.stamped);
      if (!device) return fail(device.error());
      if (auto done = session(std::move(*device), s); !done) return done;
    }
    return {};
  }

  Expected<instrument::Device> open(bool with_clock) {
    if (auto going = still_going(); !going) return fail(going.error());
    say(0, "starting the engine");
    return open_device(plan_, launch_,
                       {.adapter = options_.adapter,
                        .toggles = options_.toggles,
                        .deadline_ms = options_.deadline_ms,
                        .clock = with_clock});
  }

  /// A device without timestamps still has a wall time.
  Expected<instrument::Device> open_first() {
    auto device = open(true);
    if (device || device.error().fault != Fault::unfit) return device;
    auto without = open(false);
    if (!without) return device;  // what is missing is something else
    shape_.stamped = false;
    result_.certificate = instrument::certificate_without_clock(sentence(device.error()));
    return without;
  }

  void describe_device(const instrument::Device& device) {
    describe_rig(device, options_.toggles, result_.rig);
    // Trials follow each other, whatever the probe asks of a comparison's slots.
    result_.cache = cache_record(plan_, options_.known_memory ? options_.known_memory(result_.rig) : KnownMemory{});
    result_.cache->asked.clear();
    result_.cache->state = result::CacheState::repeated;
  }

  Expected<void> certify(instrument::Device& device) {
    if (!shape_.stamped) return {};
    auto certificate = certify_at_rest(device, [this](double share, std::string_view what) { say(share, what); });
    if (!certificate) return fail(certificate.error());
    result_.certificate = std::move(*certificate);
    shape_.stamped = result_.certificate.why_no_clock().empty();
    stamp_ns_ = result_.certificate.stamp_ns.value_or(1);
    quantum_ns_ = result_.certificate.lattice_ns.value_or(1);
    return {};
  }

  Expected<void> session(instrument::Device device, std::uint32_t number) {
    const auto begun = Clock::now();
    say(0, "building the arm and filling the pool");
    if (auto same = same_device_.check(device); !same) return same;
    auto made = Session::start(std::move(device), plan_, pool_, options_.seed, number);
    if (!made) return fail(made.error());
    if (auto right = gate(*made, number == 0, 0); !right) return right;
    auto& record = result_.sessions.emplace_back();
    TimedRounds rounds(*made, plan_, options_.seed, number);
    if (auto settled = settle(*made, rounds, record, number == 0); !settled) return settled;
    if (number == 0) {
      if (auto planned = plan_rounds(rounds, record, seconds_since(begun)); !planned) return planned;
    }
    for (std::uint32_t r = 0; r < result_.schedule.rounds; ++r) {
      if (auto going = still_going(); !going) return going;
      const std::uint32_t sessions = result_.schedule.sessions;
      say((number + static_cast<double>(r) / result_.schedule.rounds) / sessions,
          fmt::format("session {} of {}, round {} of {}", number + 1, sessions, r + 1, result_.schedule.rounds));
      if (auto ran = round(rounds, record.steady, record.alone); !ran) return ran;
    }
    if (auto right = gate(*made, false, made->pool().per_buffer() / 2); !right) return right;
    for (auto& event : made->device().engine().take_events()) record.events.push_back(std::move(event.text));
    record.wall_ns = static_cast<std::uint64_t>(seconds_since(begun) * 1e9);
    made->device().engine().close();
    return {};
  }

  Expected<void> round(TimedRounds& rounds, std::vector<result::TimedSubmission>& steady,
                       std::vector<result::TimedSubmission>& alone) const {
    if (shape_.stamped) {
      auto many = rounds.steady(shape_);
      if (!many) return fail(many.error());
      steady.push_back(std::move(*many));
    }
    auto one = rounds.alone(shape_);
    if (!one) return fail(one.error());
    alone.push_back(std::move(*one));
    return {};
  }

  /// Both builds write the same bytes, all of them, twice; at the end of each session once more, on other allocations.
  Expected<void> gate(Session& session, bool first, std::uint32_t shift) {
    if (first) say(0, "checking the arm's bytes");
    auto outcome = run_gate(session.device(), plan_, session.pool(), session.instances(),
                            {.poison_seed = session.poison_seed(), .shift = shift, .references = references_});
    if (!outcome) return fail(outcome.error());
    if (first) {
      expected_ = outcome->expected;
      result_.gate = outcome->record;
    }
    result_.gate.blocks_checked += 1;
    if (outcome->record.passed && outcome->expected == expected_) return {};
    result_.gate.blocks_wrong += 1;
    result_.gate.passed = false;
    result_.gate.message =
        outcome->record.passed ? "the outputs are other bytes than those of the first gate" : outcome->record.message;
    return fail({.fault = Fault::incorrect, .what = result_.gate.message});
  }

  /// The first readings, which also say how long a trial takes; then, once, the shape of a round; then warm-up rounds.
  Expected<void> settle(Session& session, TimedRounds& rounds, result::TimingSession& record, bool first) {
    say(0, "warming up");
    double trial_ns = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < kEstimates; ++i) {
      auto one = rounds.alone(shape_);
      if (!one) return fail(one.error());
      trial_ns = std::min(trial_ns, static_cast<double>(one->done_ns - std::min(one->done_ns, one->submit_ns)));
      record.warm_up.push_back(std::move(*one));
      if (i > 0 && trial_ns > kSteadyNs) break;
    }
    if (!shape_.stamped) return {};
    if (first) {
      if (auto chosen = choose_shape(session, record); !chosen) return chosen;
    }
    if (auto dithered = dither(session); !dithered) return dithered;
    const double steady_ns = (shape_.trials + shape_.lead_in) * trial_ns;
    session.device().set_deadline_ms(options_.deadline_ms + static_cast<std::uint64_t>(kPatience * steady_ns / 1e6));
    if (!session.device().is_software()) {
      if (auto burned = session.burn(kBurnNs, 1, trial_ns); !burned) return burned;
    }
    for (std::uint32_t r = 0; r < kWarmUpRounds; ++r) {
      if (auto ran = round(rounds, record.warm_up, record.warm_up); !ran) return ran;
    }
    return {};
  }

  Expected<void> choose_shape(Session& session, const result::TimingSession& record) {
    std::vector<double> spans, passes;
    for (const auto& submission : record.warm_up) {
      const std::span<const std::uint64_t> stamps = submission.stamps;
      const auto trial = read_trial(stamps, 0, kLongestTrialRaw);
      if (trial.fault) continue;
      spans.push_back(static_cast<double>(trial.region.extent) * stamp_ns_);
      const auto ticks = pass_ticks(stamps, result::Attribution::spans);
      passes.push_back(*std::ranges::min_element(ticks) * stamp_ns_);
    }
    const double trial_ns = std::max({1.0, quantum_ns_, spans.empty() ? 0 : *std::ranges::min_element(spans)});
    const std::size_t queries = 2 * result_.passes.size();
    const std::size_t in_one_submission = (messages::kMostQueries - 2) / queries;
    const double most = std::min<double>(kMostTrialsInARow, static_cast<double>(in_one_submission));
    shape_.trials = static_cast<std::uint32_t>(std::clamp(std::floor(kSteadyNs / trial_ns), 1.0, most));
    // Where passes cannot be told apart, neither can trials: each has a submission of its own.
    if (!result_.certificate.fit_to_compare()) shape_.trials = 1;
    const double sets = static_cast<double>(lower::most_trials(plan_, kMostTrials));
    shape_.lead_in = static_cast<std::uint32_t>(std::clamp(std::floor(kLeadInNs / trial_ns), 1.0, sets));
    const double shortest_ns = passes.empty() ? 0 : *std::ranges::max_element(passes);
    result_.schedule.dither = quantum_ns_ > kQuantumThatMatters * shortest_ns;
    const auto work = instrument::calibrate_known_work(session.device(), stamp_ns_,
                                                       std::max(kReferenceNs, kReferenceQuanta * quantum_ns_));
    if (!work) return fail(work.error());
    shape_.reference_steps = work->steps;
    result_.schedule.trials = shape_.trials;
    result_.schedule.lead_in = shape_.lead_in;
    result_.schedule.reference_steps = shape_.reference_steps;
    return {};
  }

  /// Of each process anew: its pipelines may be of another speed.
  Expected<void> dither(Session& session) {
    if (!result_.schedule.dither) return {};
    auto levels = calibrate_dither(session.device(), stamp_ns_, quantum_ns_);
    if (!levels) return fail(levels.error());
    shape_.dither = std::move(levels->iterations);
    return {};
  }

  /// After the first warm-up: how many rounds the budget holds, decided before the first one that counts.
  Expected<void> plan_rounds(TimedRounds& rounds, result::TimingSession& record, double overhead_s) {
    const auto begun = Clock::now();
    if (auto ran = round(rounds, record.warm_up, record.warm_up); !ran) return ran;
    const double round_s = std::max(seconds_since(begun), 1e-6);
    if (options_.rounds > 0) {
      result_.schedule.rounds = options_.rounds;
      return {};
    }
    auto& sessions = result_.schedule.sessions;
    const double left_s = options_.budget_s - seconds_since(start_);
    const auto fit = [&](std::uint32_t count) {
      return std::floor((left_s - overhead_s * (count - 1)) / count / round_s);
    };
    while (sessions > kLeastTimedSessions && fit(sessions) < kLeastRounds) --sessions;
    if (fit(sessions) < kLeastRounds) {
      const double needed_s = seconds_since(start_) + overhead_s * (sessions - 1) + sessions * kLeastRounds * round_s;
      return fail({.fault = Fault::nothing,
                   .what = fmt::format("one round takes {:.3g} s, and {} sessions of {} rounds are the least", round_s,
                                       sessions, kLeastRounds),
                   .value = fmt::format("a budget of {:g} s", options_.budget_s),
                   .limit = fmt::format("{:.0f} s", std::ceil(needed_s)),
                   .where = "--budget",
                   .advice = fmt::format("use --budget {:.0f}s, or a smaller size", std::ceil(1.2 * needed_s))});
    }
    const double stamps = 2.0 * static_cast<double>(result_.passes.size()) * (shape_.trials + 1) * sessions;
    const double most = std::min<double>(kMostRounds, std::max<double>(kLeastRounds, kMostStampsKept / stamps));
    result_.schedule.rounds = static_cast<std::uint32_t>(std::min(fit(sessions), most));
    if (options_.predicted) {
      const double total_s = result_.schedule.rounds * sessions * round_s + overhead_s * (sessions - 1);
      options_.predicted(fmt::format(
          "{} sessions of {} rounds, each {} in a row and one alone: about {:.0f} s", sessions, result_.schedule.rounds,
          shape_.trials == 1 ? "1 trial" : fmt::format("{} trials", shape_.trials), std::ceil(total_s)));
    }
    return {};
  }

  Expected<void> still_going() const {
    if (!options_.interrupted || !options_.interrupted()) return {};
    return fail({.fault = Fault::interrupted, .what = "interrupted; what was measured is kept and proves nothing"});
  }
  void say(double share, std::string_view what) const {
    if (options_.progress) options_.progress(share, what);
  }

  const plan::Plan& whole_;
  plan::Plan plan_;
  const engine::Launcher& launch_;
  const TimeOptions& options_;
  Clock::time_point start_ = Clock::now();
  result::Timing result_{};
  References references_{};
  PoolSize pool_{};
  RoundShape shape_{};
  SameDevice same_device_{};
  double stamp_ns_ = 1, quantum_ns_ = 1;
  std::vector<std::vector<std::vector<lower::Digest>>> expected_{};
};

}  // namespace

Expected<result::Timing> time_arm(const plan::Plan& plan, std::size_t arm, const engine::Launcher& launch,
                                  const TimeOptions& options) {
  return TimingRun(plan, arm, launch, options).run();
}

}  // namespace assay::protocol
