// SPDX-License-Identifier: Apache-2.0
/// \file
/// The devices that an engine sees: `assay devices`.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "report/style.hpp"
#include "result/certificate.hpp"
#include "result/rig.hpp"

namespace assay::report {

/// One device of one engine.
struct DeviceEntry {
  result::Rig rig{};
  bool chosen = false;                               ///< a comparison without --engine takes this one
  std::optional<result::Certificate> certificate{};  ///< absent: not tested
  std::string problem{};                             ///< why it could not be opened; empty: it could
};

/// Each device with driver, features and certificate; one sentence on what to install where there is none.
[[nodiscard]] std::string devices_text(std::span<const DeviceEntry> devices, const Style& style);

}  // namespace assay::report
