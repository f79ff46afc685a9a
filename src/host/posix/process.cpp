// SPDX-License-Identifier: Apache-2.0
#include "host/process.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>

#include "host/interrupt.hpp"
#include "host/posix/descriptor.hpp"
#include "host/posix/spawn.hpp"

namespace assay::host {
namespace {

using posix::retry;

// SIGKILL works at once unless the process is inside a driver that does not return.
constexpr std::chrono::seconds kLongestKill{5};
// Where there is no pidfd, an end is noticed after at most this.
constexpr std::chrono::milliseconds kEndCheck{20};
// Output taken in one turn: a child that prints without end must not keep us from looking at the deadline.
constexpr std::size_t kMostOutputPerTurn = 1U << 20U;

}  // namespace

struct Process::State {
  pid_t pid = -1;
  posix::Descriptor output{};
  posix::Descriptor pidfd{};
  Stream channel{};
  LastWords last_words{};
  std::optional<Ending> ending{};  ///< set: reaped, its number may belong to somebody else

  void collect_output();
  bool has_ended() const;
  void poll_once(short channel_events, Deadline deadline, bool& channel_ready);
  Ending reap(std::chrono::milliseconds patience);
};

void Process::State::collect_output() {
  std::array<char, 1U << 16U> bytes{};
  for (std::size_t taken = 0; output.is_open() && taken < kMostOutputPerTurn;) {
    const ssize_t count = retry([&] { return ::read(output.get(), bytes.data(), bytes.size()); });
    if (count > 0) {
      last_words.append(std::string_view(bytes.data(), static_cast<std::size_t>(count)));
      taken += static_cast<std::size_t>(count);
      continue;
    }
    if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) output.reset();
    return;
  }
}

/// Looks without reaping: the zombie keeps the number of the group reserved until the group was killed.
bool Process::State::has_ended() const {
  if (ending && ending->kind != Ending::Kind::unkillable) return true;
  siginfo_t info{};
  const int result = retry([&] { return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT); });
  return result != 0 || info.si_pid != 0;
}

void Process::State::poll_once(short channel_events, Deadline deadline, bool& channel_ready) {
  std::array<pollfd, 4> watched{pollfd{channel_events != 0 ? channel.descriptor() : -1, channel_events, 0},
                                pollfd{output.get(), POLLIN, 0}, pollfd{pidfd.get(), POLLIN, 0},
                                pollfd{posix::interrupt_descriptor(), POLLIN, 0}};
  auto wait = deadline.remaining();
  if (!pidfd.is_open()) wait = std::min(wait, kEndCheck);
  const int count = ::poll(watched.data(), watched.size(), static_cast<int>(wait.count()));
  channel_ready = count > 0 && watched[0].revents != 0;
  if (count > 0 && watched[1].revents != 0) collect_output();
}

/// After a SIGKILL to the group. A process that does not go in time is left to the system.
Ending Process::State::reap(std::chrono::milliseconds patience) {
  const auto deadline = Deadline::after(patience);
  while (!has_ended() && !deadline.passed()) {
    pollfd watched{pidfd.get(), POLLIN, 0};
    const auto wait = pidfd.is_open() ? deadline.remaining() : kEndCheck;
    ::poll(&watched, 1, static_cast<int>(wait.count()));
  }
  if (!has_ended()) return Ending{.kind = Ending::Kind::unkillable};
  int status = 0;
  if (retry([&] { return ::waitpid(pid, &status, 0); }) != pid) return Ending{.kind = Ending::Kind::unknown};
  if (WIFSIGNALED(status)) return Ending{.kind = Ending::Kind::signalled, .number = WTERMSIG(status)};
  return Ending{.kind = Ending::Kind::exited, .number = WEXITSTATUS(status)};
}

Process::Process(std::unique_ptr<State> state) : state_(std::move(state)) {}
Process::Process(Process&&) noexcept = default;

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    if (state_) kill();
    state_ = std::move(other.state_);
  }
  return *this;
}

Process::~Process() {
  if (state_) kill();
}

Expected<Process> Process::spawn(const SpawnOptions& options) {
  auto spawned = posix::spawn(options);
  if (!spawned) return tl::make_unexpected(spawned.error());
  auto state = std::make_unique<State>();
  state->pid = spawned->pid;
  state->output = std::move(spawned->output);
  state->pidfd = std::move(spawned->pidfd);
  if (spawned->channel.is_open()) state->channel = Stream::adopt(spawned->channel.release());
  return Process(std::move(state));
}

std::int64_t Process::pid() const { return state_->pid; }
Stream& Process::channel() { return state_->channel; }
const LastWords& Process::last_words() const { return state_->last_words; }

Process::Woke Process::wait(bool for_writing, Deadline deadline) {
  const auto events = static_cast<short>(for_writing ? POLLIN | POLLOUT : POLLIN);
  while (true) {
    bool channel_ready = false;
    state_->poll_once(events, deadline, channel_ready);
    if (channel_ready) return Woke::channel;
    if (state_->has_ended()) return Woke::ended;
    if (interrupted()) return Woke::interrupted;
    if (deadline.passed()) return Woke::deadline;
  }
}

std::optional<Ending> Process::wait_for_end(Deadline deadline) {
  while (!state_->has_ended()) {
    if (interrupted() || deadline.passed()) return std::nullopt;
    bool ignored = false;
    state_->poll_once(0, deadline, ignored);
  }
  return kill();
}

Ending Process::kill() {
  const bool again = state_->ending.has_value();
  if (again && state_->ending->kind != Ending::Kind::unkillable) return *state_->ending;
  ::kill(-state_->pid, SIGKILL);
  state_->ending = state_->reap(again ? std::chrono::milliseconds(0) : kLongestKill);
  state_->collect_output();
  state_->output.reset();
  state_->channel.close();
  return *state_->ending;
}

}  // namespace assay::host
