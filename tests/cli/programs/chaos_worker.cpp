// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stands in for assay-worker: the simulated device behind the messages, until a fault strikes. ASSAY_CHAOS=KIND@N
/// says which and at the how-many-th request (of KIND = no-stamps at the first run with stamps behind it), or for KIND
/// = killed after how many microseconds. ASSAY_CHAOS_NOTES names the file that tells afterwards what happened.
#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/programs/serve_requests.hpp"
#include "engine/remote/request_name.hpp"
#include "engine/sim/simulated_engine.hpp"
#include "host/process.hpp"
#include "host/stream.hpp"
#include "messages/codec.hpp"

namespace {

using namespace assay;
using engine::sleep_forever;
using namespace std::chrono_literals;
using messages::AnswerBody;
using messages::Failure;

constexpr auto kPatience = 60s;

void note(const std::string& line) {
  const char* name = std::getenv("ASSAY_CHAOS_NOTES");
  if (name == nullptr) return;
  if (std::FILE* file = std::fopen(name, "a")) {
    std::fputs((line + "\n").c_str(), file);
    std::fclose(file);
  }
}

/// The simulated device as a worker would host it.
class Hosted {
 public:
  AnswerBody answer(const messages::RequestBody& body) {
    return std::visit([this](const auto& request) { return reply(request); }, body);
  }

 private:
  template <class Body>
  static AnswerBody body_of(Expected<Body> outcome) {
    if (outcome) return std::move(*outcome);
    return Failure{.kind = Failure::Kind::internal, .what = sentence(outcome.error())};
  }
  static AnswerBody body_of(const Expected<void>& outcome) {
    if (outcome) return messages::Done{};
    return Failure{.kind = Failure::Kind::internal, .what = sentence(outcome.error())};
  }
  AnswerBody reply(const messages::Hello&) {
    auto identity = engine_.identity();
    identity.pid = ::getpid();
    return identity;
  }
  AnswerBody reply(const messages::Open& wish) { return body_of(engine_.open(wish)); }
  AnswerBody reply(const messages::Kernels& wish) { return body_of(engine_.kernels(wish)); }
  AnswerBody reply(const messages::Allocate& wish) { return body_of(engine_.allocate(wish)); }
  AnswerBody reply(const messages::Release& wish) { return body_of(engine_.release(wish)); }
  AnswerBody reply(const messages::Track& track) { return body_of(engine_.track(track)); }
  AnswerBody reply(const messages::Run& run) { return body_of(engine_.run(run)); }
  AnswerBody reply(const messages::Read& wish) {
    auto bytes = engine_.read(wish);
    if (!bytes) return body_of(Expected<void>(fail(bytes.error())));
    return messages::ReadAnswer{.data = std::move(*bytes)};
  }
  AnswerBody reply(const messages::Write& wish) { return body_of(engine_.write(wish)); }
  AnswerBody reply(const messages::Sha256& wish) {
    auto hex = engine_.sha256(wish);
    if (!hex) return body_of(Expected<void>(fail(hex.error())));
    return messages::Sha256Answer{.hex = std::move(*hex)};
  }
  AnswerBody reply(const messages::Close&) { return messages::Done{}; }

  engine::sim::SimulatedEngine engine_{{}, 0, std::make_shared<engine::sim::DigestMemo>()};
};

class ChaosWorker {
 public:
  ChaosWorker() {
    const char* text = std::getenv("ASSAY_CHAOS");
    const std::string_view wish = text != nullptr ? text : "";
    const auto at = wish.find('@');
    if (at == std::string_view::npos) return;
    kind_ = wish.substr(0, at);
    std::from_chars(wish.data() + at + 1, wish.data() + wish.size(), moment_);
    random_.seed(moment_);
    if (kind_ == "killed") kill_later();
  }

  [[noreturn]] void serve() {
    note(fmt::format("worker {}", ::getpid()));
    engine::serve_requests(stream_, reader_, kPatience, [this](const messages::Request& request) { treat(request); });
  }

 private:
  /// At any instant: between two requests, inside one, in the middle of a write.
  void kill_later() const {
    std::signal(SIGALRM, [](int) { ::kill(::getpid(), SIGKILL); });
    const itimerval after{.it_interval = {},
                          .it_value = {.tv_sec = static_cast<time_t>(moment_ / 1000000),
                                       .tv_usec = static_cast<suseconds_t>(moment_ % 1000000)}};
    ::setitimer(ITIMER_REAL, &after, nullptr);
  }

  void send_bytes(std::span<const std::byte> bytes) {
    if (!stream_.write_all(bytes, host::Deadline::after(kPatience))) ::_exit(7);
  }
  static messages::Blob bytes_of(const messages::FromEngine& message) {
    const auto frame = messages::encode(message);
    if (!frame) ::_exit(6);
    return *messages::to_bytes(*frame);
  }
  void send(const messages::FromEngine& message) { send_bytes(bytes_of(message)); }

  void treat(const messages::Request& request) {
    const std::string_view name = engine::request_name(request.body);
    messages::Answer answer{.id = request.id, .body = hosted_.answer(request.body)};
    // Some waits are of minutes by design, for slow starts and slow compilers: silence comes after them.
    const bool later = is_silent() && (name == "hello" || name == "kernels");
    const bool elsewhere = kind_ == "no-stamps" && !has_stamps(answer.body);
    if (kind_ != "killed" && ++requests_ >= moment_ && !later && !elsewhere) {
      if (is_lie()) {
        if (lie(answer.body) && !std::exchange(struck_, true)) note(fmt::format("struck {}", name));
      } else if (!std::exchange(struck_, true)) {
        note(fmt::format("struck {}", name));
        strike(answer);
      }
    }
    send(answer);
  }

