// SPDX-License-Identifier: Apache-2.0
/// \file
/// The whole certificate: what `certify` finds, and then what costs seconds more and changes only with the device, the
/// driver or the engine.
#pragma once

#include "error/error.hpp"
#include "instrument/certify.hpp"
#include "instrument/device.hpp"
#include "result/certificate.hpp"

namespace assay::instrument {

/// Adds linearity, isolation, share of wall, repeats, knee, control, indirect and memory to a certificate whose clock
/// is alive; to another one it adds them as not run.
[[nodiscard]] Expected<void> calibrate(Device& device, result::Certificate& certificate, const Progress& progress = {});

}  // namespace assay::instrument
