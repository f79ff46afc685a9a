// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/remote_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "engine/remote/engine_errors.hpp"
#include "engine/remote/request_name.hpp"

namespace assay::engine {
namespace {

using messages::Failure;
using std::chrono::milliseconds;

constexpr std::uint64_t kMostPieceBytes = messages::kMostBlobBytes;

/// After these an engine is of no more use. That it found a request malformed means that the two ends disagree about
/// what was said, and then about everything that follows.
bool is_final(Failure::Kind kind) {
  using Kind = Failure::Kind;
  return kind == Kind::protocol || kind == Kind::lost || kind == Kind::deadline || kind == Kind::internal;
}

/// A run's deadline comes from outside and may be any number.
milliseconds run_wait(std::uint64_t deadline_ms, milliseconds grace) {
  constexpr auto kLongest = static_cast<std::uint64_t>(host::Deadline::kLongest.count());
  return milliseconds(std::min(deadline_ms, kLongest)) + grace;
}

}  // namespace

RemoteEngine::RemoteEngine(std::unique_ptr<Link> link, Deadlines deadlines)
    : link_(std::move(link)), deadlines_(deadlines) {}

RemoteEngine::~RemoteEngine() { RemoteEngine::close(); }

Unexpected RemoteEngine::break_off(Error error) {
  link_->kill();
  broken_ = std::move(error);
  return fail(*broken_);
}

Expected<messages::AnswerBody> RemoteEngine::exchange(messages::RequestBody body, milliseconds allowed) {
  if (broken_) return fail(*broken_);
  if (closed_) return fail({.fault = Fault::internal, .what = "the engine was asked after it was closed"});
  const std::string_view name = request_name(body);
  const messages::Request request{.id = ++last_id_, .body = std::move(body)};
  const auto frame = messages::encode(request);
  if (!frame) return tl::make_unexpected(frame.error());
  const auto deadline = host::Deadline::after(allowed);
  if (const auto sent = link_->send(*frame, deadline); !sent) {
    return break_off(error_of(sent.error(), name, allowed, link_->last_words()));
  }
  auto answer = await_answer(request.id, name, allowed, deadline);
  if (!answer) return answer;
  if (const auto* failure = std::get_if<Failure>(&*answer)) {
    Error error = error_of(*failure, name);
    if (is_final(failure->kind)) {
      link_->kill();
      if (const auto words = link_->last_words(); error.value.empty() && !words.empty()) {
        error.value = "last words: " + words;
      }
      return break_off(std::move(error));
    }
    return fail(std::move(error));
  }
  // An answer that came all the same was computed on a device that is gone.
  if (lost_ && name != "close") return break_off(device_lost(*lost_, name, link_->last_words()));
  return answer;
}

Expected<messages::AnswerBody> RemoteEngine::await_answer(std::uint32_t id, std::string_view request,
                                                          milliseconds allowed, host::Deadline deadline) {
  while (true) {
    auto frame = link_->receive(deadline);
    if (!frame && lost_) return break_off(device_lost(*lost_, request, link_->last_words()));
    if (!frame) return break_off(error_of(frame.error(), request, allowed, link_->last_words()));
    auto message = messages::decode_from_engine(std::move(*frame));
    if (!message) {
      return break_off(protocol_broken("sent no message: " + sentence(message.error()), request, link_->last_words()));
    }
    if (auto* event = std::get_if<messages::Event>(&*message)) {
      if (event->kind == messages::Event::Kind::lost && !lost_) lost_ = event->text;
      events_.add(std::move(*event));
    }
    auto* answer = std::get_if<messages::Answer>(&*message);
    if (answer == nullptr) continue;
    // Number 0 belongs to no request: the engine could not even read the last one.
    const bool unreadable = answer->id == 0 && std::holds_alternative<Failure>(answer->body);
    if (answer->id == id || unreadable) return std::move(answer->body);
    return break_off(protocol_broken(fmt::format("answered request {} in place of {}", answer->id, id), request,
                                     link_->last_words()));
  }
}

template <class Reply>
Expected<Reply> RemoteEngine::ask(messages::RequestBody body, milliseconds allowed) {
  const std::string_view name = request_name(body);
  auto answer = exchange(std::move(body), allowed);
  if (!answer) return tl::make_unexpected(answer.error());
  if (auto* reply = std::get_if<Reply>(&*answer)) return std::move(*reply);
  return break_off(protocol_broken("gave an answer of another kind", name, link_->last_words()));
}

Expected<void> RemoteEngine::hello(const std::string& ticket) {
  auto answer = ask<messages::HelloAnswer>(messages::Hello{.ticket = ticket}, deadlines_.hello);
  if (!answer && answer.error().fault == Fault::internal && broken_) {
    // A greeting that is well-formed here and malformed there: not our fault, but another edition of the messages.
    return break_off({.fault = Fault::bad_input,
                      .what = "the engine's process does not understand this program's greeting",
                      .value = answer.error().what,
                      .limit = fmt::format("version {} of the messages", messages::kProtocolVersion),
                      .advice = "use the one that was built with this program"});
  }
  if (!answer) return tl::make_unexpected(answer.error());
  identity_ = std::move(*answer);
  if (identity_.protocol == messages::kProtocolVersion) return {};
  return break_off({.fault = Fault::bad_input,
                    .what = "the engine's process speaks another version of the messages",
                    .value = std::to_string(identity_.protocol),
                    .limit = std::to_string(messages::kProtocolVersion),
                    .advice = "use the one that was built with this program"});
}

Expected<messages::OpenAnswer> RemoteEngine::open(const messages::Open& wish) {
  auto answer = ask<messages::OpenAnswer>(wish, deadlines_.answer);
  if (!answer) {
    const bool explained = answer.error().where == kDriverPlace && no_driver_;
    return tl::make_unexpected(explained ? *no_driver_ : answer.error());
  }
  if (const auto how = misfit(wish, *answer)) return break_off(protocol_broken(*how, "open", link_->last_words()));
  return answer;
}

Expected<messages::KernelsAnswer> RemoteEngine::kernels(const messages::Kernels& wish) {
  if (broken_) return fail(*broken_);
  messages::KernelsAnswer answer;
  for (const auto& source : wish.kernels) {
    auto outcome = kernel(source);
    if (!outcome) return tl::make_unexpected(outcome.error());
    answer.kernels.push_back(std::move(*outcome));
  }
  return answer;
}

Expected<messages::KernelOutcome> RemoteEngine::kernel(const messages::KernelSource& source) {
  const messages::Kernels wish{.kernels = {source}};
  auto answer = ask<messages::KernelsAnswer>(wish, deadlines_.kernel);
  if (!answer) return tl::make_unexpected(answer.error());
  if (const auto how = misfit(wish, *answer)) return break_off(protocol_broken(*how, "kernels", link_->last_words()));
  return std::move(answer->kernels.front());
}

Expected<messages::AllocateAnswer> RemoteEngine::allocate(const messages::Allocate& wish) {
  auto answer = ask<messages::AllocateAnswer>(wish, deadlines_.answer);
  if (!answer) return answer;
  if (const auto how = misfit(wish, *answer)) return break_off(protocol_broken(*how, "allocate", link_->last_words()));
  return answer;
}

Expected<void> RemoteEngine::release(const messages::Release& wish) {
  return ask<messages::Done>(wish, deadlines_.answer).map([](const messages::Done&) {});
}

Expected<void> RemoteEngine::track(const messages::Track& track) {
  return ask<messages::Done>(track, deadlines_.answer).map([&](const messages::Done&) {
    tracks_[track.id] = stamps_of(track);
  });
}

Expected<messages::RunAnswer> RemoteEngine::run(const messages::Run& wish) {
  auto answer = ask<messages::RunAnswer>(wish, run_wait(wish.deadline_ms, deadlines_.run_grace));
  if (!answer) return answer;
  if (const auto how = misfit(wish, *answer, tracks_)) {
    return break_off(protocol_broken(*how, "run", link_->last_words()));
  }
  return answer;
}

Expected<messages::Blob> RemoteEngine::read(const messages::Read& wish) {
  messages::Blob data;
  do {
    const messages::Read piece{.allocation = wish.allocation,
                               .offset = wish.offset + data.size(),
                               .bytes = std::min(wish.bytes - data.size(), kMostPieceBytes)};
    auto answer = ask<messages::ReadAnswer>(piece, deadlines_.answer);
    if (!answer) return tl::make_unexpected(answer.error());
    if (const auto how = misfit(piece, *answer)) return break_off(protocol_broken(*how, "read", link_->last_words()));
    if (piece.bytes == wish.bytes) return std::move(answer->data);
    data.insert(data.end(), answer->data.begin(), answer->data.end());
  } while (data.size() < wish.bytes);
  return data;
}

Expected<void> RemoteEngine::write(const messages::Write& wish) {
  std::span<const std::byte> left(wish.data);
  std::uint64_t offset = wish.offset;
  do {
    const auto piece = left.first(std::min<std::size_t>(left.size(), kMostPieceBytes));
    const messages::Write request{
        .allocation = wish.allocation, .offset = offset, .data = messages::Blob(piece.begin(), piece.end())};
    if (auto done = ask<messages::Done>(request, deadlines_.answer); !done) return tl::make_unexpected(done.error());
    offset += piece.size();
    left = left.subspan(piece.size());
  } while (!left.empty());
  return {};
}

Expected<std::string> RemoteEngine::sha256(const messages::Sha256& wish) {
  auto answer = ask<messages::Sha256Answer>(wish, deadlines_.answer + messages::digest_allowance(wish.bytes));
  if (!answer) return tl::make_unexpected(answer.error());
  if (const auto how = misfit(wish, *answer)) return break_off(protocol_broken(*how, "sha256", link_->last_words()));
  return std::move(answer->hex);
}

void RemoteEngine::close() {
  if (closed_) return;
  if (!broken_ && last_id_ > 0) {
    // An engine that does not say goodbye is ended all the same; nothing hangs on its answer.
    (void)ask<messages::Done>(messages::Close{}, deadlines_.close);
  }
  closed_ = true;
  link_->end(host::Deadline::after(broken_ ? milliseconds(0) : deadlines_.close));
}

}  // namespace assay::engine
