// SPDX-License-Identifier: Apache-2.0
/// \file
/// Opening a device with exactly the features, limits and toggles that were asked for.
#pragma once

#include <memory>

#include "worker/native/adapters.hpp"
#include "worker/native/device.hpp"

namespace assay::worker::native {

/// What the adapter could grant, by Assay's names.
[[nodiscard]] std::vector<std::string> available_features(const Procs& procs, const Dialect& dialect,
                                                          WGPUAdapter adapter);

/// Failure::Kind::unsupported for a feature, limit or toggle that the engine lacks, or when it refuses the device. A
/// device that is refused with limits which its adapter advertises is opened with the default ones; a note says so.
[[nodiscard]] Outcome<std::unique_ptr<Device>> open_device(const Procs& procs, const Dialect& dialect,
                                                           SeenAdapter& adapter, const messages::Open& wish,
                                                           HostClock::time_point deadline);

/// The part of the answer that only the open device knows: features, limits, the unit of a stamp.
void describe_device(const Device& device, messages::OpenAnswer& answer);

}  // namespace assay::worker::native
