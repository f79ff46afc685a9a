// SPDX-License-Identifier: Apache-2.0
/// \file
/// The one seam between what thinks and what runs. An engine makes buffers and pipelines, runs op lists, returns raw
/// stamps and host times, and interprets nothing.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "messages/messages.hpp"

namespace assay::engine {

/// One device in one process (or page). Every call blocks until it is answered or its deadline passed; a failure that
/// ends the engine (crash, hang, lost device) is Fault::broken_run with the engine's last words in `value`, and every
/// later call then fails the same way.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  Engine(Engine&&) = delete;
  Engine& operator=(Engine&&) = delete;
  virtual ~Engine() = default;

  [[nodiscard]] virtual const messages::HelloAnswer& identity() const = 0;
  [[nodiscard]] virtual Expected<messages::OpenAnswer> open(const messages::Open& wish) = 0;
  /// After a failure those in front of the one that failed may exist: their ids are used up.
  [[nodiscard]] virtual Expected<messages::KernelsAnswer> kernels(const messages::Kernels& kernels) = 0;
  [[nodiscard]] virtual Expected<messages::AllocateAnswer> allocate(const messages::Allocate& wish) = 0;
  [[nodiscard]] virtual Expected<void> release(const messages::Release& wish) = 0;
  [[nodiscard]] virtual Expected<void> track(const messages::Track& track) = 0;
  [[nodiscard]] virtual Expected<messages::RunAnswer> run(const messages::Run& run) = 0;
  [[nodiscard]] virtual Expected<messages::Blob> read(const messages::Read& wish) = 0;
  [[nodiscard]] virtual Expected<void> write(const messages::Write& wish) = 0;
  [[nodiscard]] virtual Expected<std::string> sha256(const messages::Sha256& wish) = 0;
  /// Says goodbye and reaps; safe to call twice, and the destructor calls it.
  virtual void close() = 0;
  /// Events so far, oldest first; bounded (the oldest are dropped and counted).
  [[nodiscard]] virtual std::vector<messages::Event> take_events() = 0;
};

/// Starts a fresh process (or page) of the same engine: what a replicate needs.
using Launcher = std::function<Expected<std::unique_ptr<Engine>>()>;

}  // namespace assay::engine
