// SPDX-License-Identifier: Apache-2.0
// Every way in which an engine's process can go, and what the host says about it.
#include <gmock/gmock.h>

#include "engine/fake_worker.hpp"
#include "host/interrupt.hpp"
#include "host/test_process.hpp"

namespace assay::engine {
namespace {

using namespace std::chrono_literals;
using host::Deadline;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::uint64_t kShortDeadlineMs = 100;

TEST(WorkerDeath, AnAbortIsOneSentenceWithTheLastWords) {
  const auto engine = launched("abort");
  const Error error = error_of_run(*engine);
  EXPECT_EQ(error.fault, Fault::broken_run);
  EXPECT_EQ(error.what, "the engine's process was ended by signal 6 (aborted) during 'run'");
  EXPECT_EQ(error.value, "last words: thread 'main' panicked: no such queue");
  EXPECT_THAT(error.advice, testing::Not(IsEmpty()));
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST(WorkerDeath, AnExitTellsItsCode) {
  const Error error = error_of_run(*launched("exit"));
  EXPECT_EQ(error.fault, Fault::broken_run);
  EXPECT_EQ(error.what, "the engine's process exited with code 3 during 'run'");
  EXPECT_EQ(error.value, "last words: the driver gave up");
}

TEST(WorkerDeath, EveryLaterCallFailsTheSameWayAtOnce) {
  const auto engine = launched("abort");
  const Error first = error_of_run(*engine);
  EXPECT_EQ(sentence(engine->open({}).error()), sentence(first));
  EXPECT_EQ(sentence(engine->read({}).error()), sentence(first));
  EXPECT_EQ(sentence(engine->release({}).error()), sentence(first));
  engine->close();
  EXPECT_EQ(sentence(engine->sha256({}).error()), sentence(first));
}

TEST(WorkerDeath, T04_AHangIsKilledAtItsDeadline) {
  const auto engine = launched("hang");
  const Error error = error_of_run(*engine, kShortDeadlineMs);
  EXPECT_EQ(error.fault, Fault::broken_run);
  EXPECT_EQ(error.what, "the engine's process gave no answer during 'run' and was killed");
  EXPECT_EQ(error.limit, "100 ms");
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST(WorkerDeath, AnAnswerAfterTheDeadlineIsAHang) {
  EXPECT_THAT(error_of_run(*launched("late"), kShortDeadlineMs).what, HasSubstr("gave no answer"));
}

TEST(WorkerDeath, EventsAndBeatsDoNotProlongTheDeadline) {
  EXPECT_THAT(error_of_run(*launched("flood-events"), kShortDeadlineMs).what, HasSubstr("gave no answer"));
  EXPECT_THAT(error_of_run(*launched("beats"), kShortDeadlineMs).what, HasSubstr("gave no answer"));
}

TEST(WorkerDeath, OutputWithoutEndDoesNotProlongTheDeadline) {
  const Error error = error_of_run(*launched("flood-output-forever"), kShortDeadlineMs);
  EXPECT_THAT(error.what, HasSubstr("gave no answer"));
  EXPECT_LT(error.value.size(), 1000U);
}

TEST(WorkerDeath, AFloodOfOutputBeforeAnAnswerHurtsNobody) {
  const auto engine = launched("flood-output");
  tell_track(*engine);
  EXPECT_TRUE(engine->run(small_run()));
}

TEST(WorkerDeath, GarbageIsNoMessage) {
  const auto engine = launched("garbage");
  const Error error = error_of_run(*engine);
  EXPECT_EQ(error.fault, Fault::broken_run);
  EXPECT_THAT(error.what, StartsWith("the engine's process sent no message: "));
  EXPECT_THAT(error.what, EndsWith("during 'run' and was killed"));
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST(WorkerDeath, AnOversizedFrameIsRefusedByItsHeader) {
  const auto engine = launched("oversized");
  EXPECT_THAT(error_of_run(*engine).what, HasSubstr("sent no message"));
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST(WorkerDeath, HalfAMessageThenSilenceIsTold) {
  const Error error = error_of_run(*launched(fake_worker("half-frame-then-hang", "track")), kShortDeadlineMs);
  EXPECT_EQ(error.what, "the engine's process fell silent in the middle of a message during 'run' and was killed");
}

TEST(WorkerDeath, HalfAMessageThenTheEndIsTold) {
  const Error error = error_of_run(*launched("half-frame-exit"));
  EXPECT_EQ(error.what, "the engine's process exited with code 4 in the middle of a message during 'run'");
}

TEST(WorkerDeath, AnAnswerToAnotherRequestBreaksTheRun) {
  const Error error = error_of_run(*launched("wrong-id"));
  EXPECT_EQ(error.fault, Fault::broken_run);
  EXPECT_THAT(error.what, HasSubstr("answered request 10 in place of 3"));
}

TEST(WorkerDeath, AnAnswerOfAnotherKindBreaksTheRun) {
  EXPECT_THAT(error_of_run(*launched("wrong-kind")).what, HasSubstr("gave an answer of another kind"));
}

TEST(WorkerDeath, AnAnswerWithTooFewSlotsBreaksTheRun) {
  EXPECT_THAT(error_of_run(*launched("fewer-slots")).what, HasSubstr("answered with 1 slots where 2 were asked for"));
}

TEST(WorkerDeath, AClosedSocketOfARunningProcessIsAnEnd) {
  const auto engine = launched("close-socket");
  const Error error = error_of_run(*engine);
  EXPECT_THAT(error.what, HasSubstr("closed its connection, went on running, and was killed"));
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST(WorkerDeath, BetweenTwoRequestsIsToldByTheNext) {
  const auto engine = launched(fake_worker("die-after", "track"));
  tell_track(*engine);
  EXPECT_TRUE(host::ends_before(engine->identity().pid, Deadline::after(20s)));
  const auto answer = engine->run(small_run());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().what, "the engine's process exited with code 5 during 'run'");
}

TEST(WorkerDeath, WhileALargeRequestIsSentIsNoSignalAndNoHang) {
  const auto engine = launched(fake_worker("die-after", "allocate"));
  ASSERT_TRUE(engine->allocate({.allocations = {{.id = 1, .bytes = 64}}}));
  const auto written = engine->write({.allocation = 1, .data = messages::Blob(messages::kMostBlobBytes)});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().what, "the engine's process exited with code 5 during 'write'");
}

TEST(WorkerDeath, ALargeRequestThatNobodyTakesEndsAtItsDeadline) {
  auto options = fake_worker("hang", "release");
  options.deadlines.answer = 100ms;
  const auto engine = launched(options);
  // Two frames cannot be in flight, so the hang itself is what the larger request would meet.
  ASSERT_FALSE(engine->release({}));
  const auto written = engine->write({.allocation = 1, .data = messages::Blob(messages::kMostBlobBytes)});
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().what, HasSubstr("'release'"));
}

// The grandchild holds the socket open, so the parent's end brings no end of the stream.
TEST(GrandchildDeath, FollowsAnAbort) {
  const auto engine = launched("grandchild-abort");
  EXPECT_THAT(error_of_run(*engine).what, HasSubstr("aborted"));
  const auto events = engine->take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_TRUE(host::ends_before(std::stol(events[0].text), Deadline::after(20s)));
}

TEST(GrandchildDeath, FollowsAHang) {
  const auto engine = launched(fake_worker("grandchild-then-hang", "track"));
  EXPECT_THAT(error_of_run(*engine, kShortDeadlineMs).what, HasSubstr("gave no answer"));
  const auto events = engine->take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_TRUE(host::ends_before(std::stol(events[0].text), Deadline::after(20s)));
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST(WorkerDeath, AtHelloIsToldByTheLaunch) {
  const auto engine = launch_native(fake_worker("exit", "hello"));
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().what, "the engine's process exited with code 3 during 'hello'");
}

TEST(WorkerDeath, AHangAtHelloEndsTheLaunch) {
  auto options = fake_worker("hang", "hello");
  options.deadlines.hello = 100ms;
  const auto engine = launch_native(options);
  ASSERT_FALSE(engine);
  EXPECT_THAT(engine.error().what, HasSubstr("gave no answer during 'hello'"));
}

TEST(WorkerDeath, AnInterruptEndsTheRunAndTheWorker) {
  const auto engine = launched("hang");
  tell_track(*engine);
  host::interrupt();
  const auto answer = engine->run(small_run());
  host::forget_interrupt();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::interrupted);
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST(DeviceLoss, T41_AsAFailureBreaksTheRunAndNothingIsAskedOfTheDeviceAgain) {
  const auto engine = launched("fail-lost");
  const Error error = error_of_run(*engine);
  EXPECT_EQ(error.fault, Fault::broken_run);
  EXPECT_EQ(error.what, "the device was lost: as told");
  EXPECT_EQ(sentence(engine->open({}).error()), sentence(error));
}

TEST(DeviceLoss, ToldBeforeAnAnswerVoidsTheAnswer) {
  const auto engine = launched("lost-event");
  const Error error = error_of_run(*engine);
  EXPECT_EQ(error.fault, Fault::broken_run);
  EXPECT_EQ(error.what, "the device was lost: the GPU was reset");
  EXPECT_EQ(engine->take_events().size(), 1U);
}

TEST(DeviceLoss, IsTheReasonWhenTheProcessEndsBecauseOfIt) {
  EXPECT_EQ(error_of_run(*launched("lost-exit")).what, "the device was lost: the GPU was reset");
}

}  // namespace
}  // namespace assay::engine
