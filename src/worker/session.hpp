// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the message loop needs of an engine: an answer for each request, and what happened unasked.
#pragma once

#include <string>
#include <vector>

#include "messages/messages.hpp"

namespace assay::worker {

class Session {
 public:
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  Session(Session&&) = delete;
  Session& operator=(Session&&) = delete;
  virtual ~Session() = default;

  /// Carries out one request. Never throws; a failure is an answer.
  [[nodiscard]] virtual messages::AnswerBody answer(const messages::RequestBody& request) = 0;
  /// Events since the last call, oldest first.
  [[nodiscard]] virtual std::vector<messages::Event> take_events() = 0;
  /// From now on the device counts as lost (injected by tests).
  virtual void lose_device(std::string why) = 0;
};

}  // namespace assay::worker
