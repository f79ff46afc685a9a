// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages ↔ frames. A frame is `u32 json_bytes, u32 blob_bytes` (little-endian), JSON, blob.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "error/error.hpp"
#include "messages/messages.hpp"

namespace assay::messages {

/// JSON text and blob of one frame, headers not included.
struct Frame {
  std::string json{};
  Blob blob{};
  bool operator==(const Frame&) const = default;
};

/// Errors are Fault::bad_input for a message above the limits, Fault::internal for a number that is not finite.
[[nodiscard]] Expected<Frame> encode(const Request& request);
[[nodiscard]] Expected<Frame> encode(const FromEngine& message);
/// Errors are Fault::broken_run with where = "message NAME" and the path within: the other side broke the
/// protocol.
[[nodiscard]] Expected<Request> decode_request(Frame frame);
[[nodiscard]] Expected<FromEngine> decode_from_engine(Frame frame);

/// The bytes on a stream: header, JSON, blob. Fails when a part is above its limit.
[[nodiscard]] Expected<Blob> to_bytes(const Frame& frame);

/// Collects bytes from a stream and gives out whole frames; bounded by the limits of messages.hpp.
class FrameReader {
 public:
  /// Most bytes that wait to be taken: room for a whole frame and for as much behind it. A stream that is fed further
  /// without `next` is given up.
  static constexpr std::size_t kMostPending = 2 * (std::size_t{8} + kMostJsonBytes + kMostBlobBytes);

  void feed(std::span<const std::byte> bytes);
  /// A whole frame, nothing yet, or an error after which the stream is useless.
  [[nodiscard]] Expected<std::optional<Frame>> next();
  /// Bytes that belong to an unfinished frame.
  [[nodiscard]] std::size_t pending() const { return buffer_.size() - consumed_; }

 private:
  Blob buffer_{};
  std::size_t consumed_ = 0;
  bool broken_ = false;
};

}  // namespace assay::messages
