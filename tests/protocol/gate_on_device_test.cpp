// SPDX-License-Identifier: Apache-2.0
// The gate on whatever device this machine has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/remote/native.hpp"
#include "lower/reference.hpp"
#include "plan/load.hpp"
#include "protocol/gates.hpp"
#include "protocol/session.hpp"

namespace assay::protocol {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::uint32_t kWords = 1048576;

plan::Kernel kernel(const std::string& name, const std::string& body) {
  plan::Kernel kernel{.name = name,
                      .wgsl =
                          "@group(0) @binding(0) var<storage, read_write> output: array<u32>;\n"
                          "@compute @workgroup_size(256)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n" +
                          body + "}\n"};
  kernel.reflection.slots = {{.name = "output", .access = plan::Kernel::Reflection::Slot::Access::read_write}};
  return kernel;
}

plan::Arm arm(const std::string& name, std::size_t kernel) {
  const plan::Dispatch dispatch{.kernel = kernel,
                                .bindings = {{.size = 4ULL * kWords}},
                                .workgroups = std::array<std::uint32_t, 3>{kWords / 256, 1, 1}};
  return {.name = name, .steps = {plan::Pass{.label = name, .dispatches = {dispatch}}}};
}

/// A writes every word, B only the first half of them, both into the same output.
plan::Plan half_written() {
  plan::Plan plan{.probe = "half"};
  plan.buffers = {{.name = "output", .count = kWords}};
  plan.kernels = {kernel("whole", "  output[id.x] = id.x * 3u;\n"),
                  kernel("half", "  if (id.x < 524288u) { output[id.x] = id.x * 3u; }\n")};
  plan.arms = {arm("whole", 0), arm("half", 1)};
  plan.check.outputs = {0};
  return plan;
}

Expected<Session> start(const plan::Plan& plan) {
  auto engine = engine::launch_native({.worker = std::filesystem::path(ASSAY_BINARY_DIR) / "assay-worker"});
  if (!engine) return fail(engine.error());
  auto device = instrument::Device::open(std::move(*engine), {.features = {"timestamp-query"}});
  if (!device) return fail(device.error());
  return Session::start(std::move(*device), plan, {.per_buffer = 8}, 1, 0);
}

Expected<GateOutcome> gate_of(Session& session, const plan::Plan& plan, const References& references = kNoReferences) {
  return run_gate(session.device(), plan, session.pool(), session.instances(),
                  {.poison_seed = session.poison_seed(), .references = references});
}

TEST(GateOnDevice, R13_PoisonFindsTheHalfThatAnEarlierArmsResultWouldHaveHidden) {
  const plan::Plan plan = half_written();
  auto session = start(plan);
  if (!session) GTEST_SKIP() << "NOT TESTED: the gate on a device (" << sentence(session.error()) << ")";

  // Without poison: A, then B into the same buffer. The bytes are A's, and B would have passed.
  const std::vector<std::uint32_t> first(1, 0);
  lower::Digest digests[2];
  for (const std::size_t instance : {0U, 2U}) {
    messages::Submission work{.slots = {slot_of(session->instances()[instance], session->pool(), first, {})}};
    ASSERT_TRUE(session->device().run({work}));
    const auto digest = session->device().digest(session->pool().region(0, 0));
    ASSERT_TRUE(digest);
    digests[instance / 2] = *digest;
  }
  EXPECT_EQ(digests[0], digests[1]);

  const auto outcome = gate_of(*session, plan);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->record.passed);
  EXPECT_THAT(outcome->record.message, AllOf(HasSubstr("half: word 524288 of 'output' was never written"),
                                             HasSubstr("524288 of 1048576 words")));
}

/// Both write i + 1 as f32, B with an error of `error`.
plan::Plan nearly_equal(const std::string& error) {
  plan::Plan plan = half_written();
  plan.buffers[0].type = plan::ElementType::f32;
  const auto text = [](const std::string& factor) {
    return "  output[id.x] = bitcast<u32>(f32(id.x + 1u) * " + factor + ");\n";
  };
  plan.kernels = {kernel("exact", text("1.0")), kernel("near", text("(1.0 + " + error + ")"))};
  return plan;
}

