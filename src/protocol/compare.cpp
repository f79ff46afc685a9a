// SPDX-License-Identifier: Apache-2.0
#include "protocol/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "instrument/certify.hpp"
#include "instrument/describe.hpp"
#include "plan/load.hpp"
#include "protocol/budget.hpp"
#include "protocol/comparability.hpp"
#include "protocol/device_wish.hpp"
#include "protocol/readings.hpp"
#include "protocol/session.hpp"
#include "protocol/slot_length.hpp"
#include "protocol/trial_time.hpp"

namespace assay::protocol {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr double kMostOverrun = 1.25;
// A prediction from a quiet moment may be this far below what a busy machine needs.
constexpr double kPatience = 10;
// On an H200 the clock was down to less than half after two seconds of short bursts, and up again after this.
constexpr double kBurnNs = 150e6;

/// One comparison from start to verdict. Failures travel as errors up to `run`, which turns those that are verdicts
/// into verdicts and keeps what was measured.
class Comparing {
 public:
  Comparing(const plan::Plan& plan, const engine::Launcher& launch, const CompareOptions& options)
      : plan_(plan), launch_(launch), options_(options) {}

  Expected<result::Comparison> run() {
    if (auto able = check_comparable(plan_); !able) return fail(able.error());
    if (auto described = describe(); !described) return fail(described.error());
    const auto measured = measure();
    result_.seconds = seconds_since(start_);
    if (measured) {
      judge_again(result_);
      warn_of_rates();
      return result_;
    }
    switch (measured.error().fault) {
      case Fault::interrupted:
        end(result::Verdict::void_run,
            fmt::format("interrupted after {} of {} sessions; what was measured is kept and proves nothing", finished_,
                        planned_replicates()));
        break;
      case Fault::broken_run: end(result::Verdict::void_run, sentence(measured.error())); break;
      case Fault::unfit: end(result::Verdict::unfit, sentence(measured.error())); break;
      case Fault::incorrect: end(result::Verdict::incorrect, sentence(measured.error())); break;
      default: return fail(measured.error());
    }
    return result_;
  }

 private:
  Expected<void> describe() {
    const auto id = plan::identity(plan_);
    if (!id) return fail(id.error());
    result_.assay_version = options_.machine.assay_version;
    result_.started_utc = options_.started_utc;
    result_.command = options_.command;
    result_.probe = plan_.probe;
    result_.plan_id = *id;
    result_.question = plan_.question;
    result_.margin = plan_.margin;
    if (plan_.prediction) result_.predicted = std::pair(plan_.prediction->least, plan_.prediction->most);
    result_.rates = plan_.rates;
    result_.rig = options_.machine;
    result_.schedule.seed = options_.seed;
    result_.schedule.budget_s = options_.budget_s;
    for (const auto& arm : plan_.arms) result_.arms.push_back({.name = arm.name, .passes = plan::pass_count(arm)});
    for (auto& note : comparison_notes(plan_)) result_.warnings.push_back(std::move(note));
    return {};
  }

  Expected<void> measure() {
    auto first = open_device("starting the engine");
    if (!first) return fail(first.error());
    describe_device(*first);
    if (auto valid = plan::validate(plan_, first->limits()); !valid) return fail(valid.error());
    if (auto certified = certify(*first); !certified) return fail(certified.error());

    auto pool = choose_pool(plan_, instance_count(plan_), options_.memory_bytes);
    if (!pool) return fail(pool.error());
    pool_ = *pool;
    result_.schedule.pool = pool_.per_buffer;
    if (!pool_.luck_averaged)
      result_.warnings.emplace_back("allocation luck not averaged: the pool has no spare place");

    for (std::uint32_t r = 0; r < planned_replicates(); ++r) {
      const auto begun = Clock::now();
      if (over_budget(r)) break;
      if (r == 0) {
        if (auto done = replicate(std::move(*first), r, begun); !done) return done;
      } else {
        auto device =
            open_device(fmt::format("session {} of {}: starting a fresh process", r + 1, planned_replicates()));
        if (!device) return fail(device.error());
        if (auto done = replicate(std::move(*device), r, begun); !done) return done;
      }
    }
    return {};
  }

