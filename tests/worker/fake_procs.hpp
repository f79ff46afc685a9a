// SPDX-License-Identifier: Apache-2.0
/// \file
/// An engine library that does what a test says: one procedure table over one set of knobs. Objects are the addresses
/// of bytes; only those procedures exist that the tests' paths call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "worker/native/device.hpp"

namespace assay::worker::native::test {

struct FakeEngine {
  /// What the n-th popped error scope tells; NoError behind the end.
  std::deque<std::pair<WGPUErrorType, std::string>> scopes{};
  bool answers = true;           ///< false: callbacks are kept in `late`
  bool calls_back_on_release = false;  ///< the lost callback comes from inside DeviceRelease
  bool refuses_limits = false;   ///< a device with required limits is refused
  bool longer_limits = false;    ///< writes behind the end of WGPULimits, as one of another edition would
  bool other_numbers = false;    ///< lists features under other numbers than it is asked for
  bool has_features = true;      ///< of the adapter
  enum class Map { succeeds, fails, never_ends } map = Map::succeeds;  ///< never_ends: its end is kept in `late`
  bool forgets_writes = false;        ///< to buffers: what was written before stays
  Reports* lose_on_submit = nullptr;  ///< of the device that a submission loses
  WGPULimits adapter_limits = WGPU_LIMITS_INIT;

  std::vector<std::function<void()>> late{};
  std::vector<bool> requested_limits{};  ///< of each requested device: whether it came with limits
  std::vector<std::vector<WGPUFeatureName>> requested_features{};  ///< of each requested device
  std::vector<std::uint32_t> query_sets{};  ///< how many queries each query set was made with
  std::vector<WGPUPassTimestampWrites> stamped{};  ///< of each pass that stamps
  int devices_released = 0, passes = 0, buffers = 0, submissions = 0, maps = 0, unmaps = 0;
  std::vector<std::byte> written{};  ///< by the last write to a buffer; ends every mapped range, as if it were copied
  std::vector<std::byte> mapped{};
  bool was_lent_a_frame = false;  ///< a callback's state lies on the stack of whoever asked
  WGPUDeviceLostCallbackInfo lost{};
};

/// The knobs of the test in hand.
FakeEngine& fake();
/// Puts them back and gives the table.
const Procs& fresh_fake_procs();
/// A device of the fake library.
std::unique_ptr<Device> fake_device();

}  // namespace assay::worker::native::test
