// SPDX-License-Identifier: Apache-2.0
// The states of the cache: which one a plan gets, what is submitted for it, and what a rate says then.
#include "protocol/cache_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "engine/sim/simulated_engine.hpp"
#include "protocol/comparability.hpp"
#include "protocol/compare.hpp"
#include "protocol/pool.hpp"
#include "protocol/simulated_comparison.hpp"
#include "result/rate_claim.hpp"

namespace assay::protocol {
namespace {

using plan::CacheWish;
using result::CacheState;
using ::testing::HasSubstr;
using testing::simulated_plan;

constexpr std::uint64_t kMiB = 1U << 20U;

plan::Plan plan_with(CacheWish wish, std::uint64_t words = 64) {
  plan::Plan plan = simulated_plan(0);
  plan.cache = wish;
  for (auto& buffer : plan.buffers) buffer.count = words;
  return plan;
}

CacheState state_of(const plan::Plan& plan, std::uint32_t trials, const KnownMemory& known = {}) {
  return cache_state(plan, cache_record(plan, known), trials);
}

TEST(CacheState, WithoutAWishTrialsThatFollowEachOtherAreCalledRepeated) {
  EXPECT_EQ(state_of(plan_with(CacheWish::unstated), 20, {.cache_bytes = 32 * kMiB}), CacheState::repeated);
  EXPECT_EQ(state_of(plan_with(CacheWish::unstated), 20), CacheState::repeated);
}

TEST(CacheState, WithoutAWishASlotOfOneTrialIsColdWhereTheSizeIsKnown) {
  EXPECT_EQ(state_of(plan_with(CacheWish::unstated), 1, {.cache_bytes = 32 * kMiB}), CacheState::cold);
  EXPECT_EQ(state_of(plan_with(CacheWish::unstated), 1), CacheState::as_left);
}

TEST(CacheState, AWorkingSetOfTwiceTheCacheNeedsNothing) {
  auto plan = plan_with(CacheWish::cold, 25 * kMiB / 2);  // two buffers of 50 MiB
  plan.rig.cache_bytes = 50 * kMiB;
  EXPECT_EQ(working_set_bytes(plan, plan.arms[0]), 100 * kMiB);
  EXPECT_EQ(state_of(plan, 1), CacheState::larger);
  plan.buffers[0].count -= 64;
  EXPECT_EQ(state_of(plan, 1), CacheState::cold);
}

TEST(CacheState, ACalibratedSizeIsTwiceTheWorkingSetThatTheCacheHoldsAtMost) {
  const auto record = cache_record(plan_with(CacheWish::cold), {.cache_bytes = 32 * kMiB});
  EXPECT_EQ(record.least_bytes, 32 * kMiB);
  EXPECT_EQ(record.most_bytes, 64 * kMiB);
  EXPECT_EQ(bytes_to_write(record), 128 * kMiB);
}

TEST(CacheState, TheProbesWordOnTheSizeGoesBeforeACalibration) {
  auto plan = plan_with(CacheWish::cold);
  plan.rig.cache_bytes = 50 * kMiB;
  const auto record = cache_record(plan, {.cache_bytes = 32 * kMiB});
  EXPECT_TRUE(record.declared);
  EXPECT_EQ(bytes_to_write(record), 100 * kMiB);
}

TEST(CacheState, AColdCacheOfUnknownSizeIsNotPromised) {
  const auto plan = plan_with(CacheWish::cold);
  const auto answer = check_cache(plan, cache_record(plan, {}));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::unfit);
  EXPECT_THAT(sentence(answer.error()), HasSubstr("assay calibrate"));
  EXPECT_TRUE(check_cache(plan_with(CacheWish::warm), cache_record(plan_with(CacheWish::warm), {})));
}

TEST(CacheState, ABufferThatIsPutBackBeforeEachTrialIsNotPromisedCold) {
  auto plan = plan_with(CacheWish::cold);
  plan.rig.cache_bytes = 50 * kMiB;
  EXPECT_TRUE(check_cache(plan, cache_record(plan, {})));
  plan.buffers[1].each_trial = plan::EachTrial::zero;
  const auto answer = check_cache(plan, cache_record(plan, {}));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::bad_input);
  EXPECT_THAT(answer.error().what, HasSubstr("'output'"));
  plan.cache = CacheWish::unstated;
  EXPECT_EQ(state_of(plan, 1), CacheState::as_left);
}

TEST(CacheState, BothIsRefusedAsOneComparison) {
  const auto plan = plan_with(CacheWish::both);
  EXPECT_EQ(check_cache(plan, cache_record(plan, {})).error().fault, Fault::bad_input);
}

