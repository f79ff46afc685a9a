// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long a host waits for an answer (docs/messages.md, section 4), in one place so that both ends reckon alike. An
/// engine gives up a little earlier, so that it can still say what did not complete.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace assay::messages {

/// Unless the user says otherwise; of requests without a rule of their own.
inline constexpr std::chrono::milliseconds kAnswerPatience{30'000};

/// For each kernel of a request, where other answers are given `answer`: software drivers take 13 s for one large
/// unrolled pipeline.
[[nodiscard]] constexpr std::chrono::milliseconds kernel_patience(std::chrono::milliseconds answer) {
  return 2 * answer;
}

/// What `sha256` may take on top: a millisecond for each 32 KiB, a sixth of what one slow core reads back and hashes.
[[nodiscard]] constexpr std::chrono::milliseconds digest_allowance(std::uint64_t bytes) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(bytes / 32768));
}

/// The patience of an engine whose host waits `host`: a sixth less, at most five seconds less.
[[nodiscard]] constexpr std::chrono::milliseconds engine_patience(std::chrono::milliseconds host) {
  return host - std::min(host / 6, std::chrono::milliseconds(5'000));
}

}  // namespace assay::messages
