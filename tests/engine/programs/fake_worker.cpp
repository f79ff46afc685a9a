// SPDX-License-Identifier: Apache-2.0
/// \file
/// A worker without an engine, started like the real one. It speaks the messages, and misbehaves as ASSAY_FAKE_WORKER
/// says, at the request that ASSAY_FAKE_AT names (default: run).
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/programs/serve_requests.hpp"
#include "engine/remote/answer_shape.hpp"
#include "engine/remote/request_name.hpp"
#include "host/process.hpp"
#include "host/stream.hpp"
#include "messages/codec.hpp"

namespace {

using namespace assay;
using engine::sleep_forever;
using namespace std::chrono_literals;
using messages::Failure;

std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

/// Remembers what it is told and computes nothing.
class FakeEngine {
 public:
  messages::AnswerBody answer(const messages::RequestBody& body) {
    return std::visit([this](const auto& request) { return messages::AnswerBody(reply(request)); }, body);
  }

 private:
  messages::HelloAnswer reply(const messages::Hello&) {
    return {.engine = "fake", .version = "1", .build = "test", .pid = ::getpid(), .clock_step_ns = 1};
  }
  messages::OpenAnswer reply(const messages::Open&) {
    return {.adapters = {{.name = "Fake adapter"}}, .features = {"timestamp-query"}};
  }
  messages::KernelsAnswer reply(const messages::Kernels& wish) {
    messages::KernelsAnswer answer;
    for (const auto& kernel : wish.kernels) answer.kernels.push_back({.id = kernel.id, .compile_ns = 5});
    return answer;
  }
  messages::AllocateAnswer reply(const messages::Allocate& wish) {
    for (const auto& allocation : wish.allocations) memory_[allocation.id].resize(allocation.bytes);
    return {};
  }
  messages::Done reply(const messages::Release&) { return {}; }
  messages::Done reply(const messages::Track& track) {
    tracks_[track.id] = engine::stamps_of(track);
    return {};
  }
  messages::RunAnswer reply(const messages::Run& wish) {
    messages::RunAnswer answer;
    std::uint64_t stamp = 1000;
    for (const auto& submission : wish.submissions) {
      messages::SubmissionReading reading{.encode_ns = 1, .submit_ns = 2, .done_ns = 3, .mapped_ns = 4};
      for (const auto& slot : submission.slots) {
        messages::SlotReading& slot_reading = reading.slots.emplace_back();
        slot_reading.stamps.resize(tracks_[slot.track].stamps(slot.trials));
        for (auto& value : slot_reading.stamps) value = stamp += 100;
      }
      answer.submissions.push_back(std::move(reading));
    }
    for (const auto& read : wish.reads) answer.reads.resize(answer.reads.size() + read.bytes);
    return answer;
  }
  messages::ReadAnswer reply(const messages::Read& wish) {
    const auto begin = memory_[wish.allocation].begin() + static_cast<std::ptrdiff_t>(wish.offset);
    return {.data = messages::Blob(begin, begin + static_cast<std::ptrdiff_t>(wish.bytes))};
  }
  messages::Done reply(const messages::Write& wish) {
    std::copy(wish.data.begin(), wish.data.end(),
              memory_[wish.allocation].begin() + static_cast<std::ptrdiff_t>(wish.offset));
    return {};
  }
  messages::Sha256Answer reply(const messages::Sha256&) { return {.hex = std::string(64, 'a')}; }
  messages::Done reply(const messages::Close&) { return {}; }

  std::map<messages::AllocationId, messages::Blob> memory_{};
  engine::TrackStampsById tracks_{};
};

class FakeWorker {
 public:
  [[noreturn]] void serve() {
    engine::serve_requests(stream_, reader_, 60s, [this](const messages::Request& request) { treat(request); });
  }

 private:
  void send_bytes(std::span<const std::byte> bytes) {
    if (!stream_.write_all(bytes, host::Deadline::after(60s))) ::_exit(7);
  }
  void send(const messages::FromEngine& message) {
    const auto frame = messages::encode(message);
    if (!frame) ::_exit(6);
    send_bytes(*messages::to_bytes(*frame));
  }
  void say(messages::Event::Kind kind, const std::string& text) { send(messages::Event{.kind = kind, .text = text}); }
  void refuse(std::uint32_t id, Failure::Kind kind, const std::string& what) {
    send(messages::Answer{.id = id, .body = Failure{.kind = kind, .what = what}});
  }

  void treat(const messages::Request& request) {
    const bool here = engine::request_name(request.body) == at_;
    if (here && misbehave(request)) return;
    messages::Answer answer{.id = request.id, .body = engine_.answer(request.body)};
    if (here) distort(answer);
    if (here && behaviour_ == "grandchild-then-hang") start_grandchild();
    if (here && behaviour_ == "half-frame-then-hang") return send_half_a_frame_behind(answer);
    send(answer);
    if (here && behaviour_ == "die-after") ::_exit(5);
    if (here && behaviour_ == "grandchild-then-hang") sleep_forever();
  }

