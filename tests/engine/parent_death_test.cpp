// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <charconv>

#include "host/process.hpp"
#include "host/test_process.hpp"

namespace assay::engine {
namespace {

using namespace std::chrono_literals;
using host::Deadline;

TEST(ParentDeath, KillingTheHostLeavesNoWorker) {
  // So that the orphan becomes this process's child and its end can be told for certain.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const std::string programs = ASSAY_TEST_PROGRAMS;
  auto parent = host::Process::spawn({.program = programs + "/middle_parent",
                                      .arguments = {programs + "/fake_worker"},
                                      .environment = host::current_environment(),
                                      .channel = false});
  ASSERT_TRUE(parent);
  std::string line;
  for (const auto deadline = Deadline::after(30s); line.empty() && !deadline.passed();) {
    EXPECT_EQ(parent->wait(false, Deadline::after(1ms)), host::Process::Woke::deadline);
    line = parent->last_words().last_lines(1);
  }
  pid_t worker = 0;
  std::from_chars(line.data(), line.data() + line.size(), worker);
  ASSERT_GT(worker, 0) << line;
  // Only the one process: a group kill would be the host's own doing.
  ::kill(static_cast<pid_t>(parent->pid()), SIGKILL);
  // Its channel closes before its children are given away: a worker that is quick would still be its child.
  ASSERT_TRUE(parent->wait_for_end(Deadline::after(20s)));
  EXPECT_TRUE(host::ends_before(worker, Deadline::after(20s)));
  int status = 0;
  EXPECT_EQ(::waitpid(worker, &status, 0), worker);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

}  // namespace
}  // namespace assay::engine
