// SPDX-License-Identifier: Apache-2.0
#include "protocol/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "messages/bounds.hpp"
#include "protocol/plateau.hpp"
#include "protocol/random_stream.hpp"
#include "protocol/readings.hpp"
#include "protocol/schedule.hpp"
#include "protocol/slot_length.hpp"

namespace assay::protocol {
namespace {

// Slots of a few microseconds would make a submission of more slots than one message holds: they get more trials then.
constexpr double kMostBurnSlots = 1000;

}  // namespace

Expected<Session> Session::start(instrument::Device device, const plan::Plan& plan, PoolSize pool, std::uint64_t seed,
                                 std::uint32_t replicate) {
  Session session(plan, std::make_unique<instrument::Device>(std::move(device)), seed, replicate);
  RandomStream stream(seed, StreamPurpose::creation, replicate);
  session.poison_seed_ = stream.next_u32();
  auto instances = build_instances(*session.device_, plan, stream.permutation(instance_count(plan)));
  if (!instances) return fail(instances.error());
  session.instances_ = std::move(*instances);
  auto made = Pool::make(*session.device_, plan, pool, session.poison_seed_);
  if (!made) return fail(made.error());
  session.pool_ = std::move(*made);
  return session;
}

Expected<void> Session::prepare(BlockSettings settings) {
  settings.poison_seed = poison_seed_;
  // The pool and the instances move with the session; the runner must see where they are now.
  auto runner = BlockRunner::make(*device_, *plan_, settings);
  if (!runner) return fail(runner.error());
  runner_ = std::make_unique<BlockRunner>(std::move(*runner));
  return {};
}

Expected<result::SquareRecord> Session::run_square(result::GateRecord& gate, std::optional<std::uint32_t> only) {
  const std::vector<std::uint32_t> pool_sizes(plan_->buffers.size(), pool_.per_buffer());
  const std::uint32_t square = squares_run_++;
  const SquarePlan drawn = draw_square(seed_, replicate_, square, instance_count(*plan_), pool_sizes);
  RandomStream stream(seed_, StreamPurpose::dither, replicate_, square);
  result::SquareRecord record;
  for (const auto& block : drawn.blocks) {
    std::vector<double> dither;
    for (std::size_t s = 0; s < block.slots.size(); ++s) dither.push_back(stream.next_unit());
    const bool complement = stream.below(2) == 1;
    auto outcome = runner_->run({.pool = pool_, .instances = instances_, .cache = cache_, .only = only}, block,
                                drawn.allocation, dither, complement);
    if (!outcome) return fail(outcome.error());
    gate.blocks_checked += 1;
    gate.blocks_wrong += outcome->wrong.empty() ? 0 : 1;
    if (!outcome->wrong.empty() && gate.passed) {
      gate.passed = false;
      gate.message = fmt::format("{} wrote other bytes in a timed block than at the gate",
                                 instance_name(*plan_, outcome->wrong.front()));
    }
    if (!outcome->void_reason.empty() && record.void_reason.empty()) record.void_reason = outcome->void_reason;
    record.blocks.push_back(std::move(outcome->record));
  }
  return record;
}

Expected<void> Session::burn(double wish_ns, std::uint32_t trials, double slot_ns) {
  const std::vector<std::uint32_t> allocation(plan_->buffers.size(), 0);
  std::vector<messages::Submission> submissions(1);
  std::size_t turn = 0;
  double in_submission = 0;
  slot_ns = std::max(slot_ns, 1.0);
  // Cold trials are entries of their own, whichever slot they belong to.
  const double longer = cache_.write.empty() ? std::ceil(std::max(1.0, wish_ns / slot_ns / kMostBurnSlots)) : 1.0;
  trials = static_cast<std::uint32_t>(std::min(trials * longer, static_cast<double>(kMostTrials)));
  slot_ns *= longer;
  for (double ns = 0; ns < wish_ns; ns += slot_ns) {
    const auto& instance = instances_[turn++ % instances_.size()];
    const bool long_enough = (in_submission + 1) * slot_ns > kMostSubmissionNs;
    if (long_enough || submissions.back().slots.size() + entries_of(cache_, trials) > messages::kMostSlots) {
      submissions.emplace_back();
      in_submission = 0;
    }
    add_prepared(submissions.back(), instance, pool_, allocation, {.trials = trials}, cache_);
    in_submission += 1;
  }
  const auto answer = device_->run(std::move(submissions));
  if (!answer) return fail(answer.error());
  return {};
}

Expected<std::vector<result::SquareRecord>> Session::warm_up(double stamp_ns, result::GateRecord& gate) {
  std::vector<result::SquareRecord> squares;
  std::vector<std::vector<double>> spans(instance_count(*plan_));
  std::string void_reason;
  while (squares.size() < kMostWarmUpSquares) {
    auto square = run_square(gate);
    if (!square) return fail(square.error());
    squares.push_back(std::move(*square));
    if (!squares.back().void_reason.empty()) {
      void_reason = squares.back().void_reason;
      continue;
    }
    const auto more = instance_spans(squares.back(), stamp_ns);
    for (std::size_t i = 0; i < std::min(more.size(), spans.size()); ++i) {
      spans[i].insert(spans[i].end(), more[i].begin(), more[i].end());
    }
    if (plateau_reached(spans)) return squares;
  }
  return fail({.fault = Fault::broken_run,
               .what = fmt::format("no plateau: after {} warm-up squares the readings still move", squares.size()),
               .value = void_reason.empty() ? "" : "some could not be used: " + void_reason,
               .advice = "let the machine come to rest, close what else uses the device, and run again"});
}

}  // namespace assay::protocol
