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

TEST(DeviceWish, R63_AsksForTheWorkgroupThatAKernelNeeds) {
  auto plan = modest();
  plan.kernels[0].reflection.workgroup_size = {{512, 2, 65}};
  plan.kernels[0].reflection.workgroup_bytes = 32768;
  EXPECT_THAT(wish_of(plan, "").limits,
              ElementsAre(Pair("maxComputeInvocationsPerWorkgroup", 66560U), Pair("maxComputeWorkgroupSizeX", 512U),
                          Pair("maxComputeWorkgroupSizeZ", 65U), Pair("maxComputeWorkgroupStorageSize", 32768U)));
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

TEST(DeviceWish, ARefusedBufferIsNamedAndARefusedWorkgroupIsOfThisRig) {
  auto plan = modest();
  plan.buffers[0].count = 1U << 28U;
  plan.kernels[0].reflection.workgroup_size = {{2048, 1, 1}};
  const auto wish = wish_of(plan, "");
  const Error buffer{.fault = Fault::unfit, .what = "the adapter does not grant maxBufferSize", .limit = "1024"};
  EXPECT_EQ(too_large(buffer, plan, wish).fault, Fault::bad_input);
  EXPECT_THAT(too_large(buffer, plan, wish).what, HasSubstr("buffer 'x' is too large"));
  const Error group{
      .fault = Fault::unfit, .what = "the adapter does not grant maxComputeWorkgroupSizeX", .limit = "1024"};
  EXPECT_EQ(too_large(group, plan, wish).fault, Fault::unfit);
  EXPECT_EQ(too_large(group, plan, wish).value, "2048");
  EXPECT_EQ(too_large(group, plan, wish).limit, "1024");
}

}  // namespace
}  // namespace assay::protocol
