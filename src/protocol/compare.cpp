// SPDX-License-Identifier: Apache-2.0
#include "protocol/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "plan/load.hpp"
#include "protocol/bring_up.hpp"
#include "protocol/budget.hpp"
#include "protocol/cache_state.hpp"
#include "protocol/comparability.hpp"
#include "protocol/elapsed.hpp"
#include "protocol/floor_ladder.hpp"
#include "protocol/judge.hpp"
#include "protocol/judge_reasons.hpp"
#include "protocol/readings.hpp"
#include "protocol/session.hpp"
#include "protocol/settling.hpp"
#include "protocol/slot_length.hpp"

namespace assay::protocol {
namespace {

constexpr double kMostOverrun = 1.25;
constexpr double kShorterThanWarm = 0.95;
/// The build whose squares make the ladder: the baseline.
constexpr std::uint32_t kLadderInstance = 0;

double seconds_per_square(const std::vector<result::SquareRecord>& squares) {
  double wall_ns = 0;
  for (const auto& square : squares) {
    for (const auto& block : square.blocks) wall_ns += static_cast<double>(block.wall_ns);
  }
  return wall_ns / 1e9 / static_cast<double>(std::max<std::size_t>(squares.size(), 1));
}

/// One comparison from start to verdict. Failures travel as errors up to `run`, which turns those that are verdicts
/// into verdicts and keeps what was measured.
class Comparing {
 public:
  Comparing(const plan::Plan& plan, const engine::Launcher& launch, const CompareOptions& options)
      : plan_(plan), launch_(launch), options_(options) {}

  Expected<result::Comparison> run() {
    if (auto able = check_comparable(plan_); !able) return fail(able.error());
    auto references = references_of(plan_, options_.commanded);
    if (!references) return fail(references.error());
    references_ = std::move(*references);
    if (auto described = describe(); !described) return fail(described.error());
    const auto measured = measure();
    result_.seconds = seconds_since(start_);
    if (measured) {
      judge_again(result_);
      accuse_instrument();
      for (auto& warning : rate_warnings(result_, plan_.rig.peak_bytes_per_second)) {
        result_.warnings.push_back(std::move(warning));
      }
      return result_;
    }
    auto ended = ended_by(measured.error());
    if (!ended) return fail(measured.error());
    if (ended->interrupted) {
      ended->reason = fmt::format("interrupted after {} of {} sessions; what was measured is kept and proves nothing",
                                  finished_, planned_replicates());
    }
    end(std::move(*ended));
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
    result_.params = plan_.params;
    result_.margin = plan_.margin;
    if (plan_.prediction) result_.predicted = std::pair(plan_.prediction->least, plan_.prediction->most);
    result_.rates = plan_.rates;
    result_.rig = options_.machine;
    result_.schedule.seed = options_.seed;
    result_.schedule.budget_s = options_.budget_s;
    for (const auto& arm : plan_.arms) {
      result_.arms.push_back(
          {.name = arm.name, .passes = plan::pass_count(arm), .working_set_bytes = working_set_bytes(plan_, arm)});
    }
    for (auto& note : comparison_notes(plan_)) result_.warnings.push_back(std::move(note));
    return {};
  }

