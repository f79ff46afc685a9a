// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/remote_engine.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <vector>

#include "engine/fake_worker.hpp"
#include "engine/remote/undead.hpp"
#include "host/test_process.hpp"

namespace assay::engine {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(RemoteEngine, AsksAndIsAnswered) {
  const auto engine = launched("");
  EXPECT_EQ(engine->identity().engine, "fake");
  const auto opened = engine->open({});
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->adapters.at(opened->chosen).name, "Fake adapter");
  const auto kernels = engine->kernels({.kernels = {{.id = 4}, {.id = 9}}});
  ASSERT_TRUE(kernels);
  EXPECT_EQ(kernels->kernels.at(1).id, 9U);
  tell_track(*engine);
  const auto run = engine->run(small_run());
  ASSERT_TRUE(run) << sentence(run.error());
  EXPECT_EQ(run->submissions.at(0).slots.at(1).stamps.size(), 2U);
  EXPECT_TRUE(engine->release({.allocations = {1}}));
  EXPECT_EQ(engine->sha256({})->size(), 64U);
}

TEST(RemoteEngine, CarriesMoreThanOneMessageCanBothWays) {
  const auto engine = launched("");
  constexpr std::size_t kBytes = messages::kMostBlobBytes + 4;
  ASSERT_TRUE(engine->allocate({.allocations = {{.id = 1, .bytes = kBytes + 8}}}));
  messages::Blob data(kBytes);
  for (std::size_t i = 0; i < data.size(); i += 61) data[i] = static_cast<std::byte>(i * 31U >> 3U);
  ASSERT_TRUE(engine->write({.allocation = 1, .offset = 8, .data = data}));
  const auto back = engine->read({.allocation = 1, .offset = 8, .bytes = kBytes});
  ASSERT_TRUE(back);
  EXPECT_TRUE(*back == data);
}

TEST(RemoteEngine, ReadsAndWritesNothingAsAsked) {
  const auto engine = launched("");
  ASSERT_TRUE(engine->allocate({.allocations = {{.id = 1, .bytes = 4}}}));
  EXPECT_TRUE(engine->write({.allocation = 1}));
  EXPECT_TRUE(engine->read({.allocation = 1})->empty());
}

TEST(RemoteEngine, ClosingLeavesNoProcessAndMayBeRepeated) {
  const auto engine = launched("");
  engine->close();
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
  engine->close();
  const auto after = engine->open({});
  ASSERT_FALSE(after);
  EXPECT_EQ(after.error().fault, Fault::internal);
}

