// SPDX-License-Identifier: Apache-2.0
/// \file
/// An engine on the other end of a link: every call is one request and its answer.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "engine/remote/answer_shape.hpp"
#include "engine/remote/event_log.hpp"
#include "engine/remote/link.hpp"
#include "messages/deadlines.hpp"

namespace assay::engine {

/// How long the host waits. Nothing that an engine sends unasked prolongs a wait.
struct Deadlines {
  std::chrono::milliseconds hello = messages::kAnswerPatience;
  /// Of every other request but `run` and `kernels`; `sha256` has messages::digest_allowance on top.
  std::chrono::milliseconds answer = messages::kAnswerPatience;
  std::chrono::milliseconds kernel = messages::kernel_patience(messages::kAnswerPatience);
  /// Beyond a run's own deadline, so that the engine itself can say what did not complete.
  std::chrono::milliseconds run_grace{3'000};
  std::chrono::milliseconds close{3'000};
};

/// Those of a host that waits `answer` for one answer: what the user says bounds every wait for the engine.
[[nodiscard]] constexpr Deadlines deadlines_for(std::chrono::milliseconds answer) {
  return {.hello = answer, .answer = answer, .kernel = messages::kernel_patience(answer)};
}

class RemoteEngine final : public Engine {
 public:
  RemoteEngine(std::unique_ptr<Link> link, Deadlines deadlines);
  ~RemoteEngine() override;

  /// The first request; nothing else may be asked before it succeeded.
  [[nodiscard]] Expected<void> hello(const std::string& ticket);
  /// What `open` is to fail with where the engine finds no driver: for a launcher that knows better why.
  void explain_no_driver(Error error) { no_driver_ = std::move(error); }

  [[nodiscard]] const messages::HelloAnswer& identity() const override { return identity_; }
  [[nodiscard]] Expected<messages::OpenAnswer> open(const messages::Open& wish) override;
  /// One request a kernel, so that a compiler that hangs is found out after the deadline of one.
  [[nodiscard]] Expected<messages::KernelsAnswer> kernels(const messages::Kernels& wish) override;
  [[nodiscard]] Expected<messages::AllocateAnswer> allocate(const messages::Allocate& wish) override;
  [[nodiscard]] Expected<void> release(const messages::Release& wish) override;
  [[nodiscard]] Expected<void> track(const messages::Track& track) override;
  [[nodiscard]] Expected<messages::RunAnswer> run(const messages::Run& wish) override;
  /// More than one message may carry is read in pieces; the same for `write`.
  [[nodiscard]] Expected<messages::Blob> read(const messages::Read& wish) override;
  [[nodiscard]] Expected<void> write(const messages::Write& wish) override;
  [[nodiscard]] Expected<std::string> sha256(const messages::Sha256& wish) override;
  void close() override;
  [[nodiscard]] std::vector<messages::Event> take_events() override { return events_.take(); }

 private:
  [[nodiscard]] Expected<messages::AnswerBody> exchange(messages::RequestBody body, std::chrono::milliseconds allowed);
  [[nodiscard]] Expected<messages::AnswerBody> await_answer(std::uint32_t id, std::string_view request,
                                                            std::chrono::milliseconds allowed, host::Deadline deadline);
  [[nodiscard]] Expected<messages::KernelOutcome> kernel(const messages::KernelSource& source);
  template <class Reply>
  [[nodiscard]] Expected<Reply> ask(messages::RequestBody body, std::chrono::milliseconds allowed);
  /// Ends the engine; from now on every call fails with `error`.
  Unexpected break_off(Error error);

  std::unique_ptr<Link> link_;
  Deadlines deadlines_;
  messages::HelloAnswer identity_{};
  EventLog events_{};
  TrackStampsById tracks_{};
  std::uint32_t last_id_ = 0;
  std::optional<std::string> lost_{};  ///< what the engine said when it lost its device
  std::optional<Error> broken_{};
  std::optional<Error> no_driver_{};
  bool closed_ = false;
};

}  // namespace assay::engine