  [[nodiscard]] std::uint32_t planned_replicates() const {
    return budget_ ? budget_->replicates : std::max(1U, options_.replicates);
  }

  /// A machine that became busier than the warm-up promised: past a quarter over the budget no further replicate is
  /// begun, once a verdict is possible. Time decides here, never a reading.
  bool over_budget(std::uint32_t done) {
    if (options_.keep_counts || done < kLeastReplicates || done == 0) return false;
    const double elapsed_s = seconds_since(start_);
    if (elapsed_s * (done + 1) / done <= kMostOverrun * options_.budget_s) return false;
    result_.warnings.push_back(fmt::format("stopped after {} of {} sessions: {:.0f} s of {:g} s were used up", done,
                                           planned_replicates(), elapsed_s, options_.budget_s));
    result_.schedule.replicates = done;
    return true;
  }

  Expected<instrument::Device> open_device(const std::string& what) {
    if (auto going = still_going(); !going) return fail(going.error());
    say(0, what);
    auto engine = launch_();
    if (!engine) return fail(engine.error());
    auto wish = wish_of(plan_, options_.adapter);
    wish.toggles = options_.toggles;
    auto device = instrument::Device::open(std::move(*engine), wish);
    if (!device) return fail(too_large(device.error(), plan_, wish));
    device->set_deadline_ms(options_.deadline_ms);
    if (auto same = check_same_device(*device); !same) return fail(same.error());
    return device;
  }

  /// Replicates are pooled, and so they must be of one engine, device, driver and clock.
  Expected<void> check_same_device(const instrument::Device& device) {
    const auto& adapter = device.adapter();
    const auto period_ns = device.stamp_ns().value_or(0);
    const std::string now = fmt::format("{} {} on {} ({}, {:04x}:{:04x}, {}), {} ns a stamp", device.identity().engine,
                                        device.identity().version, adapter.name, adapter.driver, adapter.vendor_id,
                                        adapter.device_id, adapter.backend, period_ns);
    if (device_.empty()) device_ = now;
    if (device_ == now) return {};
    return fail({.fault = Fault::broken_run,
                 .what = "the device changed between two sessions",
                 .value = now,
                 .limit = device_,
                 .advice = "name the adapter with --engine ENGINE@PART_OF_ITS_NAME and run again"});
  }

  void describe_device(const instrument::Device& device) {
    auto& rig = result_.rig;
    instrument::describe(device.identity(), device.adapter(), rig);
    rig.toggles = options_.toggles;
    rig.features = device.opened().features;
    rig.limits = device.opened().limits;
  }

  Expected<void> certify(instrument::Device& device) {
    auto certificate = instrument::certify(device, [this](double share, std::string_view what) { say(share, what); });
    if (!certificate) return fail(certificate.error());
    result_.certificate = std::move(*certificate);
    if (!result_.certificate.fit_to_compare()) {
      return fail({.fault = Fault::unfit, .what = result_.certificate.why_unfit()});
    }
    stamp_ns_ = result_.certificate.stamp_ns.value_or(1);
    quantum_ns_ = result_.certificate.lattice_ns.value_or(1);
    return {};
  }

