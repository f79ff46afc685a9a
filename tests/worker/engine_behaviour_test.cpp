// SPDX-License-Identifier: Apache-2.0
// What the worker makes of an engine that fails, calls back late or refuses, on a library of our own.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "worker/fake_procs.hpp"
#include "worker/native/adapters.hpp"
#include "worker/native/kernels.hpp"
#include "worker/native/open.hpp"

namespace assay::worker::native::test {
namespace {

using namespace std::chrono_literals;

messages::Kernels two_kernels() { return {{{.id = 1, .wgsl = "one"}, {.id = 2, .wgsl = "two"}}}; }

/// The scopes of a kernel whose pipeline meets an error of that type: two filters for the module, two for the pipeline.
void second_kernel_meets(WGPUErrorType type) {
  fake().scopes.assign(7, {WGPUErrorType_NoError, ""});
  fake().scopes.emplace_back(type, "at 3:1");
}

TEST(KernelsThatDoNotCompile, AreOutcomesWhenTheEnginesValidationRefusesThem) {
  const auto device = fake_device();
  Kernels kernels(*device);
  second_kernel_meets(WGPUErrorType_Validation);
  const auto answer = kernels.compile(two_kernels());
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->kernels.at(0).failure);
  EXPECT_TRUE(answer->kernels.at(1).failure);
  EXPECT_TRUE(kernels.find(1));
}

TEST(KernelsThatDoNotCompile, EndTheRequestWhenTheReasonIsNotTheKernel) {
  using Kind = Failure::Kind;
  for (const auto& [type, kind] :
       {std::pair(WGPUErrorType_OutOfMemory, Kind::out_of_memory), std::pair(WGPUErrorType_Internal, Kind::internal)}) {
    const auto device = fake_device();
    Kernels kernels(*device);
    second_kernel_meets(type);
    const auto answer = kernels.compile(two_kernels());
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, kind);
    EXPECT_FALSE(kernels.find(1)) << "a failed request keeps nothing";
    EXPECT_TRUE(kernels.compile(two_kernels())) << "and its ids are free";
  }
}

TEST(KernelsThatDoNotCompile, EndTheRequestWhenTheDeviceIsLost) {
  const auto device = fake_device();
  Kernels kernels(*device);
  device->reports->lost = true;
  const auto answer = kernels.compile(two_kernels());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, Failure::Kind::lost);
  EXPECT_FALSE(kernels.find(1));
}

TEST(ACallbackAfterTheDeadline, FindsTheStateOfAnErrorScopeStillThere) {
  const auto device = fake_device();
  fake().answers = false;
  device->request_deadline = HostClock::now() - 1s;
  device->push_scopes();
  const auto popped = device->pop_scopes();
  ASSERT_FALSE(popped);
  EXPECT_EQ(popped.error().kind, Failure::Kind::deadline) << "the request's deadline holds for its error scopes";
  EXPECT_FALSE(fake().was_lent_a_frame);
  ASSERT_EQ(fake().late.size(), 2U);
  for (const auto& call : fake().late) call();
}

TEST(ACallbackAfterTheDeadline, FindsTheStateOfSubmittedWorkStillThere) {
  const auto device = fake_device();
  fake().answers = false;
  const auto done = device->submit_and_wait(nullptr, HostClock::now() - 1s);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, Failure::Kind::deadline);
  EXPECT_FALSE(fake().was_lent_a_frame);
  ASSERT_EQ(fake().late.size(), 1U);
  fake().late.front()();
}

/// Variables of this process as they were, when it ends.
class KeptVariables {
 public:
  explicit KeptVariables(std::vector<const char*> names) {
    for (const char* name : names) {
      const char* value = std::getenv(name);
      values_.emplace_back(name, value == nullptr ? std::nullopt : std::optional<std::string>(value));
    }
  }
  KeptVariables(const KeptVariables&) = delete;
  KeptVariables& operator=(const KeptVariables&) = delete;
  KeptVariables(KeptVariables&&) = delete;
  KeptVariables& operator=(KeptVariables&&) = delete;
  ~KeptVariables() {
    for (const auto& [name, value] : values_) {
      if (value) {
        setenv(name, value->c_str(), 1);
      } else {
        unsetenv(name);
      }
    }
  }

