// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a dispatch does to the memory of the simulated device, and how long it should take.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "engine/sim/memory.hpp"
#include "engine/sim/program.hpp"
#include "error/error.hpp"
#include "lower/kernels.hpp"
#include "messages/messages.hpp"

namespace assay::engine::sim {

/// Digests of generated contents, by their key; processes of one launcher share it. Bounded.
class DigestMemo {
 public:
  [[nodiscard]] lower::Digest of(const Stretch& stretch, std::uint32_t first_index);

 private:
  std::mutex mutex_{};
  std::map<std::string, lower::Digest> known_{};
};

/// A compiled kernel and how often it ran.
struct Pipeline {
  Program program{};
  std::uint64_t executions = 0;
};

class Execution {
 public:
  Execution(Memory& memory, std::shared_ptr<DigestMemo> memo, double group_ns)
      : memory_(memory), memo_(std::move(memo)), group_ns_(group_ns) {}

  /// Nominal time of one execution, in ns.
  [[nodiscard]] Expected<double> nominal_ns(const Pipeline& pipeline, const messages::TrackDispatch& dispatch,
                                            const messages::Slot& slot);
  /// Does what the kernel does, `times` times over on the offsets of trial `trial`.
  [[nodiscard]] Expected<void> execute(Pipeline& pipeline, const messages::TrackDispatch& dispatch,
                                       const messages::Slot& slot, std::uint32_t trial, std::uint32_t times);
  [[nodiscard]] Expected<void> clear(const messages::ClearOp& op, const messages::Slot& slot, std::uint32_t trial);
  [[nodiscard]] Expected<void> copy(const messages::CopyOp& op, const messages::Slot& slot, std::uint32_t trial);

 private:
  [[nodiscard]] Expected<Stretch> role(const messages::Slot& slot, messages::Role role, std::uint64_t offset,
                                       std::uint64_t bytes, std::uint32_t trial);
  [[nodiscard]] Expected<Stretch> bound(const messages::TrackDispatch& dispatch, const messages::Slot& slot,
                                        std::uint32_t group, std::uint32_t binding, std::uint32_t trial);
  [[nodiscard]] Expected<lower::Parameters> parameters(const messages::TrackDispatch& dispatch,
                                                       const messages::Slot& slot, std::uint32_t binding);
  [[nodiscard]] Expected<void> digest(const messages::TrackDispatch& dispatch, const messages::Slot& slot,
                                      std::uint32_t trial, std::uint32_t times);
  [[nodiscard]] Expected<void> compare(const messages::TrackDispatch& dispatch, const messages::Slot& slot,
                                       std::uint32_t trial);
  [[nodiscard]] Expected<void> user(Pipeline& pipeline, const messages::TrackDispatch& dispatch,
                                    const messages::Slot& slot, std::uint32_t trial, std::uint32_t times);
  [[nodiscard]] Expected<std::uint32_t> sum_of_inputs(const Program& program, const messages::TrackDispatch& dispatch,
                                                      const messages::Slot& slot, std::uint32_t trial);
  void write_output(const Pipeline& pipeline, const Stretch& stretch);

  Memory& memory_;
  std::shared_ptr<DigestMemo> memo_;
  double group_ns_;
  std::uint32_t random_variant_ = 0;
};

}  // namespace assay::engine::sim