  Expected<void> measure() {
    auto first = open_device("starting the engine");
    if (!first) return fail(first.error());
    describe_rig(*first, options_.toggles, result_.rig);
    if (auto valid = plan::validate(plan_, first->limits()); !valid) return fail(valid.error());
    if (auto certified = certify(*first); !certified) return fail(certified.error());

    if (auto chosen = choose_memory(); !chosen) return chosen;
    for (std::uint32_t r = 0; r < planned_replicates() || second_look(r); ++r) {
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
    if (options_.keep_counts || !budget_ || !can_be_judged(wish_, *budget_, done, result_.schedule.looks)) return false;
    const double elapsed_s = seconds_since(start_);
    if (elapsed_s * (done + 1) / done <= kMostOverrun * options_.budget_s) return false;
    result_.warnings.push_back(fmt::format("stopped after {} of {} sessions: {:.0f} s of {:g} s were used up", done,
                                           planned_replicates(), elapsed_s, options_.budget_s));
    result_.schedule.replicates = done;
    return true;
  }

  /// Once, where it was planned before the first timed square: as many sessions again when the first ones leave the
  /// question open. The error rates were split between the two looks from the start.
  bool second_look(std::uint32_t done) {
    if (result_.schedule.looks < 2 || looked_again_ || !budget_ || done == 0) return false;
    looked_again_ = true;
    judge_again(result_);
    if (result_.judgement.verdict != result::Verdict::unresolved) return false;
    budget_->replicates *= 2;
    result_.schedule.replicates = budget_->replicates;
    if (options_.predicted) {
      options_.predicted(fmt::format("{} sessions leave it open: going on to {}", done, budget_->replicates));
    }
    return true;
  }

  Expected<instrument::Device> open_device(const std::string& what) {
    if (auto going = still_going(); !going) return fail(going.error());
    say(0, what);
    auto device = protocol::open_device(
        plan_, launch_,
        {.adapter = options_.adapter, .toggles = options_.toggles, .deadline_ms = options_.deadline_ms});
    if (!device) return device;
    if (auto same = same_device_.check(*device); !same) return fail(same.error());
    return device;
  }

  Expected<void> certify(instrument::Device& device) {
    auto certificate = certify_at_rest(device, [this](double share, std::string_view what) { say(share, what); });
    if (!certificate) return fail(certificate.error());
    result_.certificate = std::move(*certificate);
    if (!result_.certificate.fit_to_compare()) {
      return fail({.fault = Fault::unfit, .what = result_.certificate.why_unfit()});
    }
    return {};
  }

  /// The pool of allocations, and what is kept for the caches.
  Expected<void> choose_memory() {
    const auto cache = cache_record(plan_, options_.known_memory ? options_.known_memory(result_.rig) : KnownMemory{});
    if (auto able = check_cache(plan_, cache); !able) return able;
    result_.schedule.cache = cache;
    const bool cold = cache_state(plan_, cache, kMostTrials) == result::CacheState::cold;
    auto pool = choose_pool(plan_, instance_count(plan_), options_.memory_bytes, cold ? bytes_to_write(cache) : 0);
    if (!pool) return fail(pool.error());
    pool_ = *pool;
    result_.schedule.pool = pool_.per_buffer;
    if (!pool_.luck_averaged)
      result_.warnings.emplace_back("allocation luck not averaged: the pool has no spare place");
    settling_.emplace(plan_, result_, references_, options_.slot_ns, options_.deadline_ms,
                      options_.memory_bytes - pool_.bytes);
    return {};
  }

  Expected<void> replicate(instrument::Device device, std::uint32_t r, Clock::time_point begun) {
    say(0, "building the arms and filling the pool");
    auto session = Session::start(std::move(device), plan_, pool_, options_.seed, r);
    if (!session) return fail(session.error());
    if (r == 0) {
      say(0, "checking both arms' bytes");
      if (auto gate = settling_->gate(*session); !gate) return gate;
      say(0, "choosing the slot length");
      if (auto chosen = settling_->choose_length(*session); !chosen) return chosen;
    }
    if (auto prepared = settling_->prepare(*session); !prepared) return prepared;
    auto& record = result_.replicates.emplace_back();
    say(0, "warming up");
    auto warm = settling_->warm_up(*session, r == 0);
    if (!warm) return fail(warm.error());
    record.warm_up = std::move(*warm);
    if (auto right = blocks_right(); !right) return right;
    if (r == 0) {
      if (auto planned = plan_squares(seconds_per_square(record.warm_up), seconds_since(begun)); !planned) {
        return planned;
      }
    }
    if (auto ran = run_squares(*session, r, record); !ran) return ran;
    if (auto gate = settling_->last_gate(*session); !gate) return gate;
    for (auto& event : session->device().engine().take_events()) record.events.push_back(std::move(event.text));
    record.wall_ns = static_cast<std::uint64_t>(seconds_since(begun) * 1e9);
    session->device().engine().close();
    ++finished_;
    return {};
  }

  /// The timed squares, and the rungs of the ladder before, between and behind them.
  Expected<void> run_squares(Session& session, std::uint32_t r, result::ReplicateRecord& record) {
    const std::uint32_t squares = budget_->squares;
    for (std::uint32_t k = 0; k <= squares; ++k) {
      if (auto going = still_going(); !going) return going;
      if (budget_->ladder && (k == 0 || k == squares / 2 || k == squares)) {
        const std::uint32_t rung = k == 0 ? 0 : k == squares ? 2 : 1;
        auto floor = session.run_square(result_.gate, kLadderInstance);
        if (!floor) return fail(floor.error());
        record.ladder.push_back({.rung = rung, .instance = kLadderInstance, .square = std::move(*floor)});
      }
      if (k == squares) break;
      say(static_cast<double>(k) / squares,
          fmt::format("session {} of {}, square {} of {}", r + 1, planned_replicates(), k + 1, squares));
      auto square = session.run_square(result_.gate);
      if (!square) return fail(square.error());
      record.squares.push_back(std::move(*square));
      if (auto right = blocks_right(); !right) return right;
    }
    return blocks_right();
  }

  /// After the first warm-up: the estimator, and how many squares the budget allows.
  Expected<void> plan_squares(double square_s, double overhead_s) {
    const auto& warm = result_.replicates.front().warm_up;
    const auto& certificate = result_.certificate;
    // Of a slot whose trials have stamps of their own every rule in quanta applies to one trial.
    const double quanta = result_.schedule.trials_apart ? result_.schedule.trials : 1;
    result_.schedule.location = choose_location(quanta * certificate.lattice_ns.value_or(1),
                                                instance_spans(warm.back(), certificate.stamp_ns.value_or(1)));
    const auto arms = static_cast<std::uint32_t>(plan_.arms.size());
    // Spans may turn out a little shorter than the warm-up's, and then more squares are merged.
    const double span_ns = kShorterThanWarm * shortest_span_ns(warm.back(), certificate.stamp_ns.value_or(1));
    wish_ = {.remaining_s = options_.budget_s - seconds_since(start_),
             .used_s = seconds_since(start_),
             .session_overhead_s = overhead_s,
             .square_s = square_s,
             .replicates = std::max(1U, options_.replicates),
             .squares = std::max(1U, options_.squares),
             .ladder = kLadderSquares,
             .pairs = arms * (arms - 1) / 2,
             .merged = static_cast<std::uint32_t>(std::max<std::size_t>(
                 1, squares_per_effect(result_.schedule.location, certificate.lattice_ns.value_or(1), span_ns)))};
    if (options_.keep_counts) {
      budget_ = counts_as_asked(wish_);
    } else {
      auto planned = plan_budget(wish_);
      if (!planned) return fail(planned.error());
      budget_ = *planned;
      result_.schedule.looks = can_be_doubled(wish_, *budget_) ? 2 : 1;
    }
    result_.schedule.replicates = budget_->replicates;
    result_.schedule.squares = budget_->squares;
    if (options_.predicted) {
      options_.predicted(
          fmt::format("{} sessions of {} squares, {} slots each of about {:.3g} ms ({} trial{}): about {:.0f} s",
                      budget_->replicates, budget_->squares, 2 * instance_count(plan_) * instance_count(plan_),
                      settling_->slot_ns() / 1e6, result_.schedule.trials, result_.schedule.trials == 1 ? "" : "s",
                      std::ceil(budget_->predicted_s)));
    }
    return {};
  }

  Expected<void> blocks_right() {
    if (result_.gate.passed) return {};
    return fail({.fault = Fault::incorrect,
                 .what = fmt::format("{} ({} of {} checked blocks wrong)", result_.gate.message,
                                     result_.gate.blocks_wrong, result_.gate.blocks_checked)});
  }

  /// In an empty room every difference is made by the instrument.
  void accuse_instrument() {
    if (!options_.empty_room) return;
    result_.warnings.emplace_back("empty room: every arm ran the steps of the first one");
    const auto takes_sides = [](const result::Judgement& judgement) {
      return judgement.verdict == result::Verdict::faster || judgement.verdict == result::Verdict::slower;
    };
    const auto pair = std::find_if(result_.pairs.begin(), result_.pairs.end(),
                                   [&](const auto& one) { return takes_sides(one.judgement); });
    const auto& judgement = pair == result_.pairs.end() ? result_.judgement : pair->judgement;
    if (!takes_sides(judgement)) return;
    end({.verdict = result::Verdict::unfit,
         .reason = fmt::format("the room is empty, and yet this instrument calls one arm {} than the other",
                               result::word(judgement.verdict))});
  }

  void end(result::Impediment impediment) {
    result_.ended_by = std::move(impediment);
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
  References references_{};
  std::uint32_t finished_ = 0;  ///< replicates
  PoolSize pool_{};
  SameDevice same_device_{};
  std::optional<Settling> settling_{};  ///< once there is a certificate
  BudgetWish wish_{};                   ///< once the warm-up was read, and with it:
  std::optional<BudgetPlan> budget_{};
  bool looked_again_ = false;
};

}  // namespace

Expected<result::Comparison> compare(const plan::Plan& plan, const engine::Launcher& launch,
                                     const CompareOptions& options) {
  return Comparing(plan, launch, options).run();
}

}  // namespace assay::protocol
