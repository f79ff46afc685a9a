// SPDX-License-Identifier: Apache-2.0
/// \file
/// The worker's own result type: a value, or the `Failure` message that the host will receive.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "messages/messages.hpp"

namespace assay::worker {

using messages::Failure;

template <class T>
using Outcome = tl::expected<T, Failure>;

/// `return refuse({.kind = Failure::Kind::protocol, .what = "…"});`
[[nodiscard]] inline tl::unexpected<Failure> refuse(Failure failure) {
  return tl::unexpected<Failure>(std::move(failure));
}

/// The host broke the protocol: malformed, out of order, unknown id.
[[nodiscard]] inline tl::unexpected<Failure> refuse_protocol(std::string what, std::string value = {},
                                                             std::string limit = {}) {
  return refuse(
      {.kind = Failure::Kind::protocol, .what = std::move(what), .value = std::move(value), .limit = std::move(limit)});
}

}  // namespace assay::worker
