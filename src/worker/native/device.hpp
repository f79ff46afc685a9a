// SPDX-License-Identifier: Apache-2.0
/// \file
/// One open device: its objects, what it reported unasked, error scopes, and waiting with a deadline.
#pragma once

#include <webgpu/webgpu.h>

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "messages/deadlines.hpp"
#include "worker/native/callback.hpp"
#include "worker/native/dialect.hpp"
#include "worker/native/handle.hpp"
#include "worker/native/procs.hpp"
#include "worker/outcome.hpp"

namespace assay::worker::native {

using HostClock = std::chrono::steady_clock;

/// For requests without a rule of their own, unless the host told another: below what it waits itself.
inline constexpr std::chrono::milliseconds kPatience = messages::engine_patience(messages::kAnswerPatience);

/// What the engine told unasked; filled by its callbacks, all on the thread that processes events.
struct Reports {
  bool lost = false;
  std::string lost_why{};
  struct Uncaptured {
    WGPUErrorType type;
    std::string text;
  };
  std::vector<Uncaptured> uncaptured{};  ///< bounded: the first kMostUncaptured since they were last taken
  std::vector<std::string> notes{};      ///< of the worker's own, for the host's log
};

/// Host times of the call that gave the queue its work, which has been seen to block for 14 ms.
struct SubmitTimes {
  HostClock::time_point before{}, taken{};
};

class Device {
 public:
  const Procs& procs;
  const Dialect& dialect;

  Device(const Procs& loaded, const Dialect& spoken) : procs(loaded), dialect(spoken) { keep_until_exit(reports); }

  /// Written by callbacks that have no end; first, so that it is whole while the objects below are released.
  const std::shared_ptr<Reports> reports = std::make_shared<Reports>();
  WGPUInstance instance = nullptr;  ///< owned by the session
  Handle<WGPUDevice> device{};
  Handle<WGPUQueue> queue{};
  bool software = false;        ///< the adapter computes on the CPU
  bool bare = false;            ///< without the checks that Dialect::bare takes off
  std::set<std::string, std::less<>> features{};  ///< granted, by Assay's names
  WGPULimits limits = WGPU_LIMITS_INIT;
  /// By when the request in hand must be answered: of every wait that is not given another.
  HostClock::time_point request_deadline = HostClock::now() + kPatience;

  /// Processes events until `done`, which lives as long as the wait. Failure::Kind::deadline or ::lost otherwise;
  /// `what` is a clause about the wait.
  [[nodiscard]] Outcome<void> wait(const bool& done, HostClock::time_point deadline, std::string_view what);

  /// The failure of a lost device, if it is.
  [[nodiscard]] Outcome<void> alive() const;

  /// Takes what was reported outside error scopes; the first one as a failure.
  [[nodiscard]] Outcome<void> take_uncaptured();

  /// Captures the errors from here to `pop_scopes`.
  void push_scopes();
  /// The first error since `push_scopes`, inside the scopes or past them, as a failure.
  [[nodiscard]] Outcome<void> pop_scopes();

  [[nodiscard]] Handle<WGPUBuffer> create_buffer(std::uint64_t bytes, WGPUBufferUsage usage, std::string_view label);

  /// Hands work to the queue, or nothing but pending writes when `commands` is null. Failure::Kind::lost, untried, on a
  /// lost device.
  [[nodiscard]] Outcome<void> submit(WGPUCommandBuffer commands);

  /// Submits and waits until the engine says that the work completed.
  [[nodiscard]] Outcome<void> submit_and_wait(WGPUCommandBuffer commands, HostClock::time_point deadline,
                                              SubmitTimes* times = nullptr);
};

/// The failure that an engine error becomes. Its text is bounded to 8 KiB.
[[nodiscard]] Failure failure_of(WGPUErrorType type, std::string_view text);

}  // namespace assay::worker::native
