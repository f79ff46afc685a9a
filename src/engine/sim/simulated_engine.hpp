// SPDX-License-Identifier: Apache-2.0
/// \file
/// An engine without a device: it runs real op lists on memory of its own, and takes as long as its nuisances say, on a
/// clock of its own. The truth of what it is asked to measure is known.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/sim/execution.hpp"
#include "engine/sim/memory.hpp"
#include "engine/sim/nuisances.hpp"
#include "engine/sim/stamp_counter.hpp"
#include "engine/sim/time_model.hpp"

namespace assay::engine::sim {

/// One process. Every host time that it reports is of simulated time, and no call waits: a hang is answered at once
/// with the failure that its deadline would have brought.
class SimulatedEngine final : public Engine {
 public:
  SimulatedEngine(const Nuisances& nuisances, std::uint64_t process, std::shared_ptr<DigestMemo> memo);

  [[nodiscard]] const messages::HelloAnswer& identity() const override { return identity_; }
  [[nodiscard]] Expected<messages::OpenAnswer> open(const messages::Open& wish) override;
  [[nodiscard]] Expected<messages::KernelsAnswer> kernels(const messages::Kernels& wish) override;
  [[nodiscard]] Expected<messages::AllocateAnswer> allocate(const messages::Allocate& wish) override;
  [[nodiscard]] Expected<void> release(const messages::Release& wish) override;
  [[nodiscard]] Expected<void> track(const messages::Track& track) override;
  [[nodiscard]] Expected<messages::RunAnswer> run(const messages::Run& run) override;
  [[nodiscard]] Expected<messages::Blob> read(const messages::Read& wish) override;
  [[nodiscard]] Expected<void> write(const messages::Write& wish) override;
  [[nodiscard]] Expected<std::string> sha256(const messages::Sha256& wish) override;
  void close() override {}
  [[nodiscard]] std::vector<messages::Event> take_events() override { return std::exchange(events_, {}); }

 private:
  /// A track with its kernels looked up.
  struct Known {
    messages::Track track{};
    SlotFacts facts{};
  };
  /// A slot as it runs, at the device's time `now_ns`.
  struct Running {
    const messages::Slot& slot;
    const messages::Track& track;
    double factor = 1;
  };
  [[nodiscard]] Expected<void> alive(std::string_view request) const;
  [[nodiscard]] Error ended(const messages::Failure& failure, std::string_view request);
  [[nodiscard]] Expected<messages::SubmissionReading> submit(const messages::Submission& submission, double start_ns);
  [[nodiscard]] Expected<messages::SlotReading> run_slot(const messages::Slot& slot, std::size_t& place);
  [[nodiscard]] Expected<void> run_op(const messages::Op& op, const Running& running, std::uint32_t trial,
                                      messages::SlotReading& reading);
  [[nodiscard]] Expected<void> run_pass(const messages::PassOp& pass, const Running& running, std::uint32_t trial,
                                        messages::SlotReading& reading);
  [[nodiscard]] Expected<void> check_time(double start_ns, std::uint64_t deadline_ms);
  [[nodiscard]] SlotFacts facts_of(const messages::Track& track) const;

  Nuisances nuisances_;
  messages::HelloAnswer identity_{};
  Memory memory_;
  Execution execution_;
  TimeModel times_;
  StampCounter counter_;
  Draws host_;
  std::map<messages::KernelId, Pipeline> pipelines_{};
  std::map<messages::TrackId, Known> tracks_{};
  std::vector<messages::Event> events_{};
  double now_ns_ = 0;  ///< since the process began
  bool opened_ = false;
  std::optional<Error> ended_{};  ///< what ended the process: every later call fails the same way
};

/// Each call starts the next process: replicate r of a comparison is the same in every run with the same seed.
[[nodiscard]] Launcher launcher(const Nuisances& nuisances);

}  // namespace assay::engine::sim
