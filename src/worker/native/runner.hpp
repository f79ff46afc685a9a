// SPDX-License-Identifier: Apache-2.0
/// \file
/// A `run`: submissions one after the other, then their stamps and the read-backs.
#pragma once

#include "worker/native/device.hpp"
#include "worker/native/readback.hpp"
#include "worker/native/ready_slot.hpp"

namespace assay::worker::native {

/// Everything is looked up, checked, bound and encoded before the first submission, so a run that is refused has not
/// touched any buffer, and the device waits for no encoder between two submissions. Stamps are resolved after the last
/// submission, or earlier when the next one's do not fit into the query set beside them. Failure::Kind::deadline: the
/// work cannot be cancelled, the process must end.
[[nodiscard]] Outcome<messages::RunAnswer> run_submissions(Device& device, const Stock& stock, Readback& readback,
                                                           const messages::Run& run);

}  // namespace assay::worker::native
