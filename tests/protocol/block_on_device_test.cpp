// SPDX-License-Identifier: Apache-2.0
// One block on whatever device this machine has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "engine/remote/native.hpp"
#include "protocol/block.hpp"
#include "protocol/gates.hpp"
#include "protocol/session.hpp"

namespace assay::protocol {
namespace {

constexpr std::uint32_t kWords = 4096, kSets = 8;

/// Two arms that copy one of eight data sets to an output that has but one: it ends as the last trial's set.
plan::Plan copies_of_sets() {
  using Access = plan::Kernel::Reflection::Slot::Access;
  plan::Plan plan{.probe = "sets"};
  plan.buffers = {{.name = "input", .count = kWords, .each_trial = plan::EachTrial::rotate, .rotate = kSets},
                  {.name = "output", .count = kWords}};
  plan::Kernel kernel{.name = "copy",
                      .wgsl =
                          "@group(0) @binding(0) var<storage, read> input: array<u32>;\n"
                          "@group(0) @binding(1) var<storage, read_write> output: array<u32>;\n"
                          "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n"
                          "  output[id.x] = input[id.x];\n}\n"};
  kernel.reflection.slots = {{.binding = 0, .name = "input", .access = Access::read},
                             {.binding = 1, .name = "output", .access = Access::read_write}};
  plan.kernels = {kernel};
  const plan::Dispatch dispatch{.kernel = 0,
                                .bindings = {{.binding = 0, .buffer = 0, .size = 4ULL * kWords},
                                             {.binding = 1, .buffer = 1, .size = 4ULL * kWords}},
                                .workgroups = std::array<std::uint32_t, 3>{kWords / 64, 1, 1}};
  for (const char* name : {"a", "b"}) {
    plan.arms.push_back({.name = name, .steps = {plan::Pass{.label = name, .dispatches = {dispatch}}}});
  }
  plan.check.outputs = {1};
  return plan;
}

TEST(BlockOnDevice, ALeadInBehindACutLeavesTheDataSetThatASlotLeaves) {
  const plan::Plan plan = copies_of_sets();
  auto engine = engine::launch_native({.worker = std::filesystem::path(ASSAY_BINARY_DIR) / "assay-worker"});
  if (!engine) GTEST_SKIP() << "NOT TESTED: a block on a device (" << sentence(engine.error()) << ")";
  auto device = instrument::Device::open(std::move(*engine), {.features = {"timestamp-query"}});
  if (!device) GTEST_SKIP() << "NOT TESTED: a block on a device (" << sentence(device.error()) << ")";
  auto session = Session::start(std::move(*device), plan, {.per_buffer = 8}, 1, 0);
  ASSERT_TRUE(session) << sentence(session.error());
  const auto gate =
      run_gate(session->device(), plan, session->pool(), session->instances(), {.poison_seed = session->poison_seed()});
  ASSERT_TRUE(gate) << sentence(gate.error());
  ASSERT_TRUE(gate->record.passed) << gate->record.message;
  ASSERT_EQ(gate->expected.size(), kSets);
  ASSERT_NE(gate->expected[0], gate->expected[3]);

  // Twenty trials end on set 3, their lead-in of five would end on set 4. Slots of 0.2 s predicted are cut after two.
  constexpr std::uint32_t kTrials = 20;
  ASSERT_TRUE(
      session->prepare({.trials = kTrials, .slot_ns = 0.2e9, .expected = gate->expected[(kTrials - 1) % kSets]}));
  result::GateRecord record{.passed = true};
  const auto square = session->run_square(record);
  ASSERT_TRUE(square) << sentence(square.error());
  EXPECT_EQ(record.blocks_checked, 4U);
  EXPECT_EQ(record.blocks_wrong, 0U) << record.message;
}

}  // namespace
}  // namespace assay::protocol