TEST(RemoteEngine, ClosingAnEngineThatDoesNotLetGoIsBounded) {
  auto options = fake_worker("hang", "close");
  options.deadlines.close = 50ms;
  const auto engine = launched(options);
  engine->close();
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

TEST(RemoteEngine, T16_KeepsTheNewestThousandEventsAndCountsTheRest) {
  const auto engine = launched("many-events");
  tell_track(*engine);
  ASSERT_TRUE(engine->run(small_run()));
  const auto events = engine->take_events();
  ASSERT_EQ(events.size(), EventLog::kMostEvents + 1);
  EXPECT_THAT(events.front().text, HasSubstr("2000 older events were dropped"));
  EXPECT_EQ(events.back().text, "2999");
  EXPECT_TRUE(engine->take_events().empty());
}

struct Refusal {
  const char* behaviour;
  Fault fault;
};
class RefusalByAnEngine : public testing::TestWithParam<Refusal> {};

TEST_P(RefusalByAnEngine, LeavesItUsable) {
  const auto engine = launched(GetParam().behaviour);
  const Error error = error_of_run(*engine);
  EXPECT_EQ(error.fault, GetParam().fault);
  EXPECT_THAT(error.what, HasSubstr("as told"));
  EXPECT_EQ(error.where, "message 'run'");
  EXPECT_TRUE(engine->open({}));
}

INSTANTIATE_TEST_SUITE_P(ByKind, RefusalByAnEngine,
                         testing::Values(Refusal{"fail-unsupported", Fault::unfit},
                                         Refusal{"fail-validation", Fault::bad_input},
                                         Refusal{"fail-out-of-memory", Fault::unfit}),
                         [](const auto& parameter) {
                           std::string name = parameter.param.behaviour;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

class BreakByAnEngine : public testing::TestWithParam<Refusal> {};

TEST_P(BreakByAnEngine, EndsIt) {
  const auto engine = launched(GetParam().behaviour);
  const Error error = error_of_run(*engine);
  EXPECT_EQ(error.fault, GetParam().fault);
  EXPECT_EQ(sentence(engine->open({}).error()), sentence(error));
  EXPECT_TRUE(host::is_gone(engine->identity().pid));
}

INSTANTIATE_TEST_SUITE_P(ByKind, BreakByAnEngine,
                         testing::Values(Refusal{"fail-lost", Fault::broken_run},
                                         Refusal{"fail-deadline", Fault::broken_run},
                                         Refusal{"fail-internal", Fault::broken_run},
                                         Refusal{"fail-protocol", Fault::internal}),
                         [](const auto& parameter) {
                           std::string name = parameter.param.behaviour;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(LaunchNative, RefusesAnotherVersionOfTheMessages) {
  const auto engine = launch_native(fake_worker("other-version", "hello"));
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::bad_input);
  EXPECT_THAT(sentence(engine.error()), HasSubstr("another version of the messages (found 2; allowed: 1)"));
}

TEST(LaunchNative, AGreetingThatIsNotUnderstoodIsAnotherEditionAndNoFaultOfOurs) {
  const auto engine = launch_native(fake_worker("fail-protocol", "hello"));
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::bad_input);
  EXPECT_THAT(engine.error().what, HasSubstr("does not understand this program's greeting"));
  EXPECT_THAT(engine.error().value, HasSubstr("as told"));
}

TEST(LaunchNative, StartsNoFurtherWorkerBehindOneThatCannotBeKilled) {
  bool gone = false;
  remember({.pid = 4711, .gone = [&gone] { return gone; }});
  const auto engine = launch_native(fake_worker(""));
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::broken_run);
  EXPECT_THAT(sentence(engine.error()), HasSubstr("process 4711"));
  gone = true;
  EXPECT_TRUE(launch_native(fake_worker("")));
}

TEST(LaunchNative, TellsTheWorkerToGiveUpBeforeItsHostDoes) {
  for (const auto host : {100ms, 1000ms, 30000ms, 3600000ms}) {
    EXPECT_LT(messages::engine_patience(host), host);
    EXPECT_GE(messages::engine_patience(host), host * 4 / 5);
  }
  EXPECT_EQ(messages::engine_patience(messages::kAnswerPatience), 25s);
}

TEST(RemoteEngine, GivesEachKernelADeadlineOfItsOwnAndNotTheirSum) {
  auto options = fake_worker("hang", "kernels");
  options.deadlines.kernel = 50ms;
  const auto engine = launched(options);
  const auto kernels = engine->kernels({.kernels = std::vector<messages::KernelSource>(1000)});
  ASSERT_FALSE(kernels);
  EXPECT_EQ(kernels.error().limit, "50 ms");
  EXPECT_EQ(kernels.error().advice, "use a simpler kernel, or a longer --deadline");
  EXPECT_FALSE(engine->kernels({})) << "the engine is gone";
}

TEST(RemoteEngine, EveryWaitFollowsTheDeadlineThatTheUserGives) {
  const Deadlines given = deadlines_for(2s);
  EXPECT_EQ(given.hello, 2s);
  EXPECT_EQ(given.answer, 2s);
  EXPECT_EQ(given.kernel, 4s);
  const Deadlines usual, thirty = deadlines_for(30s);
  EXPECT_EQ(thirty.hello, usual.hello);
  EXPECT_EQ(thirty.answer, usual.answer);
  EXPECT_EQ(thirty.kernel, usual.kernel);
  EXPECT_EQ(usual.kernel, 60s) << "some software drivers compile slowly";
}

TEST(LaunchNative, AGreetingThatDoesNotComeIsBoundedByTheDeadline) {
  auto options = fake_worker("hang", "hello");
  options.deadlines = deadlines_for(50ms);
  const auto engine = launch_native(options);
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::broken_run);
  EXPECT_EQ(engine.error().limit, "50 ms");
  EXPECT_THAT(engine.error().advice, HasSubstr("a longer --deadline"));
}

TEST(LaunchNative, ASystemWithoutAnotherOpenFileIsNoFaultOfOurs) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{.rlim_cur = 3, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto engine = launch_native(fake_worker(""));
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::broken_run);
  EXPECT_THAT(engine.error().value, HasSubstr("open files"));
  EXPECT_THAT(engine.error().advice, HasSubstr("ulimit -n"));
}

TEST(RemoteEngine, WaitsLongerForTheDigestOfMoreBytes) {
  auto options = fake_worker("hang", "sha256");
  options.deadlines.answer = 20ms;
  const auto engine = launched(options);
  const auto digest = engine->sha256({.bytes = 30 * 32768});
  ASSERT_FALSE(digest);
  EXPECT_EQ(digest.error().limit, "50 ms");
}

TEST(LaunchNative, ALibraryOfAnotherEngineThanTheOneAskedForIsBadInput) {
  auto options = fake_worker("");
  options.kind = NativeKind::dawn;
  const auto engine = launch_native(options);
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::bad_input);
  EXPECT_THAT(sentence(engine.error()), HasSubstr("another engine's (found fake; allowed: dawn)"));
}

TEST(LaunchNative, ALibraryThatTheWorkerCannotUseIsBadInput) {
  const auto engine = launch_native(fake_worker("fail-unsupported", "hello"));
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::bad_input);
}

TEST(LaunchNative, NamesALibraryThatIsNotThere) {
  auto options = fake_worker("");
  options.library = "/nowhere/libwgpu_native.so";
  const auto engine = launch_native(options);
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::bad_input);
  EXPECT_THAT(sentence(engine.error()), HasSubstr("/nowhere/libwgpu_native.so: there is no engine library"));
}

TEST(LaunchNative, NamesAWorkerThatIsNotThere) {
  auto options = fake_worker("");
  options.worker = "/nowhere/assay-worker";
  const auto engine = launch_native(options);
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().fault, Fault::internal);
  EXPECT_THAT(sentence(engine.error()), HasSubstr("/nowhere/assay-worker: there is no worker program"));
}

}  // namespace
}  // namespace assay::engine
