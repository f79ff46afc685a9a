// SPDX-License-Identifier: Apache-2.0
/// \file
/// An engine library that does what a test says: one procedure table over one set of knobs. Objects are the addresses
/// of bytes; only those procedures exist that the tests' paths call.
#pragma once

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
  WGPULimits adapter_limits = WGPU_LIMITS_INIT;

  std::vector<std::function<void()>> late{};
  std::vector<bool> requested_limits{};  ///< of each requested device: whether it came with limits
  int devices_released = 0;
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
