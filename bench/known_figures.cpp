// SPDX-License-Identifier: Apache-2.0
#include "known_figures.hpp"

#include <algorithm>
#include <cmath>

#include "drawn_session.hpp"
#include "engine/sim/draws.hpp"
#include "engine/sim/nuisances.hpp"
#include "stats/location.hpp"
#include "stats/spread.hpp"

namespace assay::bench {
namespace {

using engine::sim::Draw;
using engine::sim::Draws;

double rounded_down(double ns, double lattice_ns) { return std::floor(ns / lattice_ns) * lattice_ns; }

double read(double begin_ns, double pass_ns, double lattice_ns) {
  return rounded_down(begin_ns + pass_ns, lattice_ns) - rounded_down(begin_ns, lattice_ns);
}

double mean(const std::vector<double>& values) { return stats::mean(values).value_or(0); }

struct Kernel {
  const char* name;
  double total_ns;
  bool carries_work;  ///< its passes follow the iterations' work; else all take the same
};

// A march, shading, shadow rays and surfaces, and four small kernels, of a sample of some 88 ms.
constexpr std::array<Kernel, 8> kKernels{{{"march", 44.3e6, true},
                                          {"shade", 17.6e6, true},
                                          {"occlude", 12.6e6, true},
                                          {"surface", 9.8e6, true},
                                          {"prepare march", 0.1e6, false},
                                          {"prepare shade", 0.1e6, false},
                                          {"prepare occlude", 0.1e6, false},
                                          {"flip", 0.1e6, false}}};
constexpr std::size_t kIterations = 24;
constexpr double kGapNs = 2000, kSingleNs = 0.5e6;

/// Work of an iteration, of the first one's.
double work(std::size_t iteration) { return iteration < 11 ? 1 : iteration == 11 ? 0.5 : 0.02; }

struct Run {
  double speed = 1;
  Draws noise;
};

Run new_run(std::uint64_t seed, std::uint64_t number) {
  Draws speed(seed, number, Draw::session);
  return {.speed = std::exp(speed.normal(0.16)), .noise = Draws(seed, number, Draw::noise)};
}

double row(Run& run, double truth) { return truth * run.speed * std::exp(run.noise.normal(0.015)); }

void count(TenPercent& tally, double effect) {
  constexpr double kTruth = -0.1;
  ++tally.comparisons;
  tally.not_faster += effect >= 0 ? 1 : 0;
  tally.within_5_points += std::abs(effect - kTruth) <= 0.05 ? 1 : 0;
  tally.within_2_points += std::abs(effect - kTruth) <= 0.02 ? 1 : 0;
}

constexpr std::size_t kPlaces = 8, kBlocks = 4000;

/// Mean of each place over the mean of all, and the standard error of one.
std::pair<std::array<double, kPlaces>, double> places_of(engine::sim::Nuisances nuisances, double quantum_ns) {
  nuisances.quantum_ns = quantum_ns;
  const std::vector<std::uint32_t> arms(kPlaces * kBlocks, 0);
  const auto spans = draw_spans(nuisances, {}, 0, arms);
  std::array<std::vector<double>, kPlaces> at;
  for (std::size_t i = kPlaces; i < spans.size(); ++i) at[i % kPlaces].push_back(spans[i]);
  const double all = mean(spans);
  std::array<double, kPlaces> effects{};
  for (std::size_t p = 0; p < kPlaces; ++p) effects[p] = mean(at[p]) / all - 1;
  const double sd = stats::standard_deviation(at[0]).value_or(0);
  return {effects, sd / all / std::sqrt(static_cast<double>(at[0].size()))};
}

}  // namespace

Placements place_at_random(double pass_ns, double lattice_ns, std::size_t placements, std::uint64_t seed) {
  Draws place(seed, 0, Draw::host);
  std::vector<double> readings;
  for (std::size_t i = 0; i < placements; ++i) {
    readings.push_back(read(place.between(0, lattice_ns), pass_ns, lattice_ns));
  }
  const auto zeros = static_cast<double>(std::ranges::count(readings, 0.0));
  return {
      .mean_ns = mean(readings),
      .standard_error_ns = stats::standard_deviation(readings).value_or(0) / std::sqrt(static_cast<double>(placements)),
      .median_ns = stats::median(readings).value_or(0),
      .share_of_zeros = zeros / static_cast<double>(placements)};
}

RoundedProfile round_profile(double lattice_ns, std::uint64_t seed) {
  Draws place(seed, 0, Draw::host);
  double now = place.between(0, lattice_ns), work_of_all = 0;
  for (std::size_t i = 0; i < kIterations; ++i) work_of_all += work(i);
  RoundedProfile profile;
  for (const auto& kernel : kKernels) profile.kernels.push_back({.name = kernel.name});
  profile.kernels.push_back({.name = "first and last"});
  const auto pass = [&](std::size_t kernel, double ns) {
    auto& totals = profile.kernels[kernel];
    const double reading = read(now, ns, lattice_ns);
    ++totals.passes;
    totals.true_ns += ns;
    totals.rounded_ns += reading;
    ++profile.passes;
    profile.zeros += reading == 0 ? 1 : 0;
    now += ns + kGapNs;
  };
  pass(kKernels.size(), kSingleNs);
  for (std::size_t i = 0; i < kIterations; ++i) {
    for (std::size_t k = 0; k < kKernels.size(); ++k) {
      const double share = kKernels[k].carries_work ? work(i) / work_of_all : 1.0 / kIterations;
      pass(k, kKernels[k].total_ns * share);
    }
  }
  pass(kKernels.size(), kSingleNs);
  return profile;
}

TenPercent separate_runs(std::size_t comparisons, std::uint64_t seed) {
  TenPercent tally;
  for (std::size_t i = 0; i < comparisons; ++i) {
    Run of_a = new_run(seed, 2 * i), of_b = new_run(seed, 2 * i + 1);
    count(tally, row(of_b, 0.9) / row(of_a, 1) - 1);
  }
  return tally;
}

TenPercent interleaved_runs(std::size_t comparisons, std::uint64_t seed) {
  TenPercent tally;
  for (std::size_t i = 0; i < comparisons; ++i) {
    Run run = new_run(seed, i);
    double a = 0, b = 0;
    for (int turn = 0; turn < 2; ++turn) {
      a += row(run, 1);
      b += row(run, 0.9);
    }
    count(tally, b / a - 1);
  }
  return tally;
}

Scatter scatter_of_four() {
  const auto [least, most] = std::ranges::minmax(kFourReadingsMs);
  const double average = stats::mean(kFourReadingsMs).value_or(1);
  return {.range = most / least - 1, .deviation = stats::standard_deviation(kFourReadingsMs).value_or(0) / average};
}

PositionEffect position_effect_with_lattice(std::uint64_t seed) {
  engine::sim::Nuisances nuisances{.seed = seed, .noise = 0.015, .position = 0.02};
  const auto [fine, fine_error] = places_of(nuisances, 1);
  const auto [coarse, coarse_error] = places_of(nuisances, 65536);
  PositionEffect effect{.standard_error = std::hypot(fine_error, coarse_error)};
  for (std::size_t p = 0; p < kPlaces; ++p) {
    effect.largest = std::max(effect.largest, std::abs(fine[p]));
    effect.difference = std::max(effect.difference, std::abs(fine[p] - coarse[p]));
  }
  return effect;
}

}  // namespace assay::bench
