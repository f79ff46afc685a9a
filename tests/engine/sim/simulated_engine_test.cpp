// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/simulated_engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "lower/helpers.hpp"
#include "lower/reference.hpp"

namespace assay::engine::sim {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::uint64_t kWords = 1000;
constexpr const char* kUser =
    "@group(0) @binding(0) var<storage, read> input: array<u32>;\n"
    "@group(0) @binding(1) var<storage, read_write> output: array<u32>;\n"
    "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }\n";

std::vector<std::uint32_t> words_in(const messages::Blob& blob) {
  std::vector<std::uint32_t> words(blob.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), blob.data(), words.size() * 4);
  return words;
}

/// An opened engine with short ways to say what tests say often. Every step must succeed.
class OnSimulatedEngine : public ::testing::Test {
 protected:
  void start(const Nuisances& nuisances = {}, std::uint64_t process = 0) {
    engine = std::make_unique<SimulatedEngine>(nuisances, process, std::make_shared<DigestMemo>());
    ASSERT_TRUE(engine->open({}));
  }
  void allocate(messages::AllocationId id, std::uint64_t words) {
    const auto answer = engine->allocate({.allocations = {{.id = id, .bytes = 4 * words}}});
    ASSERT_TRUE(answer) << sentence(answer.error());
    ASSERT_TRUE(answer->out_of_memory.empty());
  }
  void write(messages::AllocationId id, const std::vector<std::uint32_t>& words) {
    messages::Blob blob(words.size() * 4);
    std::memcpy(blob.data(), words.data(), blob.size());
    ASSERT_TRUE(engine->write({.allocation = id, .data = blob}));
  }
  std::vector<std::uint32_t> read(messages::AllocationId id, std::uint64_t words) {
    const auto blob = engine->read({.allocation = id, .offset = 0, .bytes = 4 * words});
    EXPECT_TRUE(blob);
    return blob ? words_in(*blob) : std::vector<std::uint32_t>{};
  }
  void compile(const messages::KernelSource& source) {
    const auto answer = engine->kernels({.kernels = {source}});
    ASSERT_TRUE(answer) << sentence(answer.error());
    ASSERT_FALSE(answer->kernels.front().failure) << answer->kernels.front().failure->message;
  }
  void add(messages::Track track) {
    const auto added = engine->track(track);
    ASSERT_TRUE(added) << sentence(added.error());
  }
  messages::RunAnswer run(std::vector<messages::Slot> slots) {
    const auto answer = engine->run({.submissions = {{.slots = std::move(slots)}}});
    EXPECT_TRUE(answer) << sentence(answer.error());
    return answer ? *answer : messages::RunAnswer{};
  }
  /// A stamped pass of `groups` workgroups of a user's kernel, over input (role 0) and output (role 1).
  static messages::Track user_track(messages::TrackId id, messages::KernelId kernel, std::uint32_t groups) {
    messages::TrackDispatch dispatch{
        .kernel = kernel,
        .bindings = {{.binding = 0, .role = 0, .size = 4 * kWords}, {.binding = 1, .role = 1, .size = 4 * kWords}},
        .groups = std::array<std::uint32_t, 3>{groups, 1, 1}};
    messages::Track track{.id = id, .roles = 2};
    track.ops.emplace_back(messages::PassOp{.stamped = true, .dispatches = {std::move(dispatch)}});
    return track;
  }
  /// Kernel 1 with these directives, allocations 1 (input) and 2 (output), track 1.
  void user(const std::string& directives, std::uint32_t groups = 100) {
    compile({.id = 1, .label = "user.wgsl", .wgsl = "// sim: " + directives + "\n" + kUser});
    allocate(1, kWords);
    allocate(2, kWords);
    add(user_track(1, 1, groups));
  }
  static std::uint64_t span(const messages::RunAnswer& answer, std::size_t slot = 0) {
    const auto& stamps = answer.submissions.at(0).slots.at(slot).stamps;
    return stamps.at(1) - stamps.at(0);
  }

  std::unique_ptr<SimulatedEngine> engine{};
  const messages::Slot user_slot{.track = 1, .roles = {1, 2}};
};

TEST_F(OnSimulatedEngine, FillsDigestsAndComparesLikeTheReference) {
  start();
  compile(lower::helper_source(lower::Helper::fill, 1));
  compile(lower::helper_source(lower::Helper::digest, 2));
  compile(lower::helper_source(lower::Helper::compare, 3));
  for (messages::AllocationId id = 1; id <= 2; ++id) allocate(id, kWords);
  for (messages::AllocationId id = 3; id <= 6; ++id) allocate(id, lower::kParameterWords);
  const auto poison = lower::poison_parameters(9, true);
  write(3, {poison.begin(), poison.end()});
  const auto digest = lower::digest_parameters();
  write(4, {digest.begin(), digest.end()});
  const auto compare = lower::compare_parameters(plan::ElementType::u32);
  write(5, {compare.begin(), compare.end()});
  add(lower::fill_track(1, 1, kWords));
  add(lower::digest_track(2, 2, kWords));
  add(lower::compare_track(3, 3, kWords));

  run({{.track = 1, .roles = {1, 3}}, {.track = 1, .roles = {2, 3}}, {.track = 2, .roles = {1, 4, 6}}});
  auto expected = lower::reference_fill(poison, kWords);
  EXPECT_EQ(read(1, kWords), expected);
  const auto lanes = lower::reference_digest(expected);
  EXPECT_EQ(read(6, 4), std::vector<std::uint32_t>(lanes.begin(), lanes.end()));

  expected[17] += 5;
  write(2, expected);
  run({{.track = 3, .roles = {1, 2, 5, 6}}});
  EXPECT_EQ(read(6, 3), (std::vector<std::uint32_t>{17, 1, 5}));
}

