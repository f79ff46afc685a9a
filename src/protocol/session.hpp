// SPDX-License-Identifier: Apache-2.0
/// \file
/// One replicate: a fresh device, its own pool and pipelines, warm-up squares, timed squares.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "error/error.hpp"
#include "instrument/device.hpp"
#include "plan/plan.hpp"
#include "protocol/block.hpp"
#include "protocol/cache_preparation.hpp"
#include "protocol/gates.hpp"
#include "protocol/instances.hpp"
#include "protocol/pool.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

/// Told as a session goes on: share of the session's squares done (0 … 1) and what is being done.
using SessionProgress = std::function<void(double share, std::string_view what)>;

/// A device on which a plan's instances were built and its pool filled.
class Session {
 public:
  [[nodiscard]] static Expected<Session> start(instrument::Device device, const plan::Plan& plan, PoolSize pool,
                                               std::uint64_t seed, std::uint32_t replicate);

  [[nodiscard]] instrument::Device& device() { return *device_; }
  [[nodiscard]] const Pool& pool() const { return pool_; }
  [[nodiscard]] const std::vector<Instance>& instances() const { return instances_; }
  [[nodiscard]] std::uint32_t poison_seed() const { return poison_seed_; }

  /// What goes before every slot from here on, those of the trial times and of `burn` included.
  void set_cache(CachePreparation cache) { cache_ = std::move(cache); }
  [[nodiscard]] const CachePreparation& cache() const { return cache_; }

  /// From here on blocks can be run.
  [[nodiscard]] Expected<void> prepare(BlockSettings settings);

  /// Runs one square. Squares are numbered from 0 in the order in which they run, warm-up ones included. Wrong blocks
  /// are counted in `gate`.
  /// `only`: this instance in every slot, kept under the letters of the schedule.
  [[nodiscard]] Expected<result::SquareRecord> run_square(result::GateRecord& gate,
                                                          std::optional<std::uint32_t> only = std::nullopt);

  /// Continuous untimed work of every instance in turn, for the time given and less where some are quicker than
  /// `slot_ns`, the longest slot of `trials` trials: a GPU's clock falls within seconds of
  /// short bursts, and only work brings it up.
  [[nodiscard]] Expected<void> burn(double wish_ns, std::uint32_t trials, double slot_ns);

  /// Warm-up squares until the plateau, at least one. Fault::broken_run "no plateau" when it is never reached.
  [[nodiscard]] Expected<std::vector<result::SquareRecord>> warm_up(double stamp_ns, result::GateRecord& gate);

 private:
  Session(const plan::Plan& plan, std::unique_ptr<instrument::Device> device, std::uint64_t seed,
          std::uint32_t replicate)
      : plan_(&plan), device_(std::move(device)), seed_(seed), replicate_(replicate) {}
  const plan::Plan* plan_;
  std::unique_ptr<instrument::Device> device_;  // on the heap: the block runner keeps its address
  Pool pool_{};
  std::vector<Instance> instances_{};
  CachePreparation cache_{};
  std::unique_ptr<BlockRunner> runner_{};
  std::uint64_t seed_;
  std::uint32_t replicate_;
  std::uint32_t poison_seed_ = 0;
  std::uint32_t squares_run_ = 0;
};

/// Warm-up squares after which "no plateau" is the answer.
inline constexpr std::uint32_t kMostWarmUpSquares = 6;

}  // namespace assay::protocol
