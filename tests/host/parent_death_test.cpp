// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <array>

#include "host/process.hpp"
#include "host/test_process.hpp"

namespace assay::host {
namespace {

using namespace std::chrono_literals;

TEST(ParentDeath, AKilledParentLeavesNoChild) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  // So that the orphan becomes this process's child and its end can be told for certain.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t parent = ::fork();
  if (parent == 0) {
    auto child = Process::spawn({.program = "/bin/sh", .arguments = {"-c", "trap '' TERM INT HUP; sleep 1000 & wait"}});
    const long number = child ? child->pid() : 0;
    if (::write(ends[1], &number, sizeof number) < 0) ::_exit(1);
    while (true) ::pause();
  }
  long child = 0;
  ASSERT_EQ(::read(ends[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  ASSERT_GT(child, 0);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  EXPECT_TRUE(ends_before(child, Deadline::after(20s)));
  int status = 0;
  EXPECT_EQ(::waitpid(static_cast<pid_t>(child), &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  ::kill(static_cast<pid_t>(-child), SIGKILL);  // the shell's own sleep, which no kernel rule covers
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace assay::host
