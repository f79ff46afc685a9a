// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/process_link.hpp"

#include <memory>
#include <utility>

#include "engine/remote/undead.hpp"
#include "host/interrupt.hpp"

namespace assay::engine {
namespace {

using host::Deadline;
using host::Process;

constexpr std::size_t kChunkBytes = 256U << 10U;
// While we send, an engine may have things to say; not this much.
constexpr std::size_t kMostArrivedBytes = 64U << 20U;
// A process that closed its socket is on its way out; this is to learn how it ended.
constexpr std::chrono::seconds kLastGrace{2};

std::size_t size_of(const messages::Frame& frame) { return frame.json.size() + frame.blob.size(); }

}  // namespace

ProcessLink::ProcessLink(Process process) : process_(std::move(process)), chunk_(kChunkBytes) {}

ProcessLink::~ProcessLink() {
  if (process_.kill().kind != host::Ending::Kind::unkillable) return;
  const auto pid = process_.pid();
  const auto kept = std::make_shared<Process>(std::move(process_));
  remember({.pid = pid, .gone = [kept] { return kept->kill().kind != host::Ending::Kind::unkillable; }});
}

void ProcessLink::kill() { process_.kill(); }

void ProcessLink::end(Deadline deadline) {
  process_.channel().close();
  if (!process_.wait_for_end(deadline)) process_.kill();
}

std::string ProcessLink::last_words() const { return process_.last_words().last_lines(); }

Cut ProcessLink::cut_off(Cut::Kind kind, std::string how) {
  process_.kill();
  return Cut{.kind = kind, .how = std::move(how)};
}

Cut ProcessLink::cut_by_end() {
  const bool half = reader_.pending() > 0;
  const std::string inside = half ? " in the middle of a message" : "";
  const auto ending = process_.wait_for_end(Deadline::after(kLastGrace));
  if (ending) return Cut{.kind = Cut::Kind::ended, .how = host::description(*ending) + inside};
  if (host::interrupted()) return cut_off(Cut::Kind::interrupted, "was interrupted");
  return cut_off(Cut::Kind::ended, "closed its connection" + inside + ", went on running, and was killed");
}

/// One read from the socket into the frame reader.
tl::expected<ProcessLink::Intake, Cut> ProcessLink::take_in() {
  const auto transfer = process_.channel().read_some(chunk_);
  if (!transfer)
    return tl::make_unexpected(cut_off(Cut::Kind::broken, "broke its connection: " + sentence(transfer.error())));
  if (transfer->closed) return Intake::closed;
  if (transfer->bytes == 0) return Intake::nothing;
  reader_.feed(std::span(chunk_).first(transfer->bytes));
  return Intake::something;
}

tl::expected<messages::Frame, Cut> ProcessLink::receive(Deadline deadline) {
  if (!arrived_.empty()) {
    messages::Frame frame = std::move(arrived_.front());
    arrived_.pop_front();
    arrived_bytes_ -= size_of(frame);
    return frame;
  }
  bool ended = false;
  while (true) {
    auto frame = reader_.next();
    if (!frame) return tl::make_unexpected(cut_off(Cut::Kind::broken, "sent no message: " + sentence(frame.error())));
    if (*frame) return std::move(**frame);
    if (host::interrupted()) return tl::make_unexpected(cut_off(Cut::Kind::interrupted, "was interrupted"));
    if (deadline.passed()) {
      const char* how = reader_.pending() > 0 ? "fell silent in the middle of a message" : "gave no answer";
      return tl::make_unexpected(cut_off(Cut::Kind::silent, how));
    }
    const auto intake = take_in();
    if (!intake) return tl::make_unexpected(intake.error());
    if (*intake == Intake::something) continue;
    // The process may end while a child of its own holds the socket open: then no end of the stream comes.
    if (*intake == Intake::closed || ended) return tl::make_unexpected(cut_by_end());
    ended = process_.wait(false, deadline) == Process::Woke::ended;
  }
}

tl::expected<void, Cut> ProcessLink::send(const messages::Frame& frame, Deadline deadline) {
  const auto bytes = messages::to_bytes(frame);
  if (!bytes)
    return tl::make_unexpected(cut_off(Cut::Kind::broken, "could not be sent a message: " + sentence(bytes.error())));
  std::span<const std::byte> left(*bytes);
  while (!left.empty()) {
    if (host::interrupted()) return tl::make_unexpected(cut_off(Cut::Kind::interrupted, "was interrupted"));
    if (deadline.passed()) return tl::make_unexpected(cut_off(Cut::Kind::silent, "did not take the whole request"));
    const auto transfer = process_.channel().write_some(left);
    if (!transfer)
      return tl::make_unexpected(cut_off(Cut::Kind::broken, "broke its connection: " + sentence(transfer.error())));
    if (transfer->closed) return {};
    left = left.subspan(transfer->bytes);
    if (transfer->bytes > 0) continue;
    // An engine that waits until its own message is read would never read ours.
    if (arrived_bytes_ > kMostArrivedBytes) return tl::make_unexpected(cut_off(Cut::Kind::broken, "sent without end"));
    const auto intake = take_in();
    if (!intake) return tl::make_unexpected(intake.error());
    if (*intake == Intake::closed) return {};
    if (*intake == Intake::something) {
      for (auto next = reader_.next(); next && *next; next = reader_.next()) {
        arrived_bytes_ += size_of(**next);
        arrived_.push_back(std::move(**next));
      }
      continue;
    }
    if (process_.wait(true, deadline) == Process::Woke::ended) return {};
  }
  return {};
}

}  // namespace assay::engine