TEST(GateOnDevice, PassesWithinADeclaredToleranceAndExpectsEachArmsOwnBytes) {
  plan::Plan plan = nearly_equal("1e-5");
  plan.check.tolerance[0] = {.rel = 2e-5, .overlap = 1};
  auto session = start(plan);
  if (!session) GTEST_SKIP() << "NOT TESTED: the gate on a device (" << sentence(session.error()) << ")";
  const auto outcome = gate_of(*session, plan);
  ASSERT_TRUE(outcome) << sentence(outcome.error());
  EXPECT_TRUE(outcome->record.passed) << outcome->record.message;
  EXPECT_THAT(outcome->record.message, HasSubstr("half against whole in 'output': 100 % of 1048576 elements"));
  EXPECT_NE(outcome->expected[0][0], outcome->expected[0][1]);
}

TEST(GateOnDevice, FailsOutsideADeclaredToleranceWithTheFirstElement) {
  plan::Plan plan = nearly_equal("1e-5");
  plan.check.tolerance[0] = {.rel = 1e-6, .overlap = 0.999};
  auto session = start(plan);
  if (!session) GTEST_SKIP() << "NOT TESTED: the gate on a device (" << sentence(session.error()) << ")";
  const auto outcome = gate_of(*session, plan);
  ASSERT_TRUE(outcome) << sentence(outcome.error());
  EXPECT_FALSE(outcome->record.passed);
  EXPECT_THAT(outcome->record.message, HasSubstr("by more than the tolerance: element 0 is"));
}

TEST(GateOnDevice, PassesForEqualCodeAndExpectsWhatTheReferenceDigestSays) {
  plan::Plan plan = half_written();
  plan.arms[1] = arm("whole again", 0);
  auto session = start(plan);
  if (!session) GTEST_SKIP() << "NOT TESTED: the gate on a device (" << sentence(session.error()) << ")";
  const auto outcome = gate_of(*session, plan);
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->record.passed) << outcome->record.message;
  std::vector<std::uint32_t> words(kWords);
  for (std::uint32_t i = 0; i < kWords; ++i) words[i] = i * 3;
  ASSERT_EQ(outcome->expected.size(), 1U);
  EXPECT_EQ(outcome->expected.front().front().front(), lower::reference_digest(words));
}

/// What the arms of half_written() write when both write all.
References thrice() {
  std::vector<std::uint32_t> words(kWords);
  for (std::uint32_t i = 0; i < kWords; ++i) words[i] = i * 3;
  return {{0, std::move(words)}};
}

TEST(GateOnDevice, HoldsEveryArmAgainstTheReferenceAndNamesWhereItDiffers) {
  plan::Plan plan = half_written();
  plan.arms[1] = arm("again", 0);
  auto session = start(plan);
  if (!session) GTEST_SKIP() << "NOT TESTED: the gate on a device (" << sentence(session.error()) << ")";
  References references = thrice();
  const auto gate = [&] { return gate_of(*session, plan, references); };
  const auto equal = gate();
  ASSERT_TRUE(equal) << sentence(equal.error());
  EXPECT_TRUE(equal->record.passed) << equal->record.message;
  EXPECT_THAT(equal->record.message, HasSubstr("'output' is equal to its reference"));
  references[0][70000] = 5;
  references[0][70001] = 5;
  const auto other = gate();
  ASSERT_TRUE(other) << sentence(other.error());
  EXPECT_FALSE(other->record.passed);
  EXPECT_EQ(other->record.message,
            "whole differs from the reference in 'output' first at element 70000: 210000 instead of 5 (2 of 1048576 "
            "elements differ)");
}