 private:
  std::vector<std::pair<const char*, std::optional<std::string>>> values_{};
};

std::string value_of(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "not set" : value;
}

TEST(AskingForAdapters, PutsBothListsOfDriversBackAsTheyWere) {
  const KeptVariables kept({"VK_DRIVER_FILES", "VK_ICD_FILENAMES"});
  Procs procs = fresh_fake_procs();
  static std::vector<std::string> tried;
  tried.clear();
  procs.CreateInstance = [](WGPUInstanceDescriptor const*) -> WGPUInstance {
    tried.push_back(value_of("VK_DRIVER_FILES") + ", " + value_of("VK_ICD_FILENAMES"));
    return nullptr;
  };
  unsetenv("VK_DRIVER_FILES");
  setenv("VK_ICD_FILENAMES", "/a.json:/b.json", 1);
  EXPECT_FALSE(find_adapters(procs, dawn_dialect(), HostClock::now()));
  EXPECT_EQ(tried, (std::vector<std::string>{"/a.json, /a.json", "/b.json, /b.json"}));
  EXPECT_EQ(value_of("VK_DRIVER_FILES"), "not set");
  EXPECT_EQ(value_of("VK_ICD_FILENAMES"), "/a.json:/b.json");
}

class Opening : public testing::Test {
 protected:
  Outcome<std::unique_ptr<Device>> open(const messages::Open& wish, std::chrono::milliseconds patience = 60s) {
    return open_device(procs_, wgpu_native_dialect(), adapter_, wish, HostClock::now() + patience);
  }
  const Procs& procs_ = fresh_fake_procs();
  SeenAdapter adapter_{};
};

TEST_F(Opening, ADeviceThatComesTooLateIsReleased) {
  fake().answers = false;
  const auto device = open({}, -1s);
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().kind, Failure::Kind::deadline);
  EXPECT_FALSE(fake().was_lent_a_frame);
  ASSERT_EQ(fake().late.size(), 1U);
  fake().late.front()();
  EXPECT_EQ(fake().devices_released, 1);
}

TEST_F(Opening, ALossToldWhileTheDeviceIsReleasedFindsTheReportsThere) {
  fake().calls_back_on_release = true;
  auto device = open({});
  ASSERT_TRUE(device);
  const std::weak_ptr<Reports> reports = (*device)->reports;
  device->reset();
  ASSERT_FALSE(reports.expired());
  EXPECT_TRUE(reports.lock()->lost);
}

TEST_F(Opening, R64_LimitsThatAreAdvertisedAndRefusedGiveADeviceWithTheDefaultOnesAndANote) {
  fake().refuses_limits = true;
  const auto device = open({.limits = {{"maxComputeInvocationsPerWorkgroup", 1024}}});
  ASSERT_TRUE(device) << device.error().what;
  EXPECT_EQ(fake().requested_limits, (std::vector<bool>{true, false}));
  ASSERT_EQ((*device)->reports->notes.size(), 1U);
  EXPECT_NE((*device)->reports->notes[0].find("limits not granted"), std::string::npos);
}

TEST_F(Opening, ALibraryOfAnotherEditionOfTheHeaderIsRefusedBeforeItIsUsed) {
  fake().longer_limits = true;
  auto device = open({});
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().where, "engine library");
  EXPECT_EQ(device.error().what, "the engine library is of another ABI: its WGPULimits is longer");
  fake().longer_limits = false;
  fake().other_numbers = true;
  device = open({});
  ASSERT_FALSE(device);
  EXPECT_NE(device.error().what.find("'timestamp-query'"), std::string::npos) << device.error().what;
  EXPECT_TRUE(fake().requested_limits.empty());
}

TEST_F(Opening, LimitsThatTheAdapterDoesNotAdvertiseAreRefusedUnasked) {
  const auto device = open({.limits = {{"maxComputeInvocationsPerWorkgroup", 1025}}});
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().limit, "1024");
  EXPECT_TRUE(fake().requested_limits.empty());
}

}  // namespace
}  // namespace assay::worker::native::test
