// SPDX-License-Identifier: Apache-2.0
#include "worker/serve.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>
#include <variant>

#include "worker/request_name.hpp"

namespace assay::worker {
namespace {

using messages::Answer;
using messages::Failure;

Expected<void> send_message(Channel& channel, const messages::FromEngine& message) {
  const auto frame = messages::encode(message);
  if (!frame) return tl::unexpected(frame.error());
  return channel.send(*frame);
}

/// Sends an answer; one that cannot be encoded (too large) is replaced by a failure that says so.
Expected<void> send_answer(Channel& channel, Answer answer) {
  const auto id = answer.id;
  const auto frame = messages::encode(messages::FromEngine(std::move(answer)));
  if (frame) return channel.send(*frame);
  return send_message(channel, Answer{.id = id,
                                      .body = Failure{.kind = Failure::Kind::internal,
                                                      .what = "the answer cannot be sent",
                                                      .value = sentence(frame.error())}});
}

Ending broken(const Error& error) {
  fmt::print(stderr, "assay-worker: {}\n", sentence(error));
  return Ending::stream_broken;
}

bool is_failure(const messages::AnswerBody& body, Failure::Kind kind) {
  const auto* failure = std::get_if<Failure>(&body);
  return failure != nullptr && failure->kind == kind;
}

}  // namespace

Ending serve(Channel& channel, Session& session, FaultPlan faults) {
  for (;;) {
    auto frame = channel.receive();
    if (!frame) return broken(frame.error());
    if (!*frame) return Ending::closed;

    const auto request = messages::decode_request(std::move(**frame));
    if (!request) {
      // The host is told, with the id that belongs to no request; what it thinks of this end is unknown from here on.
      const Failure failure{.kind = Failure::Kind::protocol, .what = sentence(request.error())};
      if (const auto sent = send_answer(channel, {.id = 0, .body = failure}); !sent) return broken(sent.error());
      return broken(request.error());
    }

    const auto name = request_name(request->body);
    if (const auto fault = faults.next(name)) {
      if (*fault != InjectedFault::lost) die_of(*fault);
      session.lose_device("lost on purpose by ASSAY_WORKER_FAULT");
    }

    Answer answer{.id = request->id, .body = session.answer(request->body)};
    if (auto* failure = std::get_if<Failure>(&answer.body); failure != nullptr && failure->where.empty()) {
      failure->where = name;
    }
    for (const auto& event : session.take_events()) {
      if (const auto sent = send_message(channel, event); !sent) return broken(sent.error());
    }
    const bool past_deadline = is_failure(answer.body, Failure::Kind::deadline);
    if (const auto sent = send_answer(channel, std::move(answer)); !sent) return broken(sent.error());
    if (past_deadline) return Ending::past_deadline;
    if (std::holds_alternative<messages::Close>(request->body)) return Ending::closed;
  }
}

}  // namespace assay::worker
