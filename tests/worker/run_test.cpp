// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "worker/on_lavapipe.hpp"

namespace assay::worker::test {
namespace {

using Words = std::vector<std::uint32_t>;
constexpr std::uint64_t kWords = 256;

class Running : public OnLavapipe {
 protected:
  void SetUp() override {
    OnLavapipe::SetUp();
    if (IsSkipped()) return;
    compile(1, kDouble);
    compile(2, kCount);
    allocate(1, kWords);
    allocate(2, kWords);
  }

  static void expect_alive(const SlotReading& slot, std::size_t passes) {
    ASSERT_EQ(slot.stamps.size(), 2 * passes);
    for (std::size_t pass = 0; pass < passes; ++pass) {
      EXPECT_GT(slot.stamps[2 * pass], 0U) << "pass " << pass;
      if (is_dawn()) {
        EXPECT_LE(slot.stamps[2 * pass], slot.stamps[2 * pass + 1]) << "pass " << pass << ", rounded to 65,536 ns";
      } else {
        EXPECT_LT(slot.stamps[2 * pass], slot.stamps[2 * pass + 1]) << "pass " << pass;
      }
      if (pass > 0) {
        EXPECT_LE(slot.stamps[2 * pass - 1], slot.stamps[2 * pass]) << "pass " << pass;
      }
    }
  }

