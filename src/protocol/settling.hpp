// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is settled before the first timed square, and by what: the bytes that every trial must write, the length of a
/// slot, the dither. Nothing of it changes once a timed square has run.
#pragma once

#include <cstdint>
#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"
#include "protocol/block.hpp"
#include "protocol/references.hpp"
#include "protocol/session.hpp"
#include "protocol/slot_length.hpp"
#include "protocol/trial_time.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

class Settling {
 public:
  /// `result` is told what was settled; it holds the certificate already. `references`: what outputs must be. All three
  /// must outlive this. `spare_bytes`: memory that may be used besides the pool's.
  Settling(const plan::Plan& plan, result::Comparison& result, const References& references, double wished_slot_ns,
           std::uint64_t deadline_ms, std::uint64_t spare_bytes);

  /// Both arms' bytes, in the first session. Fault::incorrect when they differ or were not written.
  [[nodiscard]] Expected<void> gate(Session& session);
  /// The gate once more, on allocations that were timed. Fault::incorrect.
  [[nodiscard]] Expected<void> last_gate(Session& session);
  /// Trials of a slot, in the first session. Fault::unfit when the clock demands what the arms cannot give.
  [[nodiscard]] Expected<void> choose_length(Session& session);
  /// Calibrates the dither for this session's clock, then makes the session ready to run blocks.
  [[nodiscard]] Expected<void> prepare(Session& session);
  /// Warm-up until the plateau. In the first session the slots are lengthened when the warm-up reads them shorter than
  /// the clock demands (the estimate was made on a device that was not warm), and warmed up again; in a later one the
  /// result is warned. Fault::unfit when they stay too short.
  [[nodiscard]] Expected<std::vector<result::SquareRecord>> warm_up(Session& session, bool first);

  /// Predicted slot of the slowest arm.
  [[nodiscard]] double slot_ns() const { return settings_.slot_ns; }

 private:
  [[nodiscard]] Expected<TrialTimes> trial_times(Session& session) const;
  [[nodiscard]] bool is_cold() const;
  [[nodiscard]] bool trials_apart() const;
  [[nodiscard]] std::uint64_t most_trials_of(const Session& session) const;
  [[nodiscard]] Expected<void> choose_reference(Session& session);
  /// Settles the state of the cache for slots of so many trials, and makes the session bring it about.
  [[nodiscard]] Expected<void> settle_cache(Session& session, std::uint32_t trials);
  [[nodiscard]] Expected<SlotLength> length_for(const TrialTimes& estimate);
  [[nodiscard]] Expected<void> lengthen(double shortest_ns);
  void allow_for_long_blocks(instrument::Device& device) const;

  const plan::Plan* plan_;
  result::Comparison* result_;
  const References* references_;
  double wished_slot_ns_;
  std::uint64_t deadline_ms_, spare_bytes_;
  double stamp_ns_, quantum_ns_, empty_pass_ns_;
  std::uint32_t most_trials_ = 1;
  std::uint32_t passes_ = 1;  ///< stamped ones of a trial, of the arm that has most
  std::vector<std::vector<std::vector<lower::Digest>>> expected_{};  ///< [data set][arm][output]
  BlockSettings settings_{};
};

}  // namespace assay::protocol
