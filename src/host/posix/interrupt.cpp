// SPDX-License-Identifier: Apache-2.0
#include "host/interrupt.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>

#include "host/posix/descriptor.hpp"

namespace assay::host {
namespace {

// Process-wide because a signal handler can reach nothing else. The pipe holds at most one unread byte while the flag
// is up, so a poll that starts after the signal still returns at once.
std::atomic<bool> flag{false};
std::atomic<int> wake_read{-1};
std::atomic<int> wake_write{-1};
bool watching = false;

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void raise_flag() {
  if (flag.exchange(true)) return;
  const int descriptor = wake_write.load();
  const char byte = 1;
  if (descriptor >= 0 && ::write(descriptor, &byte, 1) < 0) return;  // the flag alone still ends the next wait
}

extern "C" void on_signal(int) {
  const int saved = errno;
  raise_flag();
  errno = saved;
}

void open_pipe() {
  if (wake_read.load() >= 0) return;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  wake_read = ends[0];
  wake_write = ends[1];
}

void arm_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;  // NOLINT: a union member of POSIX
  // The handler is for once: whoever asks a second time must not wait for an orderly end.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGHUP, &action, nullptr);  // a closed terminal or a lost connection ends a run as orderly as Ctrl-C
}

}  // namespace

void watch_interrupts() {
  open_pipe();
  arm_signals();
  watching = true;
}

bool interrupted() { return flag.load(); }

void interrupt() { raise_flag(); }

void forget_interrupt() {
  char byte = 0;
  const int descriptor = wake_read.load();
  while (descriptor >= 0 && ::read(descriptor, &byte, 1) > 0) {
  }
  flag = false;
  if (watching) arm_signals();
}

int posix::interrupt_descriptor() { return wake_read.load(); }

}  // namespace assay::host