  static TrackDispatch double_dispatch(std::uint32_t groups = kWords / 64) {
    return {.kernel = 1,
            .bindings = {{0, 0, 0, 0, kWords * 4}, {0, 1, 1, 0, kWords * 4}},
            .groups = std::array<std::uint32_t, 3>{groups, 1, 1}};
  }
};

TEST_P(Running, AKernelComputesAndItsPassIsStamped) {
  Words input(kWords);
  std::iota(input.begin(), input.end(), 10U);
  write(1, input);
  define({.id = 1, .roles = 2, .ops = {PassOp{.label = "double", .stamped = true, .dispatches = {double_dispatch()}}}});
  const auto answer = run({{.track = 1, .roles = {1, 2}}}, {{2, 0, 8}, {2, 1016, 8}, {1, 4, 4}});

  ASSERT_EQ(answer.submissions.size(), 1U);
  const auto& reading = answer.submissions[0];
  ASSERT_EQ(reading.slots.size(), 1U);
  expect_alive(reading.slots[0], 1);
  ASSERT_TRUE(reading.encoded_ns.has_value());
  EXPECT_LT(reading.encode_ns, *reading.encoded_ns);
  EXPECT_LT(*reading.encoded_ns, reading.submit_ns) << "between them lies the encoding of the read-back";
  ASSERT_TRUE(reading.submitted_ns.has_value());
  EXPECT_LE(reading.submit_ns, *reading.submitted_ns);
  EXPECT_LT(*reading.submitted_ns, reading.done_ns);
  EXPECT_LT(reading.done_ns, reading.mapped_ns);
  EXPECT_LT(reading.slots[0].stamps[1] - reading.slots[0].stamps[0],
            reading.done_ns - reading.encode_ns + (is_dawn() ? 65536 : 0))
      << "a span is shorter than the wall time round it (this driver's tick is 1 ns)";
  EXPECT_EQ(words_of(answer.reads), (Words{21, 23, 2 * 264 + 1, 2 * 265 + 1, 11}));
  for (auto& word : input) word = 2 * word + 1;
  EXPECT_EQ(read(2, kWords), input);
}

TEST_P(Running, TwentyPassesHaveTwentyPairsOfStampsInOrder) {
  Track track{.id = 1, .roles = 1};
  for (int pass = 0; pass < 20; ++pass) track.ops.emplace_back(count_pass(2, kWords));
  define(track);
  const auto answer = run({{.track = 1, .roles = {1}}});
  ASSERT_EQ(answer.submissions.size(), 1U);
  expect_alive(answer.submissions[0].slots.at(0), 20);
  EXPECT_EQ(read(1, kWords), Words(kWords, 20));
}

TEST_P(Running, AnEmptySubmissionIsTimedByTheHost) {
  const auto answer = run({});
  ASSERT_EQ(answer.submissions.size(), 1U);
  EXPECT_LT(answer.submissions[0].submit_ns, answer.submissions[0].done_ns);
  EXPECT_LT(answer.submissions[0].done_ns, answer.submissions[0].mapped_ns);
  EXPECT_TRUE(answer.submissions[0].slots.empty());
}

TEST_P(Running, AnEmptyPassIsStamped) {
  define({.id = 1, .ops = {PassOp{.label = "nothing", .stamped = true}}});
  const auto answer = run({{.track = 1}});
  ASSERT_EQ(answer.submissions.size(), 1U);
  EXPECT_EQ(answer.submissions[0].slots.at(0).stamps.size(), 2U);
}

TEST_P(Running, QueriesThatNothingWroteReadZeroWhereTheEngineSaysThatItAnswers) {
  const messages::Run wish{.submissions = {{}}, .unwritten_queries = 5};
  EXPECT_EQ(opened.resolves_unwritten, is_dawn());
  if (opened.resolves_unwritten) {
    EXPECT_EQ(expect<RunAnswer>(worker->ask(wish)).unwritten, std::vector<std::uint64_t>(5, 0));
  } else {
    EXPECT_EQ(expect<Failure>(worker->ask(wish)).kind, Failure::Kind::unsupported);
  }
  auto many = wish;
  many.unwritten_queries = kMostUnwritten + 1;
  EXPECT_EQ(expect<Failure>(worker->ask(many)).kind, Failure::Kind::protocol);
}

TEST_P(Running, SubmissionsFollowEachOtherAndKeepTheirStamps) {
  define({.id = 1, .roles = 1, .ops = {count_pass(2, kWords)}});
  const Slot slot{.track = 1, .roles = {1}};
  const auto answer = expect<RunAnswer>(worker->ask(messages::Run{.submissions = {{{slot}}, {{slot, slot}}}}));
  ASSERT_EQ(answer.submissions.size(), 2U);
  const auto& first = answer.submissions[0];
  const auto& second = answer.submissions[1];
  EXPECT_LE(second.encode_ns, first.submit_ns) << "all are encoded before the first is submitted";
  ASSERT_TRUE(first.encoded_ns.has_value());
  EXPECT_LE(*first.encoded_ns, second.encode_ns) << "each has an encoding of its own";
  EXPECT_LE(first.done_ns, second.submit_ns) << "the second waits until the first completed";
  ASSERT_EQ(second.slots.size(), 2U);
  expect_alive(first.slots.at(0), 1);
  expect_alive(second.slots[0], 1);
  expect_alive(second.slots[1], 1);
  EXPECT_LE(first.slots[0].stamps[1], second.slots[0].stamps[0]);
  EXPECT_LE(second.slots[0].stamps[1], second.slots[1].stamps[0]);
  EXPECT_EQ(first.mapped_ns, second.mapped_ns) << "both came back together, after the last submission";
  EXPECT_EQ(read(1, 1), Words{3});
}

TEST_P(Running, T15_MoreStampsThanOneQuerySetHoldsComeBackInTurns) {
  Track track{.id = 1, .roles = 1};
  for (int pass = 0; pass < 1500; ++pass) track.ops.emplace_back(count_pass(2, 64));
  define(track);
  const Slot slot{.track = 1, .roles = {1}};
  const auto answer = expect<RunAnswer>(worker->ask(messages::Run{.submissions = {{{slot}}, {{slot}}}}));
  ASSERT_EQ(answer.submissions.size(), 2U);
  expect_alive(answer.submissions[0].slots.at(0), 1500);
  expect_alive(answer.submissions[1].slots.at(0), 1500);
  EXPECT_LE(answer.submissions[0].slots[0].stamps.back(), answer.submissions[1].slots[0].stamps.front());
  EXPECT_LT(answer.submissions[0].mapped_ns, answer.submissions[1].submit_ns);
  EXPECT_LE(answer.submissions[1].encode_ns, answer.submissions[0].submit_ns);
}

TEST_P(Running, TrialsInsideShareOnePairOfStamps) {
  define({.id = 1, .roles = 1, .trials = Track::Trials::inside, .ops = {count_pass(2, kWords)}});
  const auto answer = run({{.track = 1, .roles = {1}, .trials = 9}});
  expect_alive(answer.submissions.at(0).slots.at(0), 1);
  EXPECT_EQ(read(1, kWords), Words(kWords, 9));
}

TEST_P(Running, TrialsAroundHaveStampsOfTheirOwnAndRepeatTheWholeList) {
  define({.id = 1,
          .roles = 2,
          .trials = Track::Trials::around,
          .ops = {FenceOp{.before = 0}, ClearOp{0, 0, 4}, count_pass(2, kWords), FenceOp{.after = 0}}});
  const auto answer = run({{.track = 1, .roles = {1, 2}, .trials = 9}});
  expect_alive(answer.submissions.at(0).slots.at(0), 9);
  auto counts = Words(kWords, 9);
  counts[0] = 1;  // cleared before every trial
  EXPECT_EQ(read(1, kWords), counts);
}

TEST_P(Running, OffsetsRotateFromTrialToTrial) {
  // Two data sets of 64 words, 256 bytes apart; five trials: the first set thrice, the second twice.
  define({.id = 1, .roles = 1, .ops = {count_pass(2, 64)}});
  run({{.track = 1, .roles = {1}, .trials = 5, .offsets = {{0, {0, 256}}}}});
  auto counts = Words(kWords, 0);
  std::fill_n(counts.begin(), 64, 3U);
  std::fill_n(counts.begin() + 64, 64, 2U);
  EXPECT_EQ(read(1, kWords), counts);
}

TEST_P(Running, ClearsAndCopiesTouchTheirRangesOnly) {
  write(1, Words(kWords, 5));
  write(2, Words(kWords, 6));
  define({.id = 1, .roles = 2, .ops = {ClearOp{0, 8, 16}, CopyOp{0, 1, 4, 400, 12}}});
  run({{.track = 1, .roles = {1, 2}}});
  EXPECT_EQ(read(1, 8), (Words{5, 5, 0, 0, 0, 0, 5, 5}));
  EXPECT_EQ(read(2, 5, 99), (Words{6, 5, 0, 0, 6}));
}

TEST_P(Running, AFenceOrdersSlotsOnDisjointBuffersAndChangesNoData) {
  Words input(kWords, 3);
  write(1, input);
  write(2, input);
  define({.id = 1, .roles = 1, .ops = {FenceOp{.before = 0}, count_pass(2, kWords), FenceOp{.after = 0}}});
  std::vector<Slot> slots;
  for (std::uint32_t i = 0; i < 16; ++i) slots.push_back({.track = 1, .roles = {1 + i % 2}});
  const auto answer = run(slots);
  const auto& readings = answer.submissions.at(0).slots;
  ASSERT_EQ(readings.size(), 16U);
  for (std::size_t i = 1; i < readings.size(); ++i) {
    EXPECT_LE(readings[i - 1].stamps.at(1), readings[i].stamps.at(0)) << "slot " << i;
  }
  EXPECT_EQ(read(1, kWords), Words(kWords, 11));
  EXPECT_EQ(read(2, kWords), Words(kWords, 11));
}

TEST_P(Running, AFenceBetweenOpsNeedsTrialsInside) {
  const std::vector<Op> ops = {count_pass(2, kWords), FenceOp{.after = 0, .before = 0}, count_pass(2, kWords)};
  define({.id = 1, .roles = 1, .trials = Track::Trials::inside, .ops = ops});
  const auto answer = run({{.track = 1, .roles = {1}, .trials = 3}});
  expect_alive(answer.submissions.at(0).slots.at(0), 2);
  EXPECT_EQ(read(1, kWords), Words(kWords, 6));
  expect_failure(worker->ask(Track{.id = 2, .roles = 1, .trials = Track::Trials::around, .ops = ops}),
                 Failure::Kind::protocol);
}

TEST_P(Running, AnIndirectDispatchTakesItsGroupsFromABuffer) {
  allocate(3, 8, Usage::indirect);
  write(3, {99, 2, 1, 1, 99, 99, 99, 99});
  auto pass = count_pass(2, kWords);
  pass.dispatches[0].groups = IndirectGroups{1, 4};
  define({.id = 1, .roles = 2, .ops = {pass}});
  run({{.track = 1, .roles = {1, 3}}});
  auto counts = Words(kWords, 0);
  std::fill_n(counts.begin(), 128, 1U);
  EXPECT_EQ(read(1, kWords), counts);
}

TEST_P(Running, TooManyWorkgroupsAreTheEnginesRefusalAndTheSessionGoesOn) {
  define({.id = 1, .roles = 2, .ops = {PassOp{.stamped = true, .dispatches = {double_dispatch(65536)}}}});
  const auto failure = expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = 1, .roles = {1, 2}}}}}}),
                                      Failure::Kind::validation);
  EXPECT_NE(failure.what.find("65535"), std::string::npos) << failure.what;
  define({.id = 2, .roles = 1, .ops = {count_pass(2, kWords)}});
  run({{.track = 2, .roles = {1}}});
  EXPECT_EQ(read(1, 1), Words{1});
}