/// A simulated process that counts what each run is made of.
struct Seen {
  std::set<messages::TrackId> arms{}, writes{};  ///< tracks with a user's pass; tracks that fill between fences
  std::set<messages::TrackId> stamped{};
  std::size_t timed = 0, timed_trials = 0;   ///< stamped entries of a user's kernel, in runs of blocks
  std::size_t behind_write = 0;              ///< of those, right behind a write
  std::size_t behind_same_untimed = 0;  ///< right behind an untimed entry of one trial over the same allocations
};

class Watching final : public engine::Engine {
 public:
  Watching(std::unique_ptr<engine::Engine> engine, Seen& seen) : engine_(std::move(engine)), seen_(seen) {}
  const messages::HelloAnswer& identity() const override { return engine_->identity(); }
  Expected<messages::OpenAnswer> open(const messages::Open& wish) override { return engine_->open(wish); }
  Expected<messages::KernelsAnswer> kernels(const messages::Kernels& wish) override { return engine_->kernels(wish); }
  Expected<messages::AllocateAnswer> allocate(const messages::Allocate& wish) override {
    return engine_->allocate(wish);
  }
  Expected<void> release(const messages::Release& wish) override { return engine_->release(wish); }
  Expected<void> track(const messages::Track& track) override {
    bool fenced = false;
    for (const auto& op : track.ops) {
      fenced = fenced || std::holds_alternative<messages::FenceOp>(op);
      const auto* pass = std::get_if<messages::PassOp>(&op);
      if (pass == nullptr) continue;
      if (pass->label == "a" || pass->label == "b") seen_.arms.insert(track.id);
      if (pass->label == "assay fill" && fenced) seen_.writes.insert(track.id);
      if (pass->stamped) seen_.stamped.insert(track.id);
    }
    return engine_->track(track);
  }
  Expected<messages::RunAnswer> run(const messages::Run& run) override {
    for (const auto& submission : run.submissions) look_at(submission.slots);
    return engine_->run(run);
  }
  Expected<messages::Blob> read(const messages::Read& wish) override { return engine_->read(wish); }
  Expected<void> write(const messages::Write& wish) override { return engine_->write(wish); }
  Expected<std::string> sha256(const messages::Sha256& wish) override { return engine_->sha256(wish); }
  void close() override { engine_->close(); }
  std::vector<messages::Event> take_events() override { return engine_->take_events(); }

 private:
  void look_at(const std::vector<messages::Slot>& slots) {
    for (std::size_t s = 0; s < slots.size(); ++s) {
      if (!seen_.arms.contains(slots[s].track) || !seen_.stamped.contains(slots[s].track)) continue;
      ++seen_.timed;
      seen_.timed_trials += slots[s].trials;
      if (s == 0) continue;
      const auto& before = slots[s - 1];
      if (seen_.writes.contains(before.track)) ++seen_.behind_write;
      const bool untimed = seen_.arms.contains(before.track) && !seen_.stamped.contains(before.track);
      if (untimed && before.trials == 1 && before.roles == slots[s].roles) ++seen_.behind_same_untimed;
    }
  }
  std::unique_ptr<engine::Engine> engine_;
  Seen& seen_;
};

/// One session of eight squares in slots of some ten trials of 20 µs, unless they are cold.
result::Comparison compared(plan::Plan plan, Seen& seen) {
  const auto simulated = engine::sim::launcher({.seed = 3, .group_ns = 10});
  const engine::Launcher launch = [&]() -> Expected<std::unique_ptr<engine::Engine>> {
    auto engine = simulated();
    if (!engine) return fail(engine.error());
    return std::make_unique<Watching>(std::move(*engine), seen);
  };
  const auto comparison =
      compare(plan, launch, {.replicates = 1, .squares = 8, .keep_counts = true, .seed = 3, .slot_ns = 200e3});
  if (!comparison) {
    ADD_FAILURE() << sentence(comparison.error());
    return {};
  }
  return *comparison;
}

TEST(CacheState, EveryTrialOfAColdSlotStandsRightBehindTheWrite) {
  Seen seen;
  auto plan = plan_with(CacheWish::cold);
  plan.rig.cache_bytes = kMiB;
  const auto comparison = compared(plan, seen);
  ASSERT_TRUE(comparison.schedule.cache);
  EXPECT_EQ(comparison.schedule.cache->state, CacheState::cold);
  EXPECT_EQ(comparison.schedule.cache->written_bytes, 2 * kMiB);
  EXPECT_TRUE(comparison.schedule.trials_apart);
  ASSERT_GT(comparison.schedule.trials, 1U);
  // All but the gates' runs, which check bytes and no times; those are not stamped.
  EXPECT_EQ(seen.behind_write, seen.timed);
  EXPECT_EQ(seen.timed_trials, seen.timed);
  for (const auto& square : comparison.replicates.at(0).squares) {
    EXPECT_EQ(square.void_reason, "");
    for (const auto& slot : square.blocks.front().slots) {
      EXPECT_EQ(slot.later.size(), 2 * (comparison.schedule.trials - 1));
    }
  }
  EXPECT_TRUE(comparison.gate.passed) << comparison.gate.message;
  EXPECT_NEAR(comparison.arms.at(0).median_trial_ns, 20e3, 1e3);
}