TEST_F(OnSimulatedEngine, TheSpacerTakesTimeForEachStepAndLeavesItsLastValue) {
  start({.noise = 0});
  compile(lower::helper_source(lower::Helper::spacer, 1));
  auto track = lower::spacer_track(1, 1);
  for (auto& op : track.ops) {
    if (auto* pass = std::get_if<messages::PassOp>(&op)) pass->stamped = true;
  }
  add(track);
  std::vector<std::uint64_t> spans;
  for (const std::uint32_t steps : {0U, 10000U, 20000U}) {
    const auto parameters = lower::spacer_parameters(steps);
    allocate(10 + steps, lower::kParameterWords);
    allocate(11 + steps, 1);
    write(10 + steps, {parameters.begin(), parameters.end()});
    spans.push_back(span(run({{.track = 1, .roles = {10 + steps, 11 + steps}}})));
    EXPECT_EQ(read(11 + steps, 1).front(), lower::reference_spacer(parameters));
  }
  EXPECT_NEAR(static_cast<double>(spans[2] - spans[1]), static_cast<double>(spans[1] - spans[0]), 2);
}

TEST_F(OnSimulatedEngine, AUsersKernelTakesItsGroupsTimesItsTimeTimesItsTrials) {
  start({.noise = 0});
  user("time=1.5", 100);
  EXPECT_NEAR(static_cast<double>(span(run({user_slot}))), 150e3, 2);
  messages::Slot slot = user_slot;
  slot.trials = 4;
  EXPECT_NEAR(static_cast<double>(span(run({slot}))), 600e3, 2);
}

TEST_F(OnSimulatedEngine, DifferentKernelsWriteEqualBytesUnlessToldOtherwise) {
  std::vector<std::vector<std::uint32_t>> outputs;
  for (const std::string directives : {"time=1", "time=7", "wrong=17", "partial=50%", "skip", "random"}) {
    start();
    user(directives);
    run({user_slot});
    outputs.push_back(read(2, kWords));
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < kWords; ++i) differing += outputs[0][i] == outputs[2][i] ? 0 : 1;
  EXPECT_EQ(differing, 1U);
  EXPECT_NE(outputs[0][17], outputs[2][17]);
  const std::vector<std::uint32_t> half(outputs[3].begin(), outputs[3].begin() + kWords / 2);
  EXPECT_TRUE(std::equal(half.begin(), half.end(), outputs[0].begin()));
  EXPECT_EQ(outputs[3].back(), 0U);
  EXPECT_THAT(outputs[4], testing::Each(0U));
  EXPECT_NE(outputs[5], outputs[0]);
}

TEST_F(OnSimulatedEngine, GoesWrongAfterTheStatedExecutions) {
  start();
  user("wrong-after=2");
  run({user_slot, user_slot});
  const auto right = read(2, kWords);
  run({user_slot});
  EXPECT_NE(read(2, kWords), right);
}

TEST_F(OnSimulatedEngine, SumsItsInputWhereItIsTold) {
  start();
  user("sum");
  write(1, std::vector<std::uint32_t>(kWords, 3));
  run({user_slot});
  EXPECT_EQ(read(2, 2), (std::vector<std::uint32_t>{3 * kWords, 0}));
}

TEST_F(OnSimulatedEngine, AnUnknownDirectiveDoesNotCompile) {
  start();
  const auto answer = engine->kernels({.kernels = {{.id = 1, .wgsl = std::string("\n  // sim: tiem=2\n") + kUser}}});
  ASSERT_TRUE(answer);
  ASSERT_TRUE(answer->kernels.front().failure);
  EXPECT_EQ(answer->kernels.front().failure->line, 2U);
  EXPECT_EQ(answer->kernels.front().failure->column, 3U);
  EXPECT_THAT(answer->kernels.front().failure->message, AllOf(HasSubstr("'tiem=2'"), HasSubstr("time=FACTOR")));
}

TEST_F(OnSimulatedEngine, HostTimesSurroundTheStamps) {
  start();
  user("time=1");
  const auto answer = run({user_slot, user_slot});
  const auto& submission = answer.submissions.front();
  EXPECT_LT(submission.encode_ns, submission.submit_ns);
  EXPECT_LT(submission.done_ns, submission.mapped_ns);
  EXPECT_LT(span(answer, 0) + span(answer, 1), submission.done_ns - submission.submit_ns);
  EXPECT_LT(submission.slots[0].stamps[1], submission.slots[1].stamps[0]);
}

