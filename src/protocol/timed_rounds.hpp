// SPDX-License-Identifier: Apache-2.0
/// \file
/// What one session of a profile submits: trials in a row, and a trial alone.
#pragma once

#include <cstdint>
#include <vector>

#include "error/error.hpp"
#include "plan/plan.hpp"
#include "protocol/random_stream.hpp"
#include "protocol/session.hpp"
#include "result/timing.hpp"

namespace assay::protocol {

/// The same for every round of every session.
struct RoundShape {
  std::uint32_t trials = 1;   ///< of a steady submission
  std::uint32_t lead_in = 1;  ///< untimed trials before them
  bool stamped = true;        ///< false: there is no clock to ask
  std::uint32_t reference_steps = 0;  ///< of the reference kernel; 0: none
  std::vector<std::uint32_t> dither{};  ///< iteration counts of the spacer, one per level; empty: none
};

class TimedRounds {
 public:
  /// `session` and `plan` must outlive it.
  TimedRounds(Session& session, const plan::Plan& plan, std::uint64_t seed, std::uint32_t number)
      : session_(&session), plan_(&plan), stream_(seed, StreamPurpose::dither, number) {}

  [[nodiscard]] Expected<result::TimedSubmission> alone(const RoundShape& shape);
  [[nodiscard]] Expected<result::TimedSubmission> steady(const RoundShape& shape);

 private:
  [[nodiscard]] std::vector<std::uint32_t> draw_allocation();
  [[nodiscard]] Expected<result::TimedSubmission> run(messages::Submission submission, std::size_t trials,
                                                      const RoundShape& shape, bool with_reference);

  Session* session_;
  const plan::Plan* plan_;
  RandomStream stream_;
  std::uint64_t trials_run_ = 0;
};

}  // namespace assay::protocol
