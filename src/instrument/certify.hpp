// SPDX-License-Identifier: Apache-2.0
/// \file
/// The certificate: self-tests in order, before anything is believed. A few seconds on a software device.
#pragma once

#include <functional>
#include <string_view>

#include "error/error.hpp"
#include "instrument/device.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Told before each self-test: what is being done, and how far along (0 … 1).
using Progress = std::function<void(double share, std::string_view what)>;

/// Runs every self-test. A failed test is an item, not an error; errors are for engines that break. After a failure
/// that makes the later tests meaningless these stay `not_run`.
[[nodiscard]] Expected<result::Certificate> certify(Device& device, const Progress& progress = {});

/// The item for a device that has no timestamps at all.
[[nodiscard]] result::Certificate certificate_without_clock(std::string_view reason);

}  // namespace assay::instrument
