// SPDX-License-Identifier: Apache-2.0
/// \file
/// The worker's message loop: one request in, events and one answer out, until `close`, the end of the socket, or a
/// deadline.
#pragma once

#include "worker/channel.hpp"
#include "worker/fault_injection.hpp"
#include "worker/session.hpp"

namespace assay::worker {

/// Exit codes of the worker process, for whoever starts it by hand; the host reads the messages.
enum class Ending : int {
  closed = 0,          ///< `close` was answered, or the host closed the socket
  bad_arguments = 2,   ///< the command line or the environment is wrong
  stream_broken = 3,   ///< the host broke the framing, or went away inside a frame
  past_deadline = 4,   ///< work did not complete in time and cannot be cancelled: only the process's end stops it
};

/// Serves until the end. Fatal sentences go to stderr.
[[nodiscard]] Ending serve(Channel& channel, Session& session, FaultPlan faults);

}  // namespace assay::worker
