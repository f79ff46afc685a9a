// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "worker/on_lavapipe.hpp"
#include "worker/serve.hpp"

namespace assay::worker::test {
namespace {

using Death = OnLavapipe;

Start with_fault(const char* text) { return {.environment = {{"ASSAY_WORKER_FAULT", text}}}; }

TEST_P(Death, T04_WorkThatNeverCompletesIsToldAtItsDeadlineAndEndsTheProcess) {
  compile(1, kEndless);
  allocate(1, 64);
  define({.id = 1, .roles = 1, .ops = {count_pass(1, 64)}});
  const auto failure =
      expect_failure(worker->ask(messages::Run{.deadline_ms = 300, .submissions = {{{{.track = 1, .roles = {1}}}}}}),
                     Failure::Kind::deadline);
  EXPECT_EQ(failure.what, "submitted work did not complete in time");
  EXPECT_EQ(worker->wait_for_end().exit_code, static_cast<int>(Ending::past_deadline));
}

TEST_P(Death, AnInjectedCrashComesAtTheNthRun) {
  start(with_fault("crash@run:2"));
  run({});
  EXPECT_FALSE(worker->ask(messages::Run{.submissions = {{}}}));
  EXPECT_EQ(worker->wait_for_end().signal, SIGSEGV);
}

TEST_P(Death, AnInjectedAbortIsSigabrt) {
  start(with_fault("abort@run:1"));
  EXPECT_FALSE(worker->ask(messages::Run{.submissions = {{}}}));
  EXPECT_EQ(worker->wait_for_end().signal, SIGABRT);
}

TEST_P(Death, AnInjectedHangNeverAnswers) {
  start(with_fault("hang@run:1"));
  EXPECT_FALSE(worker->ask(messages::Run{.submissions = {{}}}, 200));
}

TEST_P(Death, T41_ALostDeviceIsToldOnceAsAnEventAndAtEveryRequest) {
  start(with_fault("lost@run:2"));
  run({});
  expect_failure(worker->ask(messages::Run{.submissions = {{}}}), Failure::Kind::lost);
  ASSERT_EQ(worker->events.size(), 1U);
  EXPECT_EQ(worker->events[0].kind, Event::Kind::lost);
  const auto later = expect_failure(worker->ask(Allocate{{{1, 4}}}), Failure::Kind::lost);
  EXPECT_FALSE(later.value.empty());
  EXPECT_EQ(worker->events.size(), 1U);
  expect<Done>(worker->ask(Close{}));
  EXPECT_EQ(worker->wait_for_end().exit_code, 0);
}

TEST_P(Death, AHungWorkerDiesWithItsHost) {
  // The host between us and the worker is killed; the worker hangs, so it cannot notice its closed socket.
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  const pid_t host = fork();
  ASSERT_GE(host, 0);
  if (host == 0) {
    WorkerProcess hung(with_fault("hang@open:1"));
    const auto hello = hung.ask(Hello{});
    const std::int64_t pid = hello ? std::get<HelloAnswer>(*hello).pid : 0;
    static_cast<void>(::write(pipe_ends[1], &pid, sizeof pid));
    hung.ask(Open{});
    _exit(0);
  }
  std::int64_t pid = 0;
  ASSERT_EQ(::read(pipe_ends[0], &pid, sizeof pid), static_cast<ssize_t>(sizeof pid));
  ASSERT_GT(pid, 0);
  const int hung = static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0));
  ASSERT_GE(hung, 0);
  kill(host, SIGKILL);
  waitpid(host, nullptr, 0);
  pollfd ended{hung, POLLIN, 0};
  EXPECT_EQ(poll(&ended, 1, 60000), 1) << "the worker outlived its host";
  for (const int descriptor : {hung, pipe_ends[0], pipe_ends[1]}) ::close(descriptor);
}

TEST_P(Death, AFaultThatIsNotUnderstoodEndsTheProcessAtOnce) {
  WorkerProcess fresh(with_fault("explode@run"));
  EXPECT_EQ(fresh.wait_for_end().exit_code, static_cast<int>(Ending::bad_arguments));
}

ASSAY_ON_EVERY_ENGINE(Death);

}  // namespace
}  // namespace assay::worker::test
