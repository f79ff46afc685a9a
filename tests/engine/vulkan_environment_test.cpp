// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/vulkan_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/test_folder.hpp"

namespace assay::engine {
namespace {

using host::variable;
using testing::ElementsAre;
using testing::IsEmpty;

/// A made-up machine in a folder of its own.
class VulkanSettingTest : public testing::Test {
 protected:
  VulkanMachine machine() const {
    return {.environment = environment,
            .dependency_folders = {folder.path() / "none", folder.path() / "deps"},
            .system_loader = system_loader,
            .root = folder.path() / "root",
            .runtime_folder = "/run/made-up"};
  }
  std::string at(const char* relative) const { return (folder.path() / relative).string(); }
  void add_lavapipe() const {
    folder.file("deps/lavapipe/lib/libvulkan.so.1");
    folder.file("deps/lavapipe/share/vulkan/icd.d/lvp_icd.json");
  }

  host::TestFolder folder{};
  host::Environment environment{};
  bool system_loader = true;
};

TEST_F(VulkanSettingTest, ABareMachineHasNoDriverAndNoLoader) {
  system_loader = false;
  const auto setting = vulkan_setting(machine());
  EXPECT_FALSE(setting.has_loader);
  EXPECT_THAT(setting.drivers, IsEmpty());
  EXPECT_FALSE(setting.environment.contains("VK_DRIVER_FILES"));
  EXPECT_FALSE(setting.environment.contains("LD_LIBRARY_PATH"));
}

TEST_F(VulkanSettingTest, ThePrivateLoaderStandsInForAMissingOne) {
  system_loader = false;
  environment["LD_LIBRARY_PATH"] = "/mine";
  add_lavapipe();
  const auto setting = vulkan_setting(machine());
  EXPECT_TRUE(setting.has_loader);
  EXPECT_EQ(variable(setting.environment, "LD_LIBRARY_PATH"), at("deps/lavapipe/lib") + ":/mine");
}

TEST_F(VulkanSettingTest, TheSystemsLoaderStaysInFrontOfThePrivateOne) {
  environment["LD_LIBRARY_PATH"] = "/mine";
  add_lavapipe();
  const auto setting = vulkan_setting(machine());
  EXPECT_TRUE(setting.has_loader);
  EXPECT_EQ(variable(setting.environment, "LD_LIBRARY_PATH"), "/mine:" + at("deps/lavapipe/lib"));
}

TEST_F(VulkanSettingTest, ABundledLoaderNeedsNoSoftwareDriver) {
  system_loader = false;
  folder.file("deps/vulkan-loader/lib/libvulkan.so.1");
  const auto setting = vulkan_setting(machine());
  EXPECT_TRUE(setting.has_loader);
  EXPECT_EQ(variable(setting.environment, "LD_LIBRARY_PATH"), at("deps/vulkan-loader/lib"));
}

TEST_F(VulkanSettingTest, HardwareComesBeforeTheSoftwareDriver) {
  add_lavapipe();
  folder.file("root/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json");
  folder.file("root/usr/share/vulkan/icd.d/radeon_icd.x86_64.json");
  folder.file("root/etc/vulkan/icd.d/notes.txt");
  const auto setting = vulkan_setting(machine());
  const std::string expected = at("root/usr/share/vulkan/icd.d/radeon_icd.x86_64.json") + ":" +
                               at("root/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json") + ":" +
                               at("deps/lavapipe/share/vulkan/icd.d/lvp_icd.json");
  EXPECT_EQ(variable(setting.environment, "VK_DRIVER_FILES"), expected);
  EXPECT_EQ(variable(setting.environment, "VK_ICD_FILENAMES"), expected);
}

TEST_F(VulkanSettingTest, ADriverInstalledTwiceIsOneDriver) {
  folder.file("root/etc/vulkan/icd.d/nvidia_icd.json");
  folder.file("root/usr/share/vulkan/icd.d/nvidia_icd.json");
  EXPECT_THAT(vulkan_setting(machine()).drivers, ElementsAre(at("root/etc/vulkan/icd.d/nvidia_icd.json")));
}

TEST_F(VulkanSettingTest, ThePrivateSoftwareDriverReplacesTheSystemsCopy) {
  add_lavapipe();
  folder.file("root/usr/share/vulkan/icd.d/lvp_icd.x86_64.json");
  EXPECT_THAT(vulkan_setting(machine()).drivers, ElementsAre(at("deps/lavapipe/share/vulkan/icd.d/lvp_icd.json")));
}

TEST_F(VulkanSettingTest, TheSystemsSoftwareDriverIsUsedWhereThereIsNoOther) {
  folder.file("root/usr/share/vulkan/icd.d/lvp_icd.x86_64.json");
  EXPECT_THAT(vulkan_setting(machine()).drivers, ElementsAre(at("root/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")));
}

TEST_F(VulkanSettingTest, TheUsersOwnListStaysAsItIs) {
  for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
    environment = {{name, "/my/icd.json"}};
    add_lavapipe();
    const auto setting = vulkan_setting(machine());
    EXPECT_EQ(setting.drivers_variable, name);
    EXPECT_THAT(setting.drivers, IsEmpty());
    EXPECT_EQ(variable(setting.environment, name), "/my/icd.json");
    EXPECT_EQ(setting.environment.count("VK_DRIVER_FILES") + setting.environment.count("VK_ICD_FILENAMES"), 1U);
    EXPECT_EQ(variable(setting.environment, "LD_LIBRARY_PATH"), at("deps/lavapipe/lib"));
  }
}

TEST_F(VulkanSettingTest, OfTwoListsOfTheUsersTheNewerNameIsTheOneThatCounts) {
  environment = {{"VK_DRIVER_FILES", "/new.json"}, {"VK_ICD_FILENAMES", "/old.json"}};
  EXPECT_EQ(vulkan_setting(machine()).drivers_variable, "VK_DRIVER_FILES");
  environment = {{"VK_DRIVER_FILES", ""}};
  EXPECT_EQ(vulkan_setting(machine()).drivers_variable, "") << "set to nothing is not set";
}

TEST_F(VulkanSettingTest, DriversThatTheUserAddedAreInTheList) {
  environment["VK_ADD_DRIVER_FILES"] = "/my/icd.json";
  folder.file("root/usr/share/vulkan/icd.d/intel_icd.x86_64.json");
  EXPECT_THAT(vulkan_setting(machine()).drivers,
              ElementsAre("/my/icd.json", at("root/usr/share/vulkan/icd.d/intel_icd.x86_64.json")));
}

TEST_F(VulkanSettingTest, TheFoldersOfTheEnvironmentAreSearched) {
  environment["XDG_DATA_DIRS"] = "/opt/share:/srv/share";
  environment["HOME"] = at("home");
  folder.file("root/srv/share/vulkan/icd.d/b.json");
  folder.file("home/.local/share/vulkan/icd.d/a.json");
  EXPECT_THAT(vulkan_setting(machine()).drivers,
              ElementsAre(at("home/.local/share/vulkan/icd.d/a.json"), at("root/srv/share/vulkan/icd.d/b.json")));
}

TEST_F(VulkanSettingTest, AMountedNvidiaDriversLibrariesAreFound) {
  folder.file("root/usr/local/nvidia/lib64/libGLX_nvidia.so.0");
  EXPECT_EQ(variable(vulkan_setting(machine()).environment, "LD_LIBRARY_PATH"), at("root/usr/local/nvidia/lib64"));
}

TEST_F(VulkanSettingTest, ARuntimeFolderIsSetOnlyWhereItIsMissing) {
  EXPECT_EQ(variable(vulkan_setting(machine()).environment, "XDG_RUNTIME_DIR"), "/run/made-up");
  environment["XDG_RUNTIME_DIR"] = "/run/user/7";
  EXPECT_EQ(variable(vulkan_setting(machine()).environment, "XDG_RUNTIME_DIR"), "/run/user/7");
}

}  // namespace
}  // namespace assay::engine
