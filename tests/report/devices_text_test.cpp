// SPDX-License-Identifier: Apache-2.0
#include "report/devices_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "report/golden.hpp"
#include "report/sample_comparison.hpp"

namespace assay::report {
namespace {

using ::testing::HasSubstr;

TEST(DevicesText, ReadsLikeItsGolden) {
  DeviceEntry gpu{.rig = testing::slower_comparison().rig,
                  .chosen = true,
                  .certificate = testing::slower_comparison().certificate,
                  .problem = {}};
  gpu.rig.features = {"timestamp-query", "subgroups", "f16"};
  gpu.rig.limits = {{"maxStorageBufferBindingSize", 2147483644},
                    {"maxBufferSize", 4294967296},
                    {"maxComputeWorkgroupStorageSize", 16384}};
  DeviceEntry software{
      .rig = gpu.rig, .chosen = false, .certificate = testing::unfit_comparison().certificate, .problem = {}};
  software.rig.adapter = "llvmpipe (LLVM 15.0.6, 256 bits)";
  software.rig.driver = "Mesa 25.0.7";
  software.rig.software = true;
  DeviceEntry broken{
      .rig = gpu.rig, .chosen = false, .certificate = {}, .problem = "the device has no timestamp-query feature"};
  testing::expect_golden("devices.txt", devices_text(std::vector{gpu, software, broken}, {.width = 100}));
}

TEST(DevicesText, SaysSimulatedInEveryLineOfASimulatedDevice) {
  DeviceEntry device{.rig = testing::simulated_comparison().rig,
                     .chosen = true,
                     .certificate = testing::simulated_comparison().certificate,
                     .problem = {}};
  device.rig.features = {"timestamp-query", "subgroups", "f16"};
  const std::string text = devices_text(std::vector{device}, {.width = 100});
  testing::expect_golden("devices_simulated.txt", text);
  EXPECT_TRUE(testing::every_line_begins_with(text, "SIMULATED"));
}

TEST(DevicesText, SaysWhatToInstallWhereThereIsNone) {
  EXPECT_THAT(devices_text({}, {.width = 0}), HasSubstr("Install the driver of your GPU, or a software driver"));
}

}  // namespace
}  // namespace assay::report
