// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rig that a result belongs to: engine, device, driver, machine.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::result {

struct Rig {
  std::string engine{};          ///< "wgpu-native"
  std::string engine_version{};  ///< "29.0.1.1"
  std::string worker_build{};
  std::vector<std::string> toggles{};  ///< empty: "shipping"
  std::string adapter{};               ///< name of the device
  std::string driver{};
  std::string backend{};  ///< "Vulkan"
  std::uint32_t vendor_id = 0, device_id = 0;
  /// A processor pretends to be a GPU: times say nothing about a GPU.
  bool software = false;
  bool simulated = false;  ///< nothing was run: times are computed
  std::vector<std::string> features{};            ///< granted
  std::map<std::string, std::uint64_t> limits{};  ///< of the device
  std::string host{};                             ///< operating system and processor
  std::uint32_t cores = 0;
  std::optional<double> load_1min{};  ///< at the start
  std::string assay_version{};
};

}  // namespace assay::result