TEST_P(Running, ARefusedSubmissionBehindAGoodOneLeavesNothingDone) {
  define({.id = 1, .roles = 1, .ops = {count_pass(2, kWords)}});
  define({.id = 2, .roles = 2, .ops = {PassOp{.stamped = true, .dispatches = {double_dispatch(65536)}}}});
  const Slot good{.track = 1, .roles = {1}}, refused{.track = 2, .roles = {1, 2}};
  expect_failure(worker->ask(messages::Run{.submissions = {{{good}}, {{refused}}}}), Failure::Kind::validation);
  EXPECT_EQ(read(1, kWords), Words(kWords, 0));
}

TEST_P(Running, BindingsThatDoNotFitTheKernelAreTheEnginesRefusal) {
  auto pass = count_pass(2, kWords);
  pass.dispatches[0].bindings[0].binding = 5;
  define({.id = 1, .roles = 1, .ops = {pass}});
  expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = 1, .roles = {1}}}}}}),
                 Failure::Kind::validation);
  pass.dispatches[0].bindings[0] = {3, 0, 0, 0, 64};
  define({.id = 2, .roles = 1, .ops = {pass}});
  expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = 2, .roles = {1}}}}}}),
                 Failure::Kind::validation);
  pass.dispatches[0].bindings[0] = {0, 0, 0, 4, 64};  // not aligned
  define({.id = 3, .roles = 1, .ops = {pass}});
  expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = 3, .roles = {1}}}}}}),
                 Failure::Kind::validation);
  pass.dispatches[0].bindings.clear();
  define({.id = 4, .roles = 1, .ops = {pass}});
  expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = 4, .roles = {1}}}}}}),
                 Failure::Kind::validation);
}