  Expected<void> replicate(instrument::Device device, std::uint32_t r, Clock::time_point begun) {
    say(0, "building the arms and filling the pool");
    auto session = Session::start(std::move(device), plan_, pool_, options_.seed, r);
    if (!session) return fail(session.error());
    if (r == 0) {
      if (auto chosen = gate_and_choose(*session); !chosen) return chosen;
    }
    if (auto calibrated = calibrate_dither(*session); !calibrated) return calibrated;
    settings_.stamp_ns = stamp_ns_;
    allow_for_long_blocks(session->device());
    if (auto prepared = session->prepare(settings_); !prepared) return prepared;
    auto& record = result_.replicates.emplace_back();
    say(0, "warming up");
    if (!session->device().is_software()) {
      if (auto burned = session->burn(kBurnNs, settings_.trials, settings_.slot_ns); !burned) return burned;
    }
    const auto warming = Clock::now();
    auto warm = session->warm_up(stamp_ns_, result_.gate);
    if (!warm) return fail(warm.error());
    record.warm_up = std::move(*warm);
    if (auto right = blocks_right(); !right) return right;
    if (r == 0) {
      const double square_s = seconds_since(warming) / static_cast<double>(record.warm_up.size());
      if (auto planned = plan_squares(square_s, seconds_since(begun)); !planned) return planned;
    }
    for (std::uint32_t k = 0; k < budget_->squares; ++k) {
      if (auto going = still_going(); !going) return going;
      say(static_cast<double>(k) / budget_->squares,
          fmt::format("session {} of {}, square {} of {}", r + 1, budget_->replicates, k + 1, budget_->squares));
      auto square = session->run_square(result_.gate);
      if (!square) return fail(square.error());
      record.squares.push_back(std::move(*square));
      if (auto right = blocks_right(); !right) return right;
    }
    if (auto gate = last_gate(*session); !gate) return gate;
    for (auto& event : session->device().engine().take_events()) record.events.push_back(std::move(event.text));
    record.wall_ns = static_cast<std::uint64_t>(seconds_since(begun) * 1e9);
    session->device().engine().close();
    ++finished_;
    return {};
  }

  /// Both arms' bytes, then everything that is fixed before the first timed square.
  Expected<void> gate_and_choose(Session& session) {
    say(0, "checking both arms' bytes");
    auto gate = run_gate(session.device(), plan_, session.pool(), session.instances(), session.poison_seed());
    if (!gate) return fail(gate.error());
    result_.gate = gate->record;
    if (!result_.gate.passed) return fail({.fault = Fault::incorrect, .what = result_.gate.message});
    const auto hash = hash_first_output(session.device(), plan_, session.pool());
    if (!hash) return fail(hash.error());
    result_.gate.sha256 = *hash;
    settings_.expected = gate->expected;

    say(0, "choosing the slot length");
    auto trial_ns = measure_trial_ns(session, plan_, stamp_ns_, quantum_ns_);
    if (!trial_ns) return fail(trial_ns.error());
    if (!session.device().is_software()) {
      // At a low clock everything takes longer: the second estimate is the one that the slots will see.
      if (auto burned = session.burn(kBurnNs, 1, *std::min_element(trial_ns->begin(), trial_ns->end())); !burned) {
        return burned;
      }
      trial_ns = measure_trial_ns(session, plan_, stamp_ns_, quantum_ns_);
      if (!trial_ns) return fail(trial_ns.error());
    }
    const auto length = choose_slot_length({.trial_ns = *trial_ns,
                                            .quantum_ns = quantum_ns_,
                                            .empty_pass_ns = result_.certificate.empty_pass_ns.value_or(0),
                                            .wished_slot_ns = options_.slot_ns});
    if (!length) return fail(length.error());
    settings_.trials = length->trials;
    settings_.slot_ns = length->longest_ns;
    result_.schedule.trials = length->trials;
    result_.schedule.dither = needs_dither(quantum_ns_, length->shortest_ns, plan_.margin);
    return {};
  }

  /// A dispatch cannot be split: a block of slots that are seconds long is no hang.
  void allow_for_long_blocks(instrument::Device& device) const {
    const double block_ns = (2.0 * instance_count(plan_) + 1) * (settings_.slot_ns + settings_.spacer_ns);
    const auto needed_ms = static_cast<std::uint64_t>(kPatience * block_ns / 1e6);
    device.set_deadline_ms(options_.deadline_ms + needed_ms);
  }

  /// The spacer's steps are as long as the clock of the hour makes them: calibrated for every replicate.
  Expected<void> calibrate_dither(Session& session) {
    if (!result_.schedule.dither) return {};
    auto dither = protocol::calibrate_dither(session.device(), stamp_ns_, quantum_ns_);
    if (!dither) return fail(dither.error());
    settings_.dither_iterations = std::move(dither->iterations);
    settings_.spacer_ns = dither->longest_ns;
    return {};
  }