TEST(CacheState, AWarmSlotStandsRightBehindAnUntimedTrialOfItsOwn) {
  Seen seen;
  const auto comparison = compared(plan_with(CacheWish::warm), seen);
  EXPECT_EQ(comparison.schedule.cache->state, CacheState::warm);
  EXPECT_EQ(comparison.schedule.cache->written_bytes, 0U);
  EXPECT_FALSE(comparison.schedule.trials_apart);
  EXPECT_EQ(seen.behind_same_untimed, seen.timed);
  EXPECT_EQ(seen.behind_write, 0U);
  EXPECT_TRUE(comparison.gate.passed) << comparison.gate.message;
}

TEST(CacheState, NothingIsWrittenWhereNobodyAskedAndTrialsRepeat) {
  Seen seen;
  const auto comparison = compared(plan_with(CacheWish::unstated), seen);
  EXPECT_EQ(comparison.schedule.cache->state, CacheState::repeated);
  EXPECT_EQ(seen.behind_write, 0U);
}

TEST(CacheState, ASlotOfOneLongTrialIsColdByItselfWhereTheProbeDeclaresTheCache) {
  Seen seen;
  auto plan = plan_with(CacheWish::unstated);
  plan.rig.cache_bytes = kMiB;
  for (auto& arm : plan.arms) {
    std::get<plan::Pass>(arm.steps[0]).dispatches[0].workgroups = std::array<std::uint32_t, 3>{50000, 1, 1};
  }
  const auto comparison = compared(plan, seen);
  EXPECT_EQ(comparison.schedule.trials, 1U);
  EXPECT_EQ(comparison.schedule.cache->state, CacheState::cold);
  EXPECT_GT(seen.behind_write, 8U * 32);
  EXPECT_TRUE(comparison.gate.passed) << comparison.gate.message;
}

TEST(CacheState, WhatAColdCacheNeedsIsTakenFromTheMemoryThatMayBeUsed) {
  const auto plan = plan_with(CacheWish::cold);
  const auto refused = choose_pool(plan, 4, 8 * 512, kMiB);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("1048576 bytes to write for a cold cache"));
  EXPECT_TRUE(choose_pool(plan, 4, kMiB + 8 * 512, kMiB));
}

/// Source: tracel-ai/cubecl#1559, where small windows were read from a cache and printed as the memory's rate.
TEST(CacheState, R40_RatesThatTheCacheServesAreHeldAgainstNoMemoryAndFlaggedAboveIt) {
  const result::CacheRecord rig{
      .state = CacheState::repeated, .least_bytes = 32 * kMiB, .most_bytes = 32 * kMiB, .copy_bytes_per_second = 44e9};
  struct Row {
    std::uint64_t window;
    double rate, walked;
  };
  const Row rows[] = {
      {8U << 10U, 134e9, 46e9}, {32U << 10U, 173e9, 46e9}, {64U << 10U, 69e9, 42e9}, {512 * kMiB, 44e9, 44e9}};
  for (const Row& row : rows) {
    const auto claim = result::claim_of(row.rate, row.window, rig);
    const bool small = row.window <= 32 * kMiB;
    EXPECT_EQ(claim.cache_resident, small) << row.window;
    EXPECT_EQ(claim.share_of_copy.has_value(), !small) << row.window;
    EXPECT_EQ(claim.above_copy, row.rate > 44e9) << row.window;
    // Walking the whole pool makes that the working set: a share is said, and above the copy it is flagged.
    const auto walked = result::claim_of(row.walked, 512 * kMiB, rig);
    EXPECT_NEAR(walked.share_of_copy.value_or(0), row.walked / 44e9, 1e-12);
    EXPECT_EQ(walked.above_copy, row.walked > 44e9);
  }
}

TEST(CacheState, R40_AResidentRateIsNotHeldAgainstTheDeclaredPeakAndAColdOneIs) {
  result::Comparison comparison{.arms = {{.name = "a", .median_trial_ns = 1000, .working_set_bytes = kMiB}},
                                .rates = {{"bytes", 173000}}};
  comparison.schedule.cache = result::CacheRecord{.least_bytes = 32 * kMiB, .most_bytes = 32 * kMiB};
  EXPECT_TRUE(rate_warnings(comparison, 44e9).empty());
  comparison.schedule.cache->copy_bytes_per_second = 44e9;
  EXPECT_THAT(rate_warnings(comparison, 44e9), ::testing::ElementsAre(HasSubstr("above the 44 GB/s of a large copy")));
  comparison.schedule.cache->state = CacheState::cold;
  EXPECT_EQ(rate_warnings(comparison, 44e9).size(), 2U);
}

}  // namespace
}  // namespace assay::protocol