TEST_P(Running, ACopyWithinOneBufferIsTheEnginesRefusal) {
  define({.id = 1, .roles = 1, .ops = {CopyOp{0, 0, 0, 64, 16}}});
  expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = 1, .roles = {1}}}}}}),
                 Failure::Kind::validation);
}

TEST_P(Running, WhatDoesNotExistIsAProtocolFailureAndNothingRuns) {
  define({.id = 1, .roles = 1, .ops = {count_pass(2, kWords)}});
  define({.id = 2, .roles = 1, .ops = {count_pass(77, kWords)}});
  define({.id = 3, .roles = 1, .ops = {count_pass(2, kWords + 1)}});
  const Slot good{.track = 1, .roles = {1}};
  const std::vector<Slot> bad = {{.track = 9, .roles = {1}},
                                 {.track = 1, .roles = {99}},
                                 {.track = 1, .roles = {1, 2}},
                                 {.track = 1, .roles = {1}, .trials = 0},
                                 {.track = 1, .roles = {1}, .offsets = {{4, {0}}}},
                                 {.track = 1, .roles = {1}, .offsets = {{0, {}}}},
                                 {.track = 1, .roles = {1}, .offsets = {{0, {0xFFFFFFFFFFFFFF00U}}}},
                                 {.track = 2, .roles = {1}},
                                 {.track = 3, .roles = {1}},
                                 {.track = 1, .roles = {1}, .trials = 0xFFFFFFFFU}};
  for (std::size_t i = 0; i < bad.size(); ++i) {
    SCOPED_TRACE(i);
    expect_failure(worker->ask(messages::Run{.submissions = {{{good}}, {{bad[i]}}}}), Failure::Kind::protocol);
  }
  expect_failure(worker->ask(messages::Run{.submissions = {{{good}}}, .reads = {{1, 0, 9999}}}),
                 Failure::Kind::protocol);
  EXPECT_EQ(read(1, kWords), Words(kWords, 0));
  expect_failure(worker->ask(Track{.id = 5, .roles = 1, .ops = {CopyOp{0, 1, 0, 0, 4}}}), Failure::Kind::protocol);
  expect_failure(worker->ask(Track{.id = 1}), Failure::Kind::protocol);
}

