// SPDX-License-Identifier: Apache-2.0
/// \file
/// A child process with a private byte channel. It lives in a session of its own, its output is captured and bounded,
/// every wait has a deadline, and on every path it is killed with its whole process group and reaped.
///
/// When this process dies in any way, the kernel kills the child (Linux: PR_SET_PDEATHSIG) and the channel closes. The
/// kernel ties that to the *thread* that spawned: spawn from one that lives as long as the child.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "host/deadline.hpp"
#include "host/environment.hpp"
#include "host/last_words.hpp"
#include "host/stream.hpp"

namespace assay::host {

/// How a process ended.
struct Ending {
  enum class Kind {
    exited,      ///< `number` is the exit code
    signalled,   ///< `number` is the signal
    unknown,     ///< gone, and nobody can say how
    unkillable,  ///< still in the kernel although killed (a driver that hangs)
  } kind = Kind::unknown;
  int number = 0;
  bool operator==(const Ending&) const = default;
};

/// The predicate of a sentence: "exited with code 3", "was ended by signal 6 (aborted)". The same in every locale.
[[nodiscard]] std::string description(const Ending& ending);

struct SpawnOptions {
  std::filesystem::path program{};       ///< a path, not looked up in PATH
  std::vector<std::string> arguments{};  ///< without the program's name
  Environment environment{};             ///< all of it
  /// Gives the child one end of a socket pair as descriptor Process::kChannelDescriptor.
  bool channel = true;
};

class Process {
 public:
  static constexpr int kChannelDescriptor = 3;

  /// What ended a wait. Of several at once the first in this order is told.
  enum class Woke {
    channel,      ///< can be read, or written where that was asked for; or the other end is gone
    ended,        ///< the process ended
    interrupted,  ///< see host/interrupt.hpp
    deadline,
  };

  /// Errors: Fault::internal with the system's reason (no such program, not executable, no more processes).
  [[nodiscard]] static Expected<Process> spawn(const SpawnOptions& options);
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();  ///< kills and reaps

  [[nodiscard]] std::int64_t pid() const;
  [[nodiscard]] Stream& channel();
  /// What it printed on stdout and stderr so far, as far as a wait or a kill has collected it.
  [[nodiscard]] const LastWords& last_words() const;

  /// Waits, collecting output meanwhile.
  [[nodiscard]] Woke wait(bool for_writing, Deadline deadline);
  /// Waits for the end alone, collecting output; ends the whole group when the process itself ended. Empty: it still
  /// runs at the deadline (or at an interrupt).
  [[nodiscard]] std::optional<Ending> wait_for_end(Deadline deadline);
  /// Kills the whole group, reaps, collects the remaining output. Tells how the process ended: by itself, if it had
  /// ended before. Safe to call again: then it does not wait, and tells whether one that was unkillable has gone.
  Ending kill();

 private:
  struct State;
  explicit Process(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::host
