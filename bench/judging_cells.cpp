// SPDX-License-Identifier: Apache-2.0
#include "judging_cells.hpp"

#include <algorithm>
#include <cmath>

#include "drawn_session.hpp"
#include "engine/sim/time_model.hpp"
#include "protocol/contrasts.hpp"
#include "protocol/simulated_comparison.hpp"
#include "stats/location.hpp"
#include "stats/sign_sequence.hpp"

namespace assay::bench {
namespace {

using engine::sim::Nuisances;
using result::Verdict;

constexpr double kMargin = 0.01, kCoarse = 65536;
constexpr std::size_t kMostSquares = 40, kNaiveReadings = 30;

Nuisances with_quantum(Nuisances nuisances, double quantum_ns) {
  nuisances.quantum_ns = quantum_ns;
  return nuisances;
}

Nuisances with_luck(Nuisances nuisances, double luck) {
  nuisances.luck = luck;
  return nuisances;
}

bool is_wrong(Verdict verdict, double effect) {
  if (verdict == Verdict::slower) return effect <= 0;
  if (verdict == Verdict::faster) return effect >= 0;
  return verdict == Verdict::null && std::abs(std::log1p(effect)) >= std::log1p(kMargin);
}

std::vector<double> effects_of(const result::Comparison& comparison) {
  std::vector<double> effects;
  const double stamp_ns = comparison.certificate.stamp_ns.value_or(1);
  for (const auto& replicate : comparison.replicates) {
    for (const auto& square : replicate.squares) {
      protocol::JudgedSquare judged;
      for (const auto& block : square.blocks) {
        auto& slots = judged.blocks.emplace_back();
        for (const auto& slot : block.slots) {
          slots.push_back(
              {.instance = slot.instance, .span_ns = static_cast<double>(slot.end - slot.begin) * stamp_ns});
        }
      }
      const auto answer = protocol::contrasts(std::span(&judged, 1), comparison.schedule.location);
      if (answer && square.void_reason.empty()) effects.push_back(answer->effect);
    }
  }
  return effects;
}

/// Medians of 30 readings of A and of B, in two processes or taking turns in one.
double naive_effect(const Nuisances& nuisances, double effect, bool interleaved) {
  std::vector<double> a, b;
  engine::sim::TimeModel first(nuisances, 0), second(nuisances, 1);
  auto& model_b = interleaved ? first : second;
  const auto reading = [](engine::sim::TimeModel& model, std::uint64_t code, std::size_t place) {
    return model.factor(
        {.reading = true, .user = true, .code = code, .pipeline = code, .place = place, .stamped = true});
  };
  for (std::size_t i = 0; i < kNaiveReadings; ++i) {
    a.push_back(reading(first, 1, interleaved ? 2 * i : i));
    if (interleaved) b.push_back((1 + effect) * reading(model_b, 2, 2 * i + 1));
  }
  for (std::size_t i = 0; !interleaved && i < kNaiveReadings; ++i) b.push_back((1 + effect) * reading(model_b, 2, i));
  return stats::median(b).value_or(0) / stats::median(a).value_or(1) - 1;
}

}  // namespace

std::vector<Cell> judging_cells() {
  const Nuisances rough = engine::sim::rough(), quiet = engine::sim::quiet();
  Nuisances step = rough, flips = rough, throttle = quiet, correlated = rough, tails = rough;
  correlated.ar = 0.995;
  tails.tails = engine::sim::Tails::t2;
  step.step = 0.10;
  flips.flips = 0.005;
  throttle.throttle = 0.5;
  return {
      {.name = "same code, 1 ns", .effect = 0, .nuisances = rough},
      {.name = "same code, 65,536 ns", .effect = 0, .nuisances = with_quantum(rough, kCoarse)},
      {.name = "+0.3 %, 1 ns", .effect = 0.003, .nuisances = rough},
      {.name = "+0.3 %, 65,536 ns", .effect = 0.003, .nuisances = with_quantum(rough, kCoarse)},
      {.name = "+1 %, 1 ns", .effect = 0.01, .nuisances = rough},
      {.name = "+1 %, 65,536 ns", .effect = 0.01, .nuisances = with_quantum(rough, kCoarse)},
      {.name = "+2 %, 65,536 ns", .effect = 0.02, .nuisances = with_quantum(rough, kCoarse)},
      {.name = "-2 %, 1 ns", .effect = -0.02, .nuisances = rough},
      {.name = "luck 0.5 %, quiet, same code", .effect = 0, .nuisances = with_luck(quiet, 0.005), .most_wrong = 0.05},
      {.name = "luck 0.5 %, quiet, +1 %", .effect = 0.01, .nuisances = with_luck(quiet, 0.005), .most_wrong = 0.05},
      {.name = "luck 0.5 %, quiet, +2 %", .effect = 0.02, .nuisances = with_luck(quiet, 0.005), .most_wrong = 0.05},
      {.name = "10 % step in each session, same code", .effect = 0, .nuisances = step},
      {.name = "10 % step in each session, +1 %", .effect = 0.01, .nuisances = step},
      {.name = "noise correlated by 0.995, same code", .effect = 0, .nuisances = correlated},
      {.name = "noise correlated by 0.995, +1 %", .effect = 0.01, .nuisances = correlated},
      {.name = "t2 tails, same code", .effect = 0, .nuisances = tails},
      {.name = "t2 tails, +1 %", .effect = 0.01, .nuisances = tails},
      {.name = "clock flips by 5 %, same code", .effect = 0, .nuisances = flips},
      {.name = "clock falls to half under bursts, same code", .effect = 0, .nuisances = throttle},
  };
}

bool too_many_wrong(const Cell& cell, const Tally& tally) {
  const double expected = cell.most_wrong * static_cast<double>(tally.comparisons);
  return static_cast<double>(tally.wrong) > expected + 4 * std::sqrt(expected) + 1;
}

Tally judge_cell(const Cell& cell, std::size_t comparisons, std::uint64_t seed) {
  Tally tally;
  const auto plan = protocol::testing::simulated_plan(cell.effect);
  for (std::size_t i = 0; i < comparisons; ++i) {
    const auto comparison = protocol::testing::compare_simulated(plan, cell.nuisances, seed_of(seed, i));
    if (!comparison) continue;  // the count of comparisons shows it
    const auto& judgement = comparison->judgement;
    ++tally.comparisons;
    ++tally.words[judgement.verdict];
    if (is_wrong(judgement.verdict, cell.effect)) ++tally.wrong;
    const double truth = std::log1p(cell.effect);
    if (judgement.interval.low <= truth && truth <= judgement.interval.high) ++tally.covered;
  }
  return tally;
}

SessionTally look_at_sessions(const Cell& cell, std::size_t sessions, std::uint64_t seed) {
  SessionTally tally;
  const auto plan = protocol::testing::simulated_plan(cell.effect);
  const double truth = std::log1p(cell.effect);
  for (std::size_t i = 0; i < sessions; ++i) {
    const auto comparison = protocol::testing::compare_simulated(
        plan, cell.nuisances, seed_of(seed, i), {.replicates = 1, .squares = static_cast<std::uint32_t>(kMostSquares)});
    if (!comparison) continue;
    ++tally.sessions;
    const auto effects = effects_of(*comparison);
    if (effects.empty()) {
      ++tally.void_sessions;
      continue;
    }
    for (std::size_t n = 1; n <= effects.size(); ++n) {
      const auto interval = stats::sequence_interval(std::span(effects).first(n), 0.01);
      if (interval.low <= 0 && interval.high >= 0) continue;
      const bool slower = interval.low > 0;
      const bool right = slower ? truth > 0 : truth < 0;
      ++(right ? tally.right : tally.wrong);
      if (right) tally.found.push_back(n);
      break;
    }
    const auto last = stats::sequence_interval(effects, 0.05);
    if (last.low <= truth && truth <= last.high) ++tally.covered;
  }
  return tally;
}

NaiveTally judge_naively(const Cell& cell, std::size_t comparisons, std::uint64_t seed) {
  NaiveTally tally{.comparisons = comparisons};
  Nuisances nuisances = cell.nuisances;
  for (std::size_t i = 0; i < comparisons; ++i) {
    nuisances.seed = seed_of(seed, i);
    const double separate = naive_effect(nuisances, cell.effect, false);
    const double interleaved = naive_effect(nuisances, cell.effect, true);
    if (separate * cell.effect < 0) ++tally.separate_wrong_sign;
    if (interleaved * cell.effect < 0) ++tally.interleaved_wrong_sign;
    if (std::abs(separate) > kMargin) ++tally.separate_over_margin;
    if (std::abs(interleaved) > kMargin) ++tally.interleaved_over_margin;
  }
  return tally;
}

}  // namespace assay::bench
