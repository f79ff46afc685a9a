// SPDX-License-Identifier: Apache-2.0
#include "host/posix/spawn.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <array>
#include <csignal>

namespace assay::host::posix {
namespace {

// exec takes milliseconds; a program on a file system that hangs must not hang us.
constexpr std::chrono::seconds kLongestExec{10};

// Room for a chatty driver between two looks of the host: with the usual 64 KiB a flood of 100 MB means 1,600 switches
// between the two processes, which took a minute on a busy machine.
[[maybe_unused]] constexpr int kOutputPipeBytes = 1 << 20;

struct Pair {
  Descriptor ours{}, childs{};
};

/// The child's ends are moved above the numbers that the child will use itself (0 to 3), so that no dup2 in it can
/// close what a later one needs.
bool raise_above_standard(Descriptor& descriptor) {
  if (descriptor.get() > Process::kChannelDescriptor) return true;
  const int raised = ::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, Process::kChannelDescriptor + 1);
  if (raised < 0) return false;
  descriptor.reset(raised);
  return true;
}

bool open_pipe(Pair& pair) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pair.ours.reset(ends[0]);
  pair.childs.reset(ends[1]);
  return raise_above_standard(pair.childs);
}

bool open_socket_pair(Pair& pair) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
  pair.ours.reset(ends[0]);
  pair.childs.reset(ends[1]);
  return raise_above_standard(pair.childs);
}

/// Everything that the child needs, as plain pointers and numbers: between fork and exec nothing may allocate.
struct Prepared {
  const char* program = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  int null_input = -1, output = -1, channel = -1, exec_status = -1;
  pid_t parent = -1;
  sigset_t parent_signals{};
};

[[noreturn]] void report_and_exit(int exec_status) {
  const int error_number = errno;
  const ssize_t written = ::write(exec_status, &error_number, sizeof error_number);
  ::_exit(written < 0 ? 126 : 127);
}

[[noreturn]] void become(const Prepared& child) {
  ::setsid();
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have died before the line above took effect.
  if (::getppid() != child.parent) ::_exit(126);
#endif
  // Handlers would reach the parent's interrupt flag through shared descriptors; ignored signals would survive exec.
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGCHLD, SIGUSR1, SIGUSR2}) {
    ::signal(number, SIG_DFL);
  }
  ::sigprocmask(SIG_SETMASK, &child.parent_signals, nullptr);
  if (::dup2(child.null_input, STDIN_FILENO) < 0 || ::dup2(child.output, STDOUT_FILENO) < 0 ||
      ::dup2(child.output, STDERR_FILENO) < 0) {
    report_and_exit(child.exec_status);
  }
  if (child.channel >= 0 && ::dup2(child.channel, Process::kChannelDescriptor) < 0) report_and_exit(child.exec_status);
#ifdef SYS_close_range
  // Also what other libraries of this process opened without close-on-exec. 4: CLOSE_RANGE_CLOEXEC, Linux 5.11.
  ::syscall(SYS_close_range, child.channel >= 0 ? 4U : 3U, ~0U, 4U);
#endif
  ::execve(child.program, child.arguments, child.environment);
  report_and_exit(child.exec_status);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (auto& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

Unexpected cannot_start(const SpawnOptions& options, const std::string& why) {
  return fail({.fault = Fault::internal,
               .what = "cannot start the program",
               .value = why,
               .where = options.program.string(),
               .advice = "check that it is there and may be run, and that memory and processes are left"});
}

/// Waits until exec closed its end of the pipe (0), or for the error number that the child sent.
int exec_result(int descriptor) {
  pollfd watched{descriptor, POLLIN, 0};
  const auto deadline = Deadline::after(kLongestExec);
  while (!deadline.passed()) {
    if (::poll(&watched, 1, static_cast<int>(deadline.remaining().count())) <= 0) continue;
    int error_number = 0;
    const ssize_t count = retry([&] { return ::read(descriptor, &error_number, sizeof error_number); });
    return count == static_cast<ssize_t>(sizeof error_number) ? error_number : 0;
  }
  return ETIMEDOUT;
}

int open_pidfd([[maybe_unused]] pid_t pid) {
#ifdef SYS_pidfd_open
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
#else
  return -1;
#endif
}

pid_t fork_with_signals_blocked(Prepared& child) {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &child.parent_signals);
  const pid_t pid = ::fork();
  if (pid == 0) become(child);
  const int fork_error = errno;
  ::pthread_sigmask(SIG_SETMASK, &child.parent_signals, nullptr);
  errno = fork_error;
  return pid;
}

}  // namespace

Expected<Spawned> spawn(const SpawnOptions& options) {
  const std::string program = options.program.string();
  std::vector<std::string> argument_texts{program};
  argument_texts.insert(argument_texts.end(), options.arguments.begin(), options.arguments.end());
  std::vector<std::string> environment_texts;
  for (const auto& [name, value] : options.environment) environment_texts.push_back(name + "=" + value);
  const std::vector<char*> arguments = pointers(argument_texts);
  const std::vector<char*> environment = pointers(environment_texts);

  Pair output, channel, exec_status;
  Descriptor null_input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null_input.is_open() || !raise_above_standard(null_input) || !open_pipe(output) || !open_pipe(exec_status) ||
      (options.channel && !open_socket_pair(channel))) {
    return cannot_start(options, reason());
  }
  Prepared child;
  child.program = program.c_str();
  child.arguments = arguments.data();
  child.environment = environment.data();
  child.null_input = null_input.get();
  child.output = output.childs.get();
  child.channel = channel.childs.get();
  child.exec_status = exec_status.childs.get();
  child.parent = ::getpid();
  const pid_t pid = fork_with_signals_blocked(child);
  if (pid < 0) return cannot_start(options, reason());
  exec_status.childs.reset();

  if (const int error_number = exec_result(exec_status.ours.get()); error_number != 0) {
    ::kill(pid, SIGKILL);
    retry([&] { return ::waitpid(pid, nullptr, 0); });
    return cannot_start(options, reason(error_number));
  }
  ::fcntl(output.ours.get(), F_SETFL, O_NONBLOCK);
#ifdef F_SETPIPE_SZ
  // Refused where the user's pipes are at their limit; the usual size serves too.
  ::fcntl(output.ours.get(), F_SETPIPE_SZ, kOutputPipeBytes);
#endif
  return Spawned{.pid = pid,
                 .output = std::move(output.ours),
                 .channel = std::move(channel.ours),
                 .pidfd = Descriptor(open_pidfd(pid))};
}

}  // namespace assay::host::posix
