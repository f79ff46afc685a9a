// SPDX-License-Identifier: Apache-2.0
// How long a comparison keeps a device busy without a pause: watchdogs reset one that does not answer for seconds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/sim/simulated_engine.hpp"
#include "protocol/block.hpp"
#include "protocol/compare.hpp"
#include "protocol/simulated_comparison.hpp"

namespace assay::protocol {
namespace {

/// The longest submission of the blocks of a comparison, by the device's own clock.
struct Busy {
  double longest_ns = 0;
};

/// The simulated device, watched.
class WatchedEngine final : public engine::Engine {
 public:
  WatchedEngine(std::unique_ptr<engine::Engine> watched, std::shared_ptr<Busy> busy)
      : watched_(std::move(watched)), busy_(std::move(busy)) {}

  [[nodiscard]] const messages::HelloAnswer& identity() const override { return watched_->identity(); }
  [[nodiscard]] Expected<messages::OpenAnswer> open(const messages::Open& wish) override {
    return watched_->open(wish);
  }
  [[nodiscard]] Expected<messages::KernelsAnswer> kernels(const messages::Kernels& wish) override {
    return watched_->kernels(wish);
  }
  [[nodiscard]] Expected<messages::AllocateAnswer> allocate(const messages::Allocate& wish) override {
    return watched_->allocate(wish);
  }
  [[nodiscard]] Expected<void> release(const messages::Release& wish) override { return watched_->release(wish); }
  [[nodiscard]] Expected<void> track(const messages::Track& track) override { return watched_->track(track); }
  [[nodiscard]] Expected<messages::RunAnswer> run(const messages::Run& run) override {
    auto answer = watched_->run(run);
    // Blocks are more than two submissions. The gates, which come before anything is timed, run two trials together.
    if (!answer || answer->submissions.size() < 3) return answer;
    for (const auto& reading : answer->submissions) {
      busy_->longest_ns = std::max(busy_->longest_ns, static_cast<double>(reading.done_ns - reading.submit_ns));
    }
    return answer;
  }
  [[nodiscard]] Expected<messages::Blob> read(const messages::Read& wish) override { return watched_->read(wish); }
  [[nodiscard]] Expected<void> write(const messages::Write& wish) override { return watched_->write(wish); }
  [[nodiscard]] Expected<std::string> sha256(const messages::Sha256& wish) override { return watched_->sha256(wish); }
  void close() override { watched_->close(); }
  [[nodiscard]] std::vector<messages::Event> take_events() override { return watched_->take_events(); }

 private:
  std::unique_ptr<engine::Engine> watched_;
  std::shared_ptr<Busy> busy_;
};

struct Watched {
  result::Comparison comparison{};
  double longest_ns = 0;
};

/// A short comparison of equal arms of 2,000 workgroups each, of `trial_ns` together.
Watched compared_for(double trial_ns) {
  const auto busy = std::make_shared<Busy>();
  const auto launch = engine::sim::launcher({.group_ns = trial_ns / 2000});
  const engine::Launcher watched = [&]() -> Expected<std::unique_ptr<engine::Engine>> {
    auto engine = launch();
    if (!engine) return engine;
    return std::make_unique<WatchedEngine>(std::move(*engine), busy);
  };
  const auto comparison =
      compare(testing::simulated_plan(0), watched,
              {.replicates = 1, .squares = 1, .keep_counts = true, .seed = 1, .deadline_ms = 600000});
  EXPECT_TRUE(comparison) << sentence(comparison.error());
  return {.comparison = comparison ? *comparison : result::Comparison{}, .longest_ns = busy->longest_ns};
}

TEST(Watchdog, R68_NoSubmissionOfTrialsThatCanBeSplitIsLongerThanHalfASecond) {
  for (const double trial_ns : {2e6, 0.12e9, 0.2e9, 0.3e9, 0.45e9}) {
    const auto watched = compared_for(trial_ns);
    EXPECT_EQ(watched.comparison.judgement.squares, 1U) << trial_ns;
    // The prediction may be a little wrong; a second slot would be wrong by far more.
    EXPECT_LE(watched.longest_ns, 1.05 * kMostSubmissionNs) << trial_ns;
  }
}

TEST(Watchdog, R68_ADispatchThatIsLongerItselfIsLeftWholeAndWarnedOf) {
  const auto watched = compared_for(5.6e9);
  EXPECT_LE(watched.longest_ns, 1.05 * 5.6e9);
  EXPECT_THAT(watched.comparison.warnings,
              ::testing::Contains(::testing::HasSubstr("one trial of the slowest arm takes 5.6 s")));
  EXPECT_THAT(compared_for(0.3e9).comparison.warnings,
              ::testing::Not(::testing::Contains(::testing::HasSubstr("watchdog"))));
}

}  // namespace
}  // namespace assay::protocol