TEST(GateOnDevice, IsUnfitWhereTheReferenceIsWhatTheOutputHeldBefore) {
  plan::Plan plan = half_written();
  plan.arms[1] = arm("again", 0);
  plan.buffers[0].fill = {.kind = plan::Fill::Kind::zero, .declared = true};
  auto session = start(plan);
  if (!session) GTEST_SKIP() << "NOT TESTED: the gate on a device (" << sentence(session.error()) << ")";
  const References zeros{{0, std::vector<std::uint32_t>(kWords, 0)}};
  const auto outcome = gate_of(*session, plan, zeros);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().fault, Fault::unfit);
  EXPECT_THAT(outcome.error().what, HasSubstr("the expected result in 'output' equals the untouched output"));
}

TEST(GateOnDevice, LeavesTheHalfWordBehindAnOddNumberOfF16Alone) {
  plan::Plan plan = half_written();
  plan.buffers[0].type = plan::ElementType::f16;
  plan.buffers[0].count = 2 * kWords - 1;
  // Writes every element, and of the last word the lower half alone.
  const std::string careful =
      "  if (id.x == 1048575u) { output[id.x] = (output[id.x] & 0xffff0000u) | 0x3c00u; }\n"
      "  else { output[id.x] = id.x * 3u; }\n";
  plan.kernels = {kernel("careful", careful), kernel("careless",
                                                     "  output[id.x] = select(id.x * 3u, 0x3c00u, id.x == "
                                                     "1048575u);\n")};
  auto session = start(plan);
  if (!session) GTEST_SKIP() << "NOT TESTED: the gate on a device (" << sentence(session.error()) << ")";
  const auto outcome = gate_of(*session, plan);
  ASSERT_TRUE(outcome) << sentence(outcome.error());
  EXPECT_TRUE(outcome->record.passed) << outcome->record.message;
}

/// One arm that counts up in place: what it finds is what it left.
plan::Plan counting_up(bool keep_declared) {
  plan::Plan plan{.probe = "in place"};
  plan.buffers = {{.name = "done", .count = kWords}, {.name = "data", .count = kWords}};
  plan.buffers[1].fill.declared = true;
  plan.buffers[1].keep_declared = keep_declared;
  plan.kernels = {kernel("up", "  data[id.x] = max(data[id.x], 7u) | 1u; output[id.x] = 1u;\n")};
  plan.kernels[0].wgsl = "@group(0) @binding(1) var<storage, read_write> data: array<u32>;\n" + plan.kernels[0].wgsl;
  plan.kernels[0].reflection.slots.push_back(
      {.binding = 1, .name = "data", .access = plan::Kernel::Reflection::Slot::Access::read_write});
  plan.arms = {arm("up", 0)};
  auto& pass = std::get<plan::Pass>(plan.arms[0].steps[0]);
  pass.dispatches[0].bindings.push_back({.binding = 1, .buffer = 1, .size = 4ULL * kWords});
  plan.check.outputs = {0};
  return plan;
}

TEST(GateOnDevice, AnArmThatUsesUpItsInputMustSayWhatTheNextTrialFinds) {
  // The second trial leaves the same bytes as the first, and yet it did other work: the data were done already.
  const plan::Plan silent = counting_up(false), said = counting_up(true);
  auto session = start(silent);
  if (!session) GTEST_SKIP() << "NOT TESTED: the gate on a device (" << sentence(session.error()) << ")";
  const auto refused = gate_of(*session, silent);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::bad_input);
  EXPECT_THAT(sentence(refused.error()),
              AllOf(HasSubstr("up changes 'data', which the probe fills"), HasSubstr("each_trial = \"restore\"")));
  auto again = start(said);
  ASSERT_TRUE(again) << sentence(again.error());
  const auto passed = gate_of(*again, said);
  ASSERT_TRUE(passed) << sentence(passed.error());
  EXPECT_TRUE(passed->record.passed) << passed->record.message;
}

}  // namespace
}  // namespace assay::protocol