TEST_F(OnSimulatedEngine, TheSameProcessAlwaysReadsTheSameAndTheNextOneDoesNot) {
  std::vector<std::uint64_t> spans;
  for (const std::uint64_t process : {0U, 0U, 1U}) {
    start(rough(), process);
    user("time=1");
    spans.push_back(span(run({user_slot})));
  }
  EXPECT_EQ(spans[0], spans[1]);
  EXPECT_NE(spans[0], spans[2]);
}

TEST_F(OnSimulatedEngine, ALauncherStartsOneProcessAfterTheOther) {
  const auto launch = launcher(rough());
  for (int i = 0; i < 2; ++i) {
    auto launched = launch();
    ASSERT_TRUE(launched);
    EXPECT_EQ((*launched)->identity().engine, "sim");
    EXPECT_THAT((*launched)->identity().version, HasSubstr("drift=5%"));
  }
}

TEST_F(OnSimulatedEngine, ALostDeviceFailsEveryLaterCallTheSameWay) {
  start({.lost_after_ns = 5e6});
  user("time=1", 2000);
  Expected<messages::RunAnswer> answer = messages::RunAnswer{};
  for (int i = 0; i < 4 && answer; ++i) answer = engine->run({.submissions = {{.slots = {user_slot}}}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::broken_run);
  EXPECT_THAT(sentence(answer.error()), HasSubstr("the device was lost"));
  const auto later = engine->read({.allocation = 1, .offset = 0, .bytes = 4});
  ASSERT_FALSE(later);
  EXPECT_EQ(sentence(later.error()), sentence(answer.error()));
  const auto events = engine->take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events.front().kind, messages::Event::Kind::lost);
}

TEST_F(OnSimulatedEngine, WorkLongerThanItsDeadlineIsAHang) {
  start();
  user("time=1000000", 1000);
  const auto answer = engine->run({.deadline_ms = 100, .submissions = {{.slots = {user_slot}}}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, Fault::broken_run);
  EXPECT_THAT(sentence(answer.error()), AllOf(HasSubstr("did not complete"), HasSubstr("100 ms")));
}

TEST_F(OnSimulatedEngine, T03_APassWithoutADispatchReadsZeros) {
  start();
  messages::Track track{.id = 1, .roles = 0};
  track.ops.emplace_back(messages::PassOp{.stamped = true});
  add(track);
  EXPECT_EQ(run({{.track = 1}}).submissions[0].slots[0].stamps, (std::vector<std::uint64_t>{0, 0}));
}

TEST_F(OnSimulatedEngine, RefusesWhatIsMalformed) {
  start();
  user("time=1");
  const auto run_of = [&](const messages::Slot& slot) { return engine->run({.submissions = {{.slots = {slot}}}}); };
  for (const auto& slot :
       {messages::Slot{.track = 9, .roles = {1, 2}}, messages::Slot{.track = 1, .roles = {1}},
        messages::Slot{.track = 1, .roles = {1, 9}}, messages::Slot{.track = 1, .roles = {1, 2}, .trials = 0}}) {
    const auto answer = run_of(slot);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().fault, Fault::internal);
  }
  EXPECT_FALSE(engine->read({.allocation = 1, .offset = 4 * kWords, .bytes = 4}));
  EXPECT_FALSE(engine->allocate({.allocations = {{.id = 1, .bytes = 4}}}));
  EXPECT_FALSE(engine->release({.allocations = {77}}));
  EXPECT_FALSE(engine->track(user_track(2, 42, 1)));
}

TEST_F(OnSimulatedEngine, SaysWhichAllocationsDoNotFit) {
  start({.memory_bytes = 1000});
  const auto answer = engine->allocate({.allocations = {{.id = 1, .bytes = 600}, {.id = 2, .bytes = 600}}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->out_of_memory, std::vector<messages::AllocationId>{2});
}

TEST_F(OnSimulatedEngine, OpensNothingThatItDoesNotHave) {
  SimulatedEngine fresh({}, 0, std::make_shared<DigestMemo>());
  for (const auto& wish : {messages::Open{.adapter = "GeForce"}, messages::Open{.features = {"telepathy"}},
                           messages::Open{.limits = {{"maxBufferSize", UINT64_MAX}}}}) {
    const auto answer = fresh.open(wish);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().fault, Fault::unfit);
  }
  EXPECT_FALSE(fresh.allocate({})) << "nothing was opened";
}

TEST_F(OnSimulatedEngine, Sha256IsOfTheBytesThatAreRead) {
  start();
  allocate(1, 1);
  const auto hash = engine->sha256({.allocation = 1, .offset = 0, .bytes = 4});
  ASSERT_TRUE(hash);
  EXPECT_EQ(*hash, "df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119");  // of four zero bytes
}

}  // namespace
}  // namespace assay::engine::sim
