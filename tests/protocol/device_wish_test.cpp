// SPDX-License-Identifier: Apache-2.0
#include "protocol/device_wish.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::protocol {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

/// One kernel over one small buffer: within the limits that every device grants.
plan::Plan modest() {
  plan::Plan plan{.probe = "probe.toml"};
  plan.buffers = {{.name = "x", .count = 64}};
  plan.kernels = {{.name = "k"}};
  plan.kernels[0].reflection.workgroup_size = {{256, 1, 1}};
  plan.kernels[0].reflection.workgroup_bytes = 16384;
  plan::Dispatch dispatch{.bindings = {{.size = 256}}, .workgroups = std::array<std::uint32_t, 3>{65535, 1, 1}};
  plan.arms = {{.name = "A", .steps = {plan::Pass{.label = "k", .dispatches = {dispatch}}}}};
  return plan;
}

plan::Dispatch& dispatch_of(plan::Plan& plan) { return std::get<plan::Pass>(plan.arms[0].steps[0]).dispatches[0]; }

TEST(DeviceWish, AsksForNoLimitThatEveryDeviceGrants) { EXPECT_THAT(wish_of(modest(), "").limits, IsEmpty()); }

TEST(DeviceWish, R66_AsksForTheWorkgroupAndItsMemoryThatAKernelNeeds) {
  auto plan = modest();
  plan.kernels[0].reflection.workgroup_size = {{512, 2, 65}};
  plan.kernels[0].reflection.workgroup_bytes = 17408;
  EXPECT_THAT(wish_of(plan, "").limits,
              ElementsAre(Pair("maxComputeInvocationsPerWorkgroup", 66560U), Pair("maxComputeWorkgroupSizeX", 512U),
                          Pair("maxComputeWorkgroupSizeZ", 65U), Pair("maxComputeWorkgroupStorageSize", 17408U)));
}

TEST(DeviceWish, AsksForTheBindingsAndGroupsThatADispatchNeeds) {
  auto plan = modest();
  auto& dispatch = dispatch_of(plan);
  dispatch.bindings.clear();
  for (std::uint32_t i = 0; i < 10; ++i) dispatch.bindings.push_back({.group = 4, .binding = i, .size = 256});
  dispatch.workgroups = std::array<std::uint32_t, 3>{1, 70000, 1};
  EXPECT_THAT(wish_of(plan, "").limits,
              ElementsAre(Pair("maxBindGroups", 5U), Pair("maxComputeWorkgroupsPerDimension", 70000U),
                          Pair("maxStorageBuffersPerShaderStage", 10U)));
}

TEST(DeviceWish, CountsUniformBuffersByTheirOwnLimit) {
  auto plan = modest();
  plan.kernels[0].reflection.slots = {{.name = "u", .access = plan::Kernel::Reflection::Slot::Access::uniform}};
  dispatch_of(plan).bindings = {{.size = 65552}};
  EXPECT_THAT(wish_of(plan, "").limits, ElementsAre(Pair("maxUniformBufferBindingSize", 65552U)));
}

TEST(DeviceWish, AsksForRoomForEveryDataSetAndTheEnginesOwnBytes) {
  auto plan = modest();
  plan.buffers[0].count = 1U << 25U;
  plan.buffers[0].rotate = 2;
  EXPECT_THAT(wish_of(plan, "").limits,
              ElementsAre(Pair("maxBufferSize", (1U << 28U) + 16), Pair("maxStorageBufferBindingSize", 1U << 28U)));
}

Error refused(const std::string& limit, const std::string& most) {
  return {.fault = Fault::unfit, .what = "the adapter does not grant " + limit, .limit = most};
}

TEST(DeviceWish, ARefusedBufferIsNamed) {
  auto plan = modest();
  plan.buffers[0].count = 1U << 28U;
  const Error error = too_large(refused("maxBufferSize", "1024"), plan, wish_of(plan, ""));
  EXPECT_EQ(error.fault, Fault::bad_input);
  EXPECT_THAT(error.what, HasSubstr("buffer 'x' is too large"));
}

TEST(DeviceWish, ARefusedWorkgroupIsOfThisRigAndNamesItsKernel) {
  auto plan = modest();
  plan.kernels[0].reflection.workgroup_size = {{2048, 1, 1}};
  plan.buffers[0].count = 1U << 28U;
  const Error error = too_large(refused("maxComputeWorkgroupSizeX", "1024"), plan, wish_of(plan, ""));
  EXPECT_EQ(error.fault, Fault::unfit);
  EXPECT_EQ(error.what, "the workgroup of k is too large in x");
  EXPECT_THAT(error.value, HasSubstr("2048"));
  EXPECT_THAT(error.limit, HasSubstr("1024"));
}

TEST(DeviceWish, R60_TooManyWorkgroupsInOneDirectionAreToldWithAWayOut) {
  auto plan = modest();
  dispatch_of(plan).workgroups = std::array<std::uint32_t, 3>{65536, 1, 1};
  const Error error = too_large(refused("maxComputeWorkgroupsPerDimension", "65535"), plan, wish_of(plan, ""));
  EXPECT_EQ(error.fault, Fault::bad_input);
  EXPECT_THAT(error.advice, HasSubstr("linear"));
}

TEST(DeviceWish, AnotherErrorStaysAsItIs) {
  const Error lost{.fault = Fault::broken_run, .what = "the device was lost"};
  EXPECT_EQ(too_large(lost, modest(), wish_of(modest(), "")).what, lost.what);
}

}  // namespace
}  // namespace assay::protocol
