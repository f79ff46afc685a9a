// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of requests, as on the wire, for sentences.
#pragma once

#include <string_view>

#include "messages/messages.hpp"

namespace assay::engine {

/// "hello", "open", "run", …
[[nodiscard]] std::string_view request_name(const messages::RequestBody& body);

}  // namespace assay::engine
