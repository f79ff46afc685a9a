// SPDX-License-Identifier: Apache-2.0
/// \file
/// What went wrong on the other side of a link, as errors of this side.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "engine/remote/link.hpp"
#include "error/error.hpp"
#include "messages/messages.hpp"

namespace assay::engine {

/// Where an engine says that it failed when there is no driver that it can use.
inline constexpr std::string_view kDriverPlace = "driver";

/// A refusal by a living engine. `unsupported` and `out_of_memory` are the rig's (unfit), `validation` is the caller's
/// (bad input, in the engine's own words), `protocol` is our own fault (internal) and, like `lost`, `deadline` and
/// `internal` (broken run), the end of the engine.
[[nodiscard]] Error error_of(const messages::Failure& failure, std::string_view request);

/// The end of the link while `request` was open, with the process's last words.
[[nodiscard]] Error error_of(const Cut& cut, std::string_view request, std::chrono::milliseconds allowed,
                             const std::string& last_words);

/// The device was lost during `request`, as the engine told it.
[[nodiscard]] Error device_lost(const std::string& text, std::string_view request, const std::string& last_words);

/// The engine spoke, and what it said cannot be.
[[nodiscard]] Error protocol_broken(const std::string& how, std::string_view request, const std::string& last_words);

}  // namespace assay::engine
