// SPDX-License-Identifier: Apache-2.0
#include "drawn_session.hpp"

#include <array>

#include "engine/sim/draws.hpp"
#include "engine/sim/stamp_counter.hpp"
#include "engine/sim/time_model.hpp"
#include "protocol/pool.hpp"
#include "protocol/schedule.hpp"

namespace assay::bench {
namespace {

using engine::sim::Draw;
using engine::sim::Nuisances;

constexpr double kSpanNs = 2e6, kGapNs = 1900, kLeastPauseNs = 1e5, kMostPauseNs = 1e6;
constexpr std::uint32_t kInstances = 4;
constexpr int kDroppedReadings = 5;
constexpr std::uint64_t kNeutralCode = 99;
constexpr std::size_t kPlaces = 8;

/// The device, its clock and the host of one process.
class Process {
 public:
  Process(const Nuisances& nuisances, Truth truth, std::uint32_t number)
      : nuisances_(nuisances),
        truth_(truth),
        model_(nuisances, number),
        counter_(nuisances, number),
        host_(nuisances.seed, number, Draw::host, 7) {}

  void begin_block() {
    now_ns_ += host_.between(kLeastPauseNs, kMostPauseNs);
    counter_.begin_run();
    counter_.begin_submission();
  }
  void run_neutral() { static_cast<void>(model_.factor({.user = true, .code = kNeutralCode})); }
  void run_untimed(std::uint32_t instance, std::uint64_t allocation) {
    static_cast<void>(model_.factor(facts(instance, 0, std::span(&allocation, 1), false)));
  }
  double run(std::uint32_t instance, std::size_t place, std::uint64_t allocation) {
    if (nuisances_.quantum_ns > 1) now_ns_ += host_.between(0, nuisances_.quantum_ns);  // dither
    const double arm = instance / 2 == 1 ? 1 + truth_.effect : 1.0;
    const double length_ns = kSpanNs * arm * model_.factor(facts(instance, place, std::span(&allocation, 1), true));
    const auto [begin, end] = counter_.stamps(now_ns_, now_ns_ + length_ns);
    now_ns_ += length_ns + kGapNs;
    return static_cast<double>(end - begin);
  }

 private:
  [[nodiscard]] engine::sim::SlotFacts facts(std::uint32_t instance, std::size_t place,
                                             std::span<const std::uint64_t> allocations, bool timed) const {
    const std::uint64_t arm = instance / 2;
    return {.reading = timed,
            .user = true,
            .code = 1 + arm,
            .pipeline = 1 + arm,
            .place = place,
            .stamped = timed,
            .leaves = arm == 1 ? truth_.leaves : 0,
            .allocations = allocations};
  }

  const Nuisances& nuisances_;
  Truth truth_;
  engine::sim::TimeModel model_;
  engine::sim::StampCounter counter_;
  engine::sim::Draws host_;
  double now_ns_ = 0;
};

/// The allocation that an instance uses in a square; one role.
std::uint64_t allocation_of(SessionRules::Placement placement, const protocol::SquarePlan& plan,
                            std::uint32_t instance) {
  using Placement = SessionRules::Placement;
  if (placement == Placement::kept) return 1 + instance;
  const std::uint64_t drawn = plan.allocation[instance][0];
  if (placement == Placement::drawn) return 1 + drawn;
  // The same number of places for each arm, in a pool of its own.
  return 1 + drawn + protocol::kPoolWish * (instance / 2);
}

protocol::JudgedSquare run_square(Process& process, const protocol::SquarePlan& plan, const SessionRules& rules) {
  protocol::JudgedSquare square;
  for (const auto& block : plan.blocks) {
    process.begin_block();
    if (rules.lead_in == SessionRules::LeadIn::neutral) {
      process.run_neutral();
    } else {
      process.run_untimed(block.lead_in, allocation_of(rules.placement, plan, block.lead_in));
    }
    auto& slots = square.blocks.emplace_back();
    for (const std::uint32_t instance : block.slots) {
      const auto allocation = allocation_of(rules.placement, plan, instance);
      slots.push_back({.instance = instance, .span_ns = process.run(instance, slots.size(), allocation)});
    }
  }
  return square;
}

}  // namespace

std::vector<protocol::JudgedSquare> draw_squares(const Nuisances& nuisances, Truth truth, std::uint32_t process,
                                                 const SessionRules& rules) {
  Process device(nuisances, truth, process);
  device.begin_block();
  for (int reading = 0; reading < kDroppedReadings; ++reading) {
    for (std::uint32_t i = 0; i < kInstances; ++i) static_cast<void>(device.run(i, i, 1 + i));
  }
  constexpr std::array<std::uint32_t, 1> kPool{protocol::kPoolWish};
  std::vector<protocol::JudgedSquare> squares;
  for (std::uint32_t s = 0; s <= rules.squares; ++s) {
    auto square = run_square(device, protocol::draw_square(nuisances.seed, process, s, kInstances, kPool), rules);
    if (s > 0) squares.push_back(std::move(square));  // the first one warms up
  }
  return squares;
}

std::vector<double> draw_spans(const Nuisances& nuisances, Truth truth, std::uint32_t process,
                               std::span<const std::uint32_t> arms) {
  Process device(nuisances, truth, process);
  std::vector<double> spans;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (i % kPlaces == 0) device.begin_block();
    spans.push_back(device.run(2 * arms[i], i % kPlaces, 1 + arms[i]));
  }
  return spans;
}

SpansOfArms draw_runs(const Nuisances& nuisances, Truth truth, std::size_t readings) {
  const std::vector<std::uint32_t> a(readings, 0), b(readings, 1);
  return {draw_spans(nuisances, truth, 0, a), draw_spans(nuisances, truth, 1, b)};
}

SpansOfArms draw_alternating(const Nuisances& nuisances, Truth truth, std::span<const std::uint32_t> pattern,
                             std::size_t readings) {
  std::vector<std::uint32_t> arms;
  while (arms.size() < 2 * readings) arms.insert(arms.end(), pattern.begin(), pattern.end());
  const auto spans = draw_spans(nuisances, truth, 0, arms);
  SpansOfArms of_arm;
  for (std::size_t i = 0; i < spans.size(); ++i) of_arm[arms[i]].push_back(spans[i]);
  return of_arm;
}

}  // namespace assay::bench