TEST_P(Running, EmptyRangesAreAProtocolFailureAndTheSessionGoesOn) {
  auto empty_binding = count_pass(2, kWords);
  empty_binding.dispatches[0].bindings[0].size = 0;
  TrackId id = 1;
  for (const Op& op : std::vector<Op>{ClearOp{0, 8, 0}, CopyOp{0, 1, 0, 0, 0}, empty_binding}) {
    SCOPED_TRACE(id);
    define({.id = id, .roles = 2, .ops = {op}});
    const auto failure = expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = id, .roles = {1, 2}}}}}}),
                                        Failure::Kind::protocol);
    EXPECT_EQ(failure.limit, "at least 4 bytes");
    ++id;
  }
  define({.id = id, .roles = 1, .ops = {count_pass(2, kWords)}});
  run({{.track = id, .roles = {1}}});
  EXPECT_EQ(read(1, kWords), Words(kWords, 1));
}

TEST_P(Running, T15_MoreQueriesThanASetHoldsAreRefusedAndNeverDropped) {
  define({.id = 1, .roles = 1, .trials = Track::Trials::around, .ops = {count_pass(2, 64)}});
  const auto failure =
      expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = 1, .roles = {1}, .trials = 2049}}}}}),
                     Failure::Kind::protocol);
  EXPECT_EQ(failure.value, "4098");
  EXPECT_EQ(failure.limit, "4096");
  const auto answer = run({{.track = 1, .roles = {1}, .trials = 2048}});
  expect_alive(answer.submissions.at(0).slots.at(0), 2048);
}

TEST_P(Running, StampsNeedTheirFeature) {
  start({}, {});
  compile(2, kCount);
  allocate(1, 64);
  define({.id = 1, .roles = 1, .ops = {count_pass(2, 64)}});
  expect_failure(worker->ask(messages::Run{.submissions = {{{{.track = 1, .roles = {1}}}}}}), Failure::Kind::protocol);
}

ASSAY_ON_EVERY_ENGINE(Running);

}  // namespace
}  // namespace assay::worker::test