  /// True: instead of an answer.
  bool misbehave(const messages::Request& request) {
    if (behaviour_ == "exit") {
      std::fputs("the driver gave up\n", stderr);
      std::exit(3);
    }
    if (behaviour_ == "abort") {
      std::fputs("thread 'main' panicked: no such queue\n", stderr);
      std::abort();
    }
    if (behaviour_ == "hang") sleep_forever();
    if (behaviour_ == "flood-output") flood_output();
    if (behaviour_ == "flood-output-forever")
      while (true) flood_output();
    if (behaviour_ == "flood-events")
      while (true) say(messages::Event::Kind::log, std::string(1000, 'x'));
    if (behaviour_ == "many-events") send_many_events();
    if (behaviour_ == "beats")
      while (true) send(messages::Beat{});
    if (behaviour_ == "garbage") return send_garbage();
    if (behaviour_ == "oversized") return send_header(0xFFFFFFFFU);
    if (behaviour_ == "half-frame-exit") {
      send_header(100);
      std::exit(4);
    }
    if (behaviour_ == "close-socket") {
      stream_.close();
      sleep_forever();
    }
    if (behaviour_ == "grandchild-abort") {
      start_grandchild();
      std::abort();
    }
    if (behaviour_ == "lost-event") say(messages::Event::Kind::lost, "the GPU was reset");
    if (behaviour_ == "lost-exit") {
      say(messages::Event::Kind::lost, "the GPU was reset");
      std::exit(1);
    }
    return fail_as_told(request.id);
  }

  bool fail_as_told(std::uint32_t id) {
    static const std::map<std::string, Failure::Kind> kKinds{{"fail-protocol", Failure::Kind::protocol},
                                                             {"fail-unsupported", Failure::Kind::unsupported},
                                                             {"fail-validation", Failure::Kind::validation},
                                                             {"fail-out-of-memory", Failure::Kind::out_of_memory},
                                                             {"fail-lost", Failure::Kind::lost},
                                                             {"fail-deadline", Failure::Kind::deadline},
                                                             {"fail-internal", Failure::Kind::internal}};
    const auto kind = kKinds.find(behaviour_);
    if (kind == kKinds.end()) return false;
    refuse(id, kind->second, "as told");
    return true;
  }

  void distort(messages::Answer& answer) {
    if (behaviour_ == "wrong-id") answer.id += 7;
    if (behaviour_ == "wrong-kind") answer.body = messages::Sha256Answer{.hex = std::string(64, '0')};
    if (behaviour_ == "other-version") std::get<messages::HelloAnswer>(answer.body).protocol = 2;
    if (behaviour_ == "fewer-slots") std::get<messages::RunAnswer>(answer.body).submissions.at(0).slots.pop_back();
    if (behaviour_ == "late") ::poll(nullptr, 0, 60'000);
  }

  /// In one write, so that whoever has the answer has the half frame too.
  [[noreturn]] void send_half_a_frame_behind(const messages::Answer& answer) {
    const auto frame = messages::encode(messages::FromEngine(answer));
    if (!frame) ::_exit(6);
    auto bytes = *messages::to_bytes(*frame);
    const std::size_t half = bytes.size() / 2;
    bytes.insert(bytes.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(half));
    send_bytes(bytes);
    sleep_forever();
  }
  /// In one write, because each of its own would be a switch to the host and back.
  void send_many_events() {
    messages::Blob all;
    for (int i = 0; i < 3000; ++i) {
      const auto frame = messages::encode(messages::FromEngine(messages::Event{.text = std::to_string(i)}));
      if (!frame) ::_exit(6);
      const auto bytes = *messages::to_bytes(*frame);
      all.insert(all.end(), bytes.begin(), bytes.end());
    }
    send_bytes(all);
  }
  void flood_output() {
    const std::string lines(1U << 20U, 'f');
    for (int i = 0; i < 100; ++i) std::fwrite(lines.data(), 1, lines.size(), stdout);
    std::puts("");
    std::puts("the end of the flood");
    std::fflush(stdout);
  }
  bool send_garbage() {
    send_bytes(std::as_bytes(std::span("HTTP/1.1 200 OK\r\n\r\n", 19)));
    return true;
  }
  bool send_header(std::uint32_t json_bytes) {
    std::array<std::byte, 10> bytes{};
    for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<std::byte>(json_bytes >> (8 * i));
    send_bytes(bytes);
    return true;
  }
  void start_grandchild() {
    const pid_t pid = ::fork();
    if (pid == 0) sleep_forever();  // with the socket and the output open
    say(messages::Event::Kind::log, std::to_string(pid));
  }

  host::Stream stream_ = host::Stream::adopt(host::Process::kChannelDescriptor);
  messages::FrameReader reader_{};
  FakeEngine engine_{};
  std::string behaviour_ = setting("ASSAY_FAKE_WORKER", "");
  std::string at_ = setting("ASSAY_FAKE_AT", "run");
};

}  // namespace

int main() { FakeWorker().serve(); }