  /// After the first warm-up: the estimator, and how many squares the budget allows.
  Expected<void> plan_squares(double square_s, double overhead_s) {
    const auto& warm = result_.replicates.front().warm_up;
    result_.schedule.location = choose_location(quantum_ns_, instance_spans(warm.back(), stamp_ns_));
    const BudgetWish wish{.remaining_s = options_.budget_s - seconds_since(start_),
                          .session_overhead_s = overhead_s,
                          .square_s = square_s,
                          .replicates = std::max(1U, options_.replicates),
                          .squares = std::max(1U, options_.squares)};
    if (options_.keep_counts) {
      budget_ =
          BudgetPlan{.replicates = wish.replicates,
                     .squares = wish.squares,
                     .predicted_s = (wish.replicates - 1) * overhead_s + wish.replicates * wish.squares * square_s};
    } else {
      auto planned = plan_budget(wish);
      if (!planned) return fail(planned.error());
      budget_ = *planned;
    }
    result_.schedule.replicates = budget_->replicates;
    result_.schedule.squares = budget_->squares;
    if (options_.predicted) {
      options_.predicted(
          fmt::format("{} sessions of {} squares, {} slots each of about {:.3g} ms ({} trials): about {:.0f} s",
                      budget_->replicates, budget_->squares, 2 * instance_count(plan_) * instance_count(plan_),
                      settings_.slot_ns / 1e6, settings_.trials, std::ceil(budget_->predicted_s)));
    }
    return {};
  }

  Expected<void> blocks_right() {
    if (result_.gate.passed) return {};
    return fail({.fault = Fault::incorrect,
                 .what = fmt::format("{} ({} of {} checked blocks wrong)", result_.gate.message,
                                     result_.gate.blocks_wrong, result_.gate.blocks_checked)});
  }

  /// The gate once more, on allocations that were timed.
  Expected<void> last_gate(Session& session) {
    auto gate = run_gate(session.device(), plan_, session.pool(), session.instances(), session.poison_seed(),
                         session.pool().per_buffer() / 2);
    if (!gate) return fail(gate.error());
    if (gate->record.passed && gate->expected == settings_.expected) return {};
    result_.gate.passed = false;
    result_.gate.message = gate->record.passed ? "after timing, the outputs are other bytes than before it"
                                               : "after timing: " + gate->record.message;
    return fail({.fault = Fault::incorrect, .what = result_.gate.message});
  }

  void warn_of_rates() {
    const auto bytes = plan_.rates.find("bytes");
    if (bytes == plan_.rates.end() || !plan_.rig.peak_bytes_per_second) return;
    for (const auto& arm : result_.arms) {
      const auto clause = implausible_rate(bytes->second, arm.median_trial_ns, *plan_.rig.peak_bytes_per_second);
      if (!clause.empty()) result_.warnings.push_back(arm.name + " reads at " + clause);
    }
  }

  void end(result::Verdict verdict, std::string reason) {
    result_.ended_by = result::Impediment{.verdict = verdict, .reason = std::move(reason)};
    judge_again(result_);
  }

  Expected<void> still_going() const {
    if (!options_.interrupted || !options_.interrupted()) return {};
    return fail({.fault = Fault::interrupted, .what = "interrupted; what was measured is kept and proves nothing"});
  }

  /// `share` of the present stage; stages are the replicates, the first of which brings certificate and gates.
  void say(double share, std::string_view what) const {
    if (!options_.progress) return;
    const double stages = planned_replicates() + 1;
    const double done = budget_ ? static_cast<double>(result_.replicates.size()) : 0.0;
    options_.progress(std::min(1.0, (done + share) / stages), what);
  }

  const plan::Plan& plan_;
  const engine::Launcher& launch_;
  const CompareOptions& options_;
  Clock::time_point start_ = Clock::now();
  result::Comparison result_{};
  std::uint32_t finished_ = 0;  ///< replicates
  PoolSize pool_{};
  std::string device_{};  ///< the first replicate's, to hold the others against
  BlockSettings settings_{};
  std::optional<BudgetPlan> budget_{};
  double stamp_ns_ = 1, quantum_ns_ = 1;
};

}  // namespace

Expected<result::Comparison> compare(const plan::Plan& plan, const engine::Launcher& launch,
                                     const CompareOptions& options) {
  return Comparing(plan, launch, options).run();
}

}  // namespace assay::protocol
