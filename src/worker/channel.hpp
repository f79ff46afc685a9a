// SPDX-License-Identifier: Apache-2.0
/// \file
/// Frames over a connected stream socket. Blocking on purpose: the worker has nothing else to do, and the host's death
/// closes the socket.
#pragma once

#include <optional>

#include "error/error.hpp"
#include "messages/codec.hpp"

namespace assay::worker {

class Channel {
 public:
  /// `socket`: a connected stream socket, owned by the caller.
  explicit Channel(int socket) : socket_(socket) {}

  /// The next whole frame; nothing when the host closed its end between two frames. Fault::broken_run when the stream
  /// broke inside a frame or carried one that is malformed.
  [[nodiscard]] Expected<std::optional<messages::Frame>> receive();

  /// Sends one frame whole. Fault::broken_run when the host is gone.
  [[nodiscard]] Expected<void> send(const messages::Frame& frame);

 private:
  int socket_;
  messages::FrameReader reader_{};
};

}  // namespace assay::worker
