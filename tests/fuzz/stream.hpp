// SPDX-License-Identifier: Apache-2.0
/// \file
/// A stream of messages as bytes: its frames, however the bytes arrive.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "fuzz/check.hpp"
#include "messages/codec.hpp"

namespace assay::fuzz {

/// Feeds the stream in pieces, whose size the first byte says (0: all at once), and gives each whole frame to `take`.
template <class Take>
void each_frame(std::span<const std::uint8_t> bytes, Take take) {
  if (bytes.empty()) return;
  const std::size_t piece = bytes[0] == 0 ? bytes.size() : bytes[0];
  bytes = bytes.subspan(1);
  messages::FrameReader reader;
  while (!bytes.empty()) {
    const auto now = bytes.first(std::min(piece, bytes.size()));
    bytes = bytes.subspan(now.size());
    reader.feed(std::as_bytes(now));
    for (;;) {
      auto frame = reader.next();
      if (!frame) return must_be_told(frame.error(), Fault::broken_run);
      if (!*frame) break;
      must(!(*frame)->json.empty(), "a frame has JSON");
      take(std::move(**frame));
    }
  }
}

/// What a codec accepts it gives out again, and that means the same; what it refuses it blames on the other side.
template <class Decode>
void round_trip(messages::Frame frame, Decode decode) {
  const auto message = decode(std::move(frame));
  if (!message) return must_be_told(message.error(), Fault::broken_run);
  auto again = messages::encode(*message);
  must(again.has_value(), "what was decoded can be encoded");
  const auto bytes = messages::to_bytes(*again);
  must(bytes.has_value(), "and framed");
  const auto same = decode(std::move(*again));
  must(same.has_value() && *same == *message, "and means the same");
}

}  // namespace assay::fuzz
