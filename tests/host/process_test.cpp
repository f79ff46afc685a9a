// SPDX-License-Identifier: Apache-2.0
#include "host/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "host/interrupt.hpp"
#include "host/test_process.hpp"

namespace assay::host {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Optional;

SpawnOptions shell(const std::string& script) {
  return {.program = "/bin/sh", .arguments = {"-c", script}, .environment = current_environment()};
}

Process spawned(const std::string& script) {
  auto process = Process::spawn(shell(script));
  EXPECT_TRUE(process) << sentence(process.error());
  return std::move(*process);
}

/// The first line that the child writes to its channel.
std::string line_from(Process& process) {
  std::string line;
  std::array<std::byte, 1> byte{};
  while (true) {
    const auto got = process.channel().read(byte, Deadline::after(20s));
    if (!got || got->closed || static_cast<char>(byte[0]) == '\n') return line;
    line += static_cast<char>(byte[0]);
  }
}

TEST(Process, TellsTheExitCode) {
  EXPECT_THAT(spawned("exit 3").wait_for_end(Deadline::after(20s)), Optional(Ending{Ending::Kind::exited, 3}));
  EXPECT_EQ(description({Ending::Kind::exited, 3}), "exited with code 3");
}

TEST(Process, TellsTheSignal) {
  const auto ending = spawned("kill -ABRT $$").wait_for_end(Deadline::after(20s));
  EXPECT_THAT(ending, Optional(Ending{Ending::Kind::signalled, SIGABRT}));
  EXPECT_EQ(description(*ending), "was ended by signal 6 (aborted)");
}

TEST(Process, CollectsBothOutputsInOrder) {
  auto process = spawned("echo out; echo err >&2; echo out again");
  EXPECT_TRUE(process.wait_for_end(Deadline::after(20s)));
  EXPECT_EQ(process.last_words().text(), "out\nerr\nout again\n");
}

TEST(Process, AFloodOfOutputNeitherBlocksTheChildNorGrows) {
  auto process = spawned("echo begin; head -c 100000000 /dev/zero; echo end");
  EXPECT_THAT(process.wait_for_end(Deadline::after(60s)), Optional(Ending{Ending::Kind::exited, 0}));
  EXPECT_GT(process.last_words().total_bytes(), 100'000'000U);
  EXPECT_LT(process.last_words().text().size(), 70'000U);
  EXPECT_EQ(process.last_words().last_lines(1), "end");
}

TEST(Process, AWaitEndsAtItsDeadlineAndTheChildGoesOn) {
  auto process = spawned("sleep 1000");
  EXPECT_EQ(process.wait_for_end(Deadline::after(10ms)), std::nullopt);
  EXPECT_EQ(process.wait(false, Deadline::after(10ms)), Process::Woke::deadline);
  EXPECT_TRUE(runs(process.pid()));
}

TEST(Process, KillEndsTheWholeGroupAndLeavesNoZombie) {
  auto process = spawned("sleep 1000 & echo $! >&3; wait");
  const long grandchild = std::stol(line_from(process));
  EXPECT_TRUE(runs(grandchild));
  EXPECT_EQ(process.kill(), (Ending{Ending::Kind::signalled, SIGKILL}));
  EXPECT_TRUE(is_gone(process.pid()));
  EXPECT_TRUE(ends_before(grandchild, Deadline::after(20s)));
  EXPECT_EQ(process.kill(), (Ending{Ending::Kind::signalled, SIGKILL})) << "a second kill tells the same";
}

TEST(Process, AGrandchildThatHoldsTheOutputOpenDoesNotOutliveItsParent) {
  auto process = spawned("sleep 1000 & echo $! >&3; exit 0");
  const long grandchild = std::stol(line_from(process));
  EXPECT_THAT(process.wait_for_end(Deadline::after(20s)), Optional(Ending{Ending::Kind::exited, 0}));
  EXPECT_TRUE(ends_before(grandchild, Deadline::after(20s)));
}

TEST(Process, TheDestructorLeavesNothing) {
  long pid = 0;
  {
    auto process = spawned("sleep 1000");
    pid = process.pid();
  }
  EXPECT_TRUE(is_gone(pid));
}

TEST(Process, AssigningOverARunningProcessLeavesNothing) {
  auto process = spawned("sleep 1000");
  const long pid = process.pid();
  process = spawned("sleep 1000");
  EXPECT_TRUE(is_gone(pid));
  EXPECT_TRUE(runs(process.pid()));
}

TEST(Process, AProgramThatIsNotThereIsASentence) {
  const auto process = Process::spawn({.program = "/nowhere/assay-worker"});
  ASSERT_FALSE(process);
  EXPECT_THAT(sentence(process.error()), HasSubstr("/nowhere/assay-worker: cannot start the program"));
  EXPECT_THAT(sentence(process.error()), HasSubstr("No such file or directory"));
}

TEST(Process, AFileThatIsNoProgramIsASentence) {
  const auto process = Process::spawn({.program = "/etc/passwd"});
  ASSERT_FALSE(process);
  EXPECT_EQ(process.error().value, "Permission denied");
}

TEST(Process, GivesTheChildExactlyTheEnvironmentTold) {
  auto process = Process::spawn({.program = "/bin/sh",
                                 .arguments = {"-c", "echo \"$GREETING,$HOME\" >&3"},
                                 .environment = {{"GREETING", "good day = fine"}}});
  ASSERT_TRUE(process);
  EXPECT_EQ(line_from(*process), "good day = fine,");
}

TEST(Process, LeadsASessionOfItsOwn) {
  auto process = spawned("echo >&3; sleep 1000");
  line_from(process);
  const auto pid = static_cast<pid_t>(process.pid());
  EXPECT_EQ(::getsid(pid), pid);
  EXPECT_EQ(::getpgid(pid), pid);
}

TEST(Process, InheritsNoDescriptorBesidesTheChannel) {
  const int leaked = ::dup(STDERR_FILENO);  // without close-on-exec
  auto process = spawned("ls /proc/self/fd | wc -l >&3");
  // 0, 1 (the pipe to wc), 2, 3 and the folder that ls reads.
  EXPECT_EQ(std::stoi(line_from(process)), 5);
  ::close(leaked);
}

TEST(Process, AMissingChannelIsNotThereInTheChildEither) {
  auto options = shell("echo >&3");
  options.channel = false;
  auto process = Process::spawn(options);
  ASSERT_TRUE(process);
  EXPECT_FALSE(process->channel().is_open());
  EXPECT_TRUE(process->wait_for_end(Deadline::after(20s)));
  EXPECT_THAT(process->last_words().text(), HasSubstr("Bad file descriptor"));
}

TEST(Process, AnInterruptEndsItsWaitsAtOnce) {
  watch_interrupts();
  auto process = spawned("sleep 1000");
  ::raise(SIGINT);
  EXPECT_TRUE(interrupted());
  EXPECT_EQ(process.wait(false, Deadline::after(1h)), Process::Woke::interrupted);
  EXPECT_EQ(process.wait_for_end(Deadline::after(1h)), std::nullopt);
  forget_interrupt();
  EXPECT_EQ(process.wait(false, Deadline::after(1ms)), Process::Woke::deadline);
}

TEST(Interrupt, ASecondSignalEndsTheProcess) {
  EXPECT_EXIT(
      {
        watch_interrupts();
        ::raise(SIGTERM);
        if (!interrupted()) ::_exit(1);
        ::raise(SIGTERM);
        ::_exit(2);
      },
      testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace assay::host
