// SPDX-License-Identifier: Apache-2.0
/// \file
/// A real assay-worker at the other end of a socket pair, for tests.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "messages/codec.hpp"
#include "messages/messages.hpp"

namespace assay::worker::test {

/// Engines that the tests drive; the names of HelloAnswer::engine.
inline constexpr const char* kWgpuNative = "wgpu-native";
inline constexpr const char* kDawn = "dawn";

/// Whose library a worker is started with from here on, unless Start names one.
void test_engine(const std::string& name);

struct Start {
  std::string library{};                             ///< empty: that of the engine under test
  std::map<std::string, std::string> environment{};  ///< over the private lavapipe's
};

/// How the process ended.
struct End {
  std::optional<int> exit_code{};
  std::optional<int> signal{};
};

class WorkerProcess {
 public:
  explicit WorkerProcess(const Start& start = {});
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  WorkerProcess(WorkerProcess&&) = delete;
  WorkerProcess& operator=(WorkerProcess&&) = delete;
  /// Kills what still runs.
  ~WorkerProcess();

  /// Sends a request and waits for its answer (60 s); events that come before it are kept. Nothing when the worker
  /// closed its end or did not answer in time.
  std::optional<messages::AnswerBody> ask(messages::RequestBody body, int patience_ms = 60000);
  void send_raw(const std::string& bytes);
  std::optional<messages::Answer> receive(int patience_ms);
  void close_socket();
  /// Waits for the end of the process (60 s), then kills it: End::signal is SIGKILL.
  End wait_for_end();

  std::vector<messages::Event> events{};

 private:
  int socket_ = -1;
  pid_t pid_ = -1;
  std::uint32_t next_id_ = 1;
  messages::FrameReader reader_{};
};

/// Why the worker cannot be tested here with the engine under test; empty: it can.
std::string why_not_tested();

/// "run": Failure{validation}: … for messages of failed expectations.
std::string describe(const std::optional<messages::AnswerBody>& answer);

/// The failure in an answer, or null.
const messages::Failure* failure_in(const std::optional<messages::AnswerBody>& answer);

}  // namespace assay::worker::test
