// SPDX-License-Identifier: Apache-2.0
/// \file
/// What carries frames between the host and one engine. RemoteEngine speaks the messages over it and knows nothing of
/// processes, sockets or pages.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "host/deadline.hpp"
#include "messages/codec.hpp"

namespace assay::engine {

/// Why a link gives no more frames. The link has already ended the other side when it tells this.
struct Cut {
  enum class Kind {
    ended,        ///< the other side is gone
    silent,       ///< nothing came before the deadline
    broken,       ///< what came is not the protocol
    interrupted,  ///< Ctrl-C
  } kind = Kind::ended;
  /// A predicate for "the engine's process …": "was ended by signal 6 (aborted)".
  std::string how{};
};

class Link {
 public:
  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  Link(Link&&) = delete;
  Link& operator=(Link&&) = delete;
  virtual ~Link() = default;

  /// Hands one frame over. That the other side is gone is not told here but by the next `receive`, after the frames
  /// that it had still sent.
  [[nodiscard]] virtual tl::expected<void, Cut> send(const messages::Frame& frame, host::Deadline deadline) = 0;
  /// The next frame.
  [[nodiscard]] virtual tl::expected<messages::Frame, Cut> receive(host::Deadline deadline) = 0;
  /// Ends the other side at once and lets nothing of it remain. Safe to call twice.
  virtual void kill() = 0;
  /// Lets the other side go by itself until the deadline, then kills it. Safe to call twice.
  virtual void end(host::Deadline deadline) = 0;
  /// The last lines that it printed, for a sentence; empty: nothing.
  [[nodiscard]] virtual std::string last_words() const = 0;
};

}  // namespace assay::engine