  [[nodiscard]] bool is_silent() const {
    constexpr std::array<std::string_view, 6> kSilent{"hang",  "flood-output",  "flood-events",
                                                      "beats", "truncate-hang", "grandchild-hang"};
    return std::find(kSilent.begin(), kSilent.end(), kind_) != kSilent.end();
  }
  [[nodiscard]] static bool has_stamps(const AnswerBody& body) {
    const auto* run = std::get_if<messages::RunAnswer>(&body);
    return run != nullptr && std::any_of(run->submissions.begin(), run->submissions.end(), [](const auto& submission) {
             return std::any_of(submission.slots.begin(), submission.slots.end(),
                                [](const auto& slot) { return !slot.stamps.empty(); });
           });
  }
  [[nodiscard]] bool is_lie() const { return kind_.starts_with("lie-"); }

  /// Does not return, or changes the answer.
  void strike(messages::Answer& answer) {
    strike_dead();
    flood();
    break_message(answer);
    if (kind_ == "wrong-id") answer.id += 1 + static_cast<std::uint32_t>(random_() % 9);
    if (kind_ == "wrong-kind") answer.body = other_kind(answer.body);
    if (kind_ == "lost") send(messages::Event{.kind = messages::Event::Kind::lost, .text = "the GPU was reset"});
    if (kind_.starts_with("refuse-") || kind_ == "no-stamps") refuse(answer);
  }

  void strike_dead() const {
    if (kind_ == "hang") sleep_forever();
    if (kind_ == "exit") ::_exit(3);
    if (kind_ == "abort") {
      std::fputs("thread 'main' panicked\n", stderr);
      std::signal(SIGABRT, SIG_DFL);
      std::abort();
    }
    if (kind_ != "grandchild-hang") return;
    const pid_t child = ::fork();
    if (child == 0) sleep_forever();  // with the socket and the output open
    note(fmt::format("grandchild {}", child));
    sleep_forever();
  }

  void flood() {
    const std::string many(1U << 16U, 'f');
    while (kind_ == "flood-output") std::fwrite(many.data(), 1, many.size(), stdout);
    while (kind_ == "flood-events") send(messages::Event{.text = many.substr(0, 1000)});
    while (kind_ == "beats") send(messages::Beat{});
  }

  void break_message(const messages::Answer& answer) {
    if (kind_ == "garbage") {
      messages::Blob bytes(64 + random_() % 4096);
      for (auto& byte : bytes) byte = static_cast<std::byte>(random_());
      send_bytes(bytes);
      sleep_forever();
    }
    if (kind_ == "oversized") {
      send_bytes(messages::Blob(8, std::byte{0xFF}));
      sleep_forever();
    }
    if (!kind_.starts_with("truncate")) return;
    const auto whole = bytes_of(answer);
    send_bytes(std::span(whole).first(1 + random_() % (whole.size() - 1)));
    if (kind_ == "truncate") ::_exit(4);
    sleep_forever();
  }

  static AnswerBody other_kind(const AnswerBody& body) {
    if (std::holds_alternative<messages::Sha256Answer>(body)) return messages::Done{};
    return messages::Sha256Answer{.hex = std::string(64, '0')};
  }

  /// From the moment on, every answer that says what the lie is about; true: this one did.
  bool lie(AnswerBody& body) {
    if (auto* run = std::get_if<messages::RunAnswer>(&body)) return lie_of_run(*run);
    auto* read = std::get_if<messages::ReadAnswer>(&body);
    if (read == nullptr || read->data.empty()) return false;
    if (kind_ == "lie-bytes") invert(read->data);
    if (kind_ == "lie-less") read->data.pop_back();
    return kind_ == "lie-bytes" || kind_ == "lie-less";
  }
  bool lie_of_run(messages::RunAnswer& run) {
    if (kind_ == "lie-bytes") invert(run.reads);
    if (kind_ == "lie-less" && !run.submissions.empty()) run.submissions.pop_back();
    for (auto& submission : run.submissions) {
      if (kind_ == "lie-times") {
        submission.encode_ns = random_();
        submission.submit_ns = random_();
        submission.done_ns = random_();
        submission.mapped_ns = random_();
      }
      if (kind_ != "lie-stamps") continue;
      for (auto& slot : submission.slots) {
        for (auto& stamp : slot.stamps) stamp = random_();
      }
    }
    return kind_ != "lie-bytes" || !run.reads.empty();
  }
  static void invert(messages::Blob& bytes) {
    for (auto& byte : bytes) byte = ~byte;
  }

  void refuse(messages::Answer& answer) const {
    constexpr std::array<std::pair<std::string_view, Failure::Kind>, 8> kKinds{
        {{"no-stamps", Failure::Kind::validation},
         {"refuse-protocol", Failure::Kind::protocol},
         {"refuse-unsupported", Failure::Kind::unsupported},
         {"refuse-validation", Failure::Kind::validation},
         {"refuse-memory", Failure::Kind::out_of_memory},
         {"refuse-lost", Failure::Kind::lost},
         {"refuse-deadline", Failure::Kind::deadline},
         {"refuse-internal", Failure::Kind::internal}}};
    for (const auto& [name, kind] : kKinds) {
      if (name == kind_) answer.body = Failure{.kind = kind, .what = "as the chaos worker was told"};
    }
  }

  host::Stream stream_ = host::Stream::adopt(host::Process::kChannelDescriptor);
  messages::FrameReader reader_{};
  Hosted hosted_{};
  std::string kind_{};
  std::uint64_t moment_ = 0;
  std::uint64_t requests_ = 0;
  bool struck_ = false;
  std::mt19937_64 random_{};
};

}  // namespace

int main() { ChaosWorker().serve(); }
