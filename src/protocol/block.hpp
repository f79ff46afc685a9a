// SPDX-License-Identifier: Apache-2.0
/// \file
/// One block on a device: poison, lead-in, mirrored slots, digests, in one `run`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "plan/plan.hpp"
#include "protocol/cache_preparation.hpp"
#include "protocol/instances.hpp"
#include "protocol/pool.hpp"
#include "protocol/schedule.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

/// Everything that stays the same from block to block of a session.
struct BlockSettings {
  std::uint32_t trials = 1;
  bool trials_apart = false;  ///< each trial has stamps of its own
  double stamp_ns = 1;  ///< nanoseconds of one raw stamp unit
  double slot_ns = 0;   ///< predicted, for cutting submissions below the watchdogs, with what goes before its trials
  std::uint32_t poison_seed = 0;
  std::vector<std::vector<lower::Digest>> expected{};  ///< [arm][checked output] as a slot's last trial leaves it
  /// Iteration counts of the spacer, one per level of the dither; empty: no dither.
  std::vector<std::uint32_t> dither_iterations{};
  double spacer_ns = 0;  ///< longest spacer
  std::uint32_t reference_steps = 0;  ///< of the reference kernel; 0: no references
  double reference_ns = 0;            ///< predicted
};

/// [instance][buffer of the plan] → index in the buffer's pool.
using Allocations = std::vector<std::vector<std::uint32_t>>;

/// A block that was run.
struct BlockOutcome {
  result::BlockRecord record{};
  std::string void_reason{};               ///< an unusable reading; empty: none
  std::vector<std::uint32_t> wrong{};      ///< instances whose output was not the expected one
};

/// Longest predicted submission. Display watchdogs reset a device after about two seconds; a quarter of that leaves
/// room for a prediction that is wrong by four.
inline constexpr double kMostSubmissionNs = 0.5e9;

/// What the slots of a block are made of.
struct BlockParts {
  const Pool& pool;
  const std::vector<Instance>& instances;
  const CachePreparation& cache;
  /// Runs this instance in every slot, on its own allocations, and keeps the readings under the block's letters.
  std::optional<std::uint32_t> only{};
};

class BlockRunner {
 public:
  /// Allocates the places for digests. `device` and `plan` must outlive the runner.
  [[nodiscard]] static Expected<BlockRunner> make(instrument::Device& device, const plan::Plan& plan,
                                                  BlockSettings settings);

  /// `dither`: one fraction in [0, 1) per slot, used only when the settings have levels.
  [[nodiscard]] Expected<BlockOutcome> run(BlockParts parts, const BlockPlan& block, const Allocations& allocation,
                                           const std::vector<double>& dither, bool complement);
  [[nodiscard]] const BlockSettings& settings() const { return settings_; }

 private:
  BlockRunner(instrument::Device& device, const plan::Plan& plan, BlockSettings settings)
      : device_(&device), plan_(&plan), settings_(std::move(settings)) {}
  [[nodiscard]] Expected<messages::Submission> poison(BlockParts parts, const Allocations& allocation, bool complement);
  [[nodiscard]] Expected<messages::Submission> digest(BlockParts parts, const Allocations& allocation);
  [[nodiscard]] Expected<std::vector<messages::Submission>> timed(BlockParts parts, const BlockPlan& block,
                                                                  const Allocations& allocation,
                                                                  const std::vector<double>& dither);
  /// Stamps to come, in order: of a slot or of a reference.
  struct Awaited {
    std::uint32_t instance = 0;  ///< letter of the slot; of a reference, of the slot before it
    bool reference = false;
    std::uint32_t passes = 1;
    std::uint64_t queries = 2;
  };
  [[nodiscard]] std::vector<messages::ReadBack> digest_reads() const;
  [[nodiscard]] Expected<std::optional<messages::Slot>> spacer(double dither);
  [[nodiscard]] std::uint64_t queries_of(const Instance& instance) const;
  [[nodiscard]] std::uint64_t wall_ns_of(const messages::RunAnswer& answer,
                                         std::chrono::steady_clock::time_point begun) const;
  void take_readings(const BlockPlan& block, const messages::RunAnswer& answer, BlockOutcome& outcome);
  void check_against_wall(BlockOutcome& outcome) const;
  [[nodiscard]] Expected<void> take_digests(BlockParts parts, const messages::RunAnswer& answer,
                                            BlockOutcome& outcome) const;

  instrument::Device* device_;
  const plan::Plan* plan_;
  BlockSettings settings_;
  std::uint64_t previous_end_ = 0;                 ///< raw, of the session's last slot: older stamps are stale
  std::vector<messages::AllocationId> digests_{};  ///< [instance × output]
  std::vector<Awaited> awaited_{};                 ///< of the block that runs
};

}  // namespace assay::protocol
