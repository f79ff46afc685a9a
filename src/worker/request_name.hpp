// SPDX-License-Identifier: Apache-2.0
/// \file
/// The wire name of a request, for sentences and for injected faults.
#pragma once

#include <string_view>

#include "messages/messages.hpp"

namespace assay::worker {

/// "hello", "open", … "close".
[[nodiscard]] std::string_view request_name(const messages::RequestBody& body);

}  // namespace assay::worker
