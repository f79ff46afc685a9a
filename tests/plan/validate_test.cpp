// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "plan/load.hpp"
#include "plan/probe_text.hpp"
#include "plan/wgsl_scan.hpp"

namespace assay::plan {
namespace {

using testing::complaint;
using testing::good;
using ::testing::HasSubstr;
using testing::read;
using testing::unread;
using testing::with_buffer;
using testing::with_steps;

Expected<void> checked(const Plan& plan, const DeviceLimits& limits = {}) { return validate(plan, limits); }

TEST(Validate, RefusesABufferBeyondTheDevice) {
  const Plan plan = good(unread(with_buffer("{ type = \"u32\", count = \"2^28\" }")));
  const auto result = checked(plan);
  EXPECT_EQ(
      complaint(result),
      "p.toml:4:1: the buffer 'x' is larger than this device's buffers may be (found 1073741824 bytes; allowed: up "
      "to 268435456 bytes): use a smaller n, or 8 buffers of at most 33554432 elements");
  EXPECT_EQ(exit_code(result.error().fault), 2);
}

TEST(Validate, R64_UsesTheLimitsOfTheDeviceAndNotOfTheAdapter) {
  const Plan plan = good(unread(with_buffer("{ type = \"u32\", count = 160000000 }")));
  EXPECT_THAT(complaint(checked(plan)), HasSubstr("found 640000000 bytes; allowed: up to 268435456 bytes"));
  EXPECT_TRUE(checked(plan, {.maxBufferSize = 77309411328, .maxStorageBufferBindingSize = 2147483647}).has_value());
}

TEST(Validate, RefusesABindingBeyondTheDeviceAndOffersAPart) {
  const std::string buffer = "{ type = \"u32\", count = \"2^26\" }";
  EXPECT_THAT(complaint(checked(good(unread(with_buffer(buffer))))),
              HasSubstr("'x' is larger than one binding of this device may be (found 268435456 bytes; allowed: up to "
                        "134217728 bytes): use a smaller n, or 2 bindings \"x[first : count]\" of at most 33554432 "
                        "elements"));
}

TEST(Validate, R63_PartsRespectLimitsThatContradictEachOther) {
  // A binding that may be larger than any buffer.
  DeviceLimits limits{
      .maxBufferSize = 2147483647, .maxStorageBufferBindingSize = 2147483648, .minStorageBufferOffsetAlignment = 256};
  EXPECT_EQ(largest_chunk_bytes(limits), 2147483392U);
  EXPECT_THAT(complaint(checked(good(unread(with_buffer("{ type = \"u32\", count = \"2^29\" }"))), limits)),
              HasSubstr("found 2147483648 bytes; allowed: up to 2147483647 bytes): use a smaller n, or 2 buffers of at "
                        "most 536870848 elements"));
  EXPECT_TRUE(checked(good(unread(with_buffer("{ type = \"u32\", count = 536870848 }"))), limits).has_value());
  limits.maxBufferSize = 2147483644;
  EXPECT_EQ(largest_chunk_bytes(limits), 2147483392U);
}

TEST(Validate, R63_ADeviceThatTellsNothingButZerosIsRefusedInWords) {
  DeviceLimits nothing;
  for (const NamedLimit& limit : kNamedLimits) nothing.*limit.member = 0;
  const Plan one = good(unread(with_buffer("{ type = \"u32\", count = 100 }")));
  const Plan sets = good(unread(with_buffer("{ type = \"u32\", count = 100, each_trial = { rotate = 2 } }")));
  EXPECT_THAT(complaint(checked(one, nothing)), HasSubstr("use a smaller n, or another device"));
  EXPECT_THAT(complaint(checked(sets, nothing)), HasSubstr("use a smaller n, or fewer data sets"));
  nothing.maxBufferSize = 1U << 20U;
  EXPECT_THAT(complaint(checked(sets, nothing)), HasSubstr("larger than one binding"));
}

TEST(Validate, RefusesMoreWorkgroupsThanADimensionHasAndOffersLinear) {
  const auto with = [](std::string_view groups) {
    return checked(good(unread(with_steps("{ kernel = \"k.wgsl\", workgroups = " + std::string(groups) + " }"))));
  };
  EXPECT_TRUE(with("65535").has_value());
  EXPECT_TRUE(with("{ linear = 65536 }").has_value());
  EXPECT_THAT(
      complaint(with("65536")),
      HasSubstr("p.toml:11:10: the dispatch has too many workgroups in x (found 65536 workgroups; allowed: up to "
                "65535 workgroups): workgroups = { linear = N }"));
  EXPECT_THAT(complaint(with("[1, 70000]")), HasSubstr("in y"));
}

TEST(Validate, RefusesOffsetsThatAreNotAligned) {
  const auto with = [](std::string_view range) {
    return checked(
        good(unread(with_steps("{ kernel = \"k.wgsl\", bind = [\"" + std::string(range) + "\"], workgroups = 1 }"))));
  };
  EXPECT_TRUE(with("a[64 : 4]").has_value());
  EXPECT_THAT(complaint(with("a[63 : 4]")),
              HasSubstr("(found byte 252; allowed: a multiple of 256): begin at a multiple of 64 elements"));
}

TEST(Validate, RefusesDataSetsThatWouldNotBeAligned) {
  EXPECT_THAT(
      complaint(checked(good(unread(with_buffer("{ type = \"u32\", count = 100, each_trial = { rotate = 2 } }"))))),
      HasSubstr("would not begin at the device's alignment"));
  EXPECT_TRUE(
      checked(good(unread(with_buffer("{ type = \"u32\", count = 128, each_trial = { rotate = 2 } }")))).has_value());
}

TEST(Validate, CallsAWorkgroupBeyondTheDeviceUnfit) {
  const Plan plan =
      good(read(with_steps(R"({ kernel = "scaled.wgsl", bind = ["a", { "1.0" = "u" }], workgroups = 1 })")));
  const auto result = checked(plan);
  EXPECT_THAT(complaint(result), HasSubstr("too large in x (found 512 invocations; allowed: up to 256 invocations)"));
  EXPECT_EQ(exit_code(result.error().fault), 4);
  EXPECT_TRUE(checked(plan, {.maxComputeInvocationsPerWorkgroup = 1024, .maxComputeWorkgroupSizeX = 1024}).has_value());
}

TEST(Validate, R66_CountsWorkgroupMemoryBeforeAPipelineIsMade) {
  const auto fits = [](int metrics, std::uint64_t limit) {
    Plan plan;
    Kernel kernel{.name = "histogram.wgsl", .wgsl = "x"};
    const std::string wgsl = "const M = " + std::to_string(metrics) +
                             "u; var<workgroup> bins: array<atomic<u32>, 256u * M>;"
                             "@compute @workgroup_size(256) fn main() { atomicAdd(&bins[0], 1u); }";
    kernel.reflection = scan_wgsl(wgsl, "main", "k").value();
    plan.kernels.push_back(kernel);
    return checked(plan, {.maxComputeWorkgroupStorageSize = limit});
  };
  EXPECT_TRUE(fits(16, 16384).has_value());
  EXPECT_THAT(complaint(fits(17, 16384)), HasSubstr("found 17408 bytes; allowed: up to 16384 bytes"));
  EXPECT_TRUE(fits(32, 32768).has_value());
  EXPECT_FALSE(fits(33, 32768).has_value());
}

TEST(Validate, CountsTheBuffersOfAStage) {
  const Plan plan =
      good(unread(with_steps(R"({ kernel = "k.wgsl", bind = ["a", "b", "args", "u"], workgroups = 1 })")));
  EXPECT_TRUE(checked(plan).has_value());
  EXPECT_THAT(complaint(checked(plan, {.maxStorageBuffersPerShaderStage = 2})), HasSubstr("found 3 buffers"));
  EXPECT_THAT(complaint(checked(plan, {.maxUniformBuffersPerShaderStage = 0})), HasSubstr("too many uniform buffers"));
  const Plan far = good(unread(with_steps(R"({ kernel = "k.wgsl", bind = { "4.0" = "a" }, workgroups = 1 })")));
  EXPECT_THAT(complaint(checked(far)), HasSubstr("beyond this device's bind groups"));
}

TEST(Validate, HoldsUniformBuffersAgainstTheirOwnLimit) {
  const Plan plan = good(unread(with_buffer("{ type = \"u32\", count = 20000, as = \"uniform\" }")));
  EXPECT_THAT(complaint(checked(plan)), HasSubstr("found 80000 bytes; allowed: up to 65536 bytes"));
}

}  // namespace
}  // namespace assay::plan
