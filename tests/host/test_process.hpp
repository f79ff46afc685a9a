// SPDX-License-Identifier: Apache-2.0
/// \file
/// What tests need to know of other processes.
#pragma once

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>

#include "host/deadline.hpp"

namespace assay::host {

/// Whether a process runs. A zombie that nobody has reaped yet does not.
inline bool runs(long pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string stat;
  if (!std::getline(file, stat)) return false;
  const auto after_name = stat.rfind(')');
  return after_name != std::string::npos && stat.compare(after_name, 3, ") Z") != 0;
}

/// Whether this process has a child of that number, a zombie included.
inline bool is_gone(long pid) { return ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH; }

/// Waits for the end of any process of this machine; false: it still runs at the deadline.
inline bool ends_before(long pid, Deadline deadline) {
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0));
  if (pidfd < 0) return !runs(pid);
  pollfd watched{pidfd, POLLIN, 0};
  while (runs(pid) && !deadline.passed()) ::poll(&watched, 1, static_cast<int>(deadline.remaining().count()));
  ::close(pidfd);
  return !runs(pid);
}

}  // namespace assay::host
