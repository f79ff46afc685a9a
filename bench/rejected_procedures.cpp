// SPDX-License-Identifier: Apache-2.0
#include "rejected_procedures.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "protocol/judge.hpp"
#include "stats/location.hpp"
#include "stats/replicate_interval.hpp"
#include "stats/sign_sequence.hpp"

namespace assay::bench {
namespace {

using engine::sim::Nuisances;
using protocol::JudgedSquare;

constexpr std::size_t kReadings = 30;      // of each arm, in the procedures without squares
constexpr std::size_t kMostLooks = 40;     // squares of a single session that is looked at again and again
constexpr std::size_t kFewestToTest = 3;   // values of which a t interval is taken
constexpr std::uint32_t kReplicates = 5;
constexpr double kAlpha = 0.05, kAlphaSession = 0.01;

int direction(double effect, double threshold) { return effect > threshold ? 1 : effect < -threshold ? -1 : 0; }
int direction(stats::Interval interval) { return interval.low > 0 ? 1 : interval.high < 0 ? -1 : 0; }

result::Location location_of(const Scene& scene) {
  return scene.nuisances.quantum_ns > 1 ? result::Location::sum : result::Location::trimmed;
}

struct Effects {
  std::vector<double> effects{}, duplicates_a{};
};
Effects effects_of(std::span<const JudgedSquare> squares, result::Location location) {
  Effects all;
  for (const auto& square : squares) {
    const auto read = protocol::contrasts(std::span(&square, 1), location);
    if (!read) continue;
    all.effects.push_back(read->effect);
    all.duplicates_a.push_back(read->duplicate_a);
  }
  return all;
}

Effects session(const Scene& scene, std::uint32_t process, const SessionRules& rules) {
  return effects_of(draw_squares(scene.nuisances, scene.truth, process, rules), location_of(scene));
}

/// How much longer B's spans are than A's, by the middle (median or mean) of each; a fraction.
template <typename Middle>
double ratio_of(const SpansOfArms& spans, Middle middle) {
  return middle(spans[1]).value_or(1) / middle(spans[0]).value_or(1) - 1;
}

int separate_runs(const Scene& scene) {
  return direction(ratio_of(draw_runs(scene.nuisances, scene.truth, kReadings), stats::median), scene.margin);
}

int aabb_means(const Scene& scene) {
  constexpr std::array<std::uint32_t, 4> kPattern{0, 0, 1, 1};
  const auto spans = draw_alternating(scene.nuisances, scene.truth, kPattern, kReadings);
  return direction(ratio_of(spans, stats::mean), scene.margin);
}

int abab_medians(const Scene& scene) {
  constexpr std::array<std::uint32_t, 2> kPattern{0, 1};
  const auto spans = draw_alternating(scene.nuisances, scene.truth, kPattern, kReadings);
  return direction(ratio_of(spans, stats::median), scene.margin);
}

int stop_when_significant(const Scene& scene) {
  const auto effects = session(scene, 0, {.squares = kMostLooks}).effects;
  for (std::size_t n = kFewestToTest; n <= effects.size(); ++n) {
    const int found = direction(stats::replicate_interval(std::span(effects).first(n), kAlpha));
    if (found != 0) return found;
  }
  return 0;
}

int one_correction(const Scene& scene) {
  const auto all = session(scene, 0, {});
  if (all.effects.empty()) return 0;
  const double bias = all.duplicates_a.front();
  auto interval = stats::sequence_interval(all.effects, kAlphaSession);
  interval.low -= bias;
  interval.high -= bias;
  return direction(interval);
}

int one_session(const Scene& scene, const SessionRules& rules) {
  return direction(stats::sequence_interval(session(scene, 0, rules).effects, kAlphaSession));
}

int allocations_kept(const Scene& scene) {
  return one_session(scene, {.placement = SessionRules::Placement::kept, .squares = kMostLooks});
}
int pool_per_arm(const Scene& scene) {
  return one_session(scene, {.placement = SessionRules::Placement::pool_per_arm, .squares = kMostLooks});
}
int neutral_lead_in(const Scene& scene) {
  return one_session(scene, {.lead_in = SessionRules::LeadIn::neutral, .squares = kMostLooks});
}
int single_session(const Scene& scene) { return one_session(scene, {.squares = kMostLooks}); }

int two_that_agree(const Scene& scene) {
  int found[2];
  for (std::uint32_t r = 0; r < 2; ++r) {
    found[r] = direction(stats::sequence_interval(session(scene, r, {}).effects, kAlphaSession));
  }
  return found[0] == found[1] ? found[0] : 0;
}

int shipping(const Scene& scene) {
  protocol::JudgeInput input{
      .margin = scene.margin, .quantum_ns = scene.nuisances.quantum_ns, .location = location_of(scene)};
  for (std::uint32_t r = 0; r < kReplicates; ++r) {
    input.replicates.push_back({.squares = draw_squares(scene.nuisances, scene.truth, r, {})});
  }
  const auto verdict = protocol::judge(input).verdict;
  return verdict == result::Verdict::slower ? 1 : verdict == result::Verdict::faster ? -1 : 0;
}

Scene with(Scene scene, double effect, std::string_view name) {
  scene.truth.effect = effect;
  scene.name = name;
  return scene;
}

std::vector<Scene> make_scenes() {
  const Nuisances rough = engine::sim::rough(), quiet = engine::sim::quiet();
  Scene busy{.nuisances = rough}, coarse{.nuisances = rough}, lucky{.nuisances = quiet}, placed{.nuisances = quiet},
      leaving{.nuisances = quiet, .truth = {.leaves = 0.02}, .margin = 0.001};
  coarse.nuisances.quantum_ns = 65536;
  lucky.nuisances.luck = 0.005;
  placed.nuisances.allocation_luck = 0.005;
  return {with(busy, 0, "rough, same code"),
          with(busy, 0.01, "rough, +1 %"),
          with(coarse, 0, "rough, 65,536 ns, same code"),
          with(lucky, 0, "luck 0.5 % a process, same code"),
          with(placed, 0, "luck 0.5 % an allocation, same code"),
          with(leaving, 0, "B leaves 2 %, same code")};
}

}  // namespace

std::span<const Scene> scenes() {
  static const std::vector<Scene> kScenes = make_scenes();
  return kScenes;
}

std::span<const NamedProcedure> procedures() {
  static constexpr std::array<NamedProcedure, 11> kProcedures{{
      {"separate runs", "30 of A in one process, 30 of B in another; medians more than the margin apart",
       separate_runs},
      {"AABB, means", "A, A, B, B, … in one process, 30 of each; means more than the margin apart", aabb_means},
      {"ABAB, medians", "A, B, A, B, … in one process, 30 of each; medians more than the margin apart", abab_medians},
      {"stop when significant", "one process; a t interval at 5 % over the squares, looked at after each from 3 to 40",
       stop_when_significant},
      {"one correction", "one process of 16 squares; what A's first duplicate read is subtracted from the interval",
       one_correction},
      {"allocations kept", "one process of 40 squares; each instance keeps its allocation", allocations_kept},
      {"pool per arm", "one process of 40 squares; allocations drawn anew from a pool of each arm's own", pool_per_arm},
      {"neutral lead-in", "one process of 40 squares; neither arm's work before a block", neutral_lead_in},
      {"one process", "one process of 40 squares, otherwise as it ships", single_session},
      {"two that agree", "two processes of 16 squares each; both sequence intervals on the same side", two_that_agree},
      {"what ships", "five processes of 16 squares each, judged as it ships", shipping},
  }};
  return kProcedures;
}

ProcedureTally try_procedure(const NamedProcedure& procedure, const Scene& scene, std::size_t comparisons,
                             std::uint64_t seed) {
  ProcedureTally tally{.comparisons = comparisons};
  Scene one = scene;
  for (std::size_t i = 0; i < comparisons; ++i) {
    one.nuisances.seed = seed_of(seed, i);
    const int found = procedure.judge(one);
    if (found == 0) continue;
    ++(found == direction(scene.truth.effect, 0) ? tally.right : tally.wrong);
  }
  return tally;
}

}  // namespace assay::bench
