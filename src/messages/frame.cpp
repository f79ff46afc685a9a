// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>

#include "messages/codec.hpp"

namespace assay::messages {
namespace {

constexpr std::size_t kHeaderBytes = 8;

void append_u32(Blob& to, std::size_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) to.push_back(static_cast<std::byte>((value >> shift) & 0xFFU));
}

std::uint32_t u32_at(const Blob& from, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(from[offset + i]) << (8 * i);
  return value;
}

Unexpected broken(std::string what, std::string value, std::string limit) {
  return fail({.fault = Fault::broken_run,
               .what = std::move(what),
               .value = std::move(value),
               .limit = std::move(limit),
               .where = "message"});
}

std::string limits() {
  return fmt::format("1 to {} bytes of JSON and at most {} of data", kMostJsonBytes, kMostBlobBytes);
}

}  // namespace

Expected<Blob> to_bytes(const Frame& frame) {
  if (frame.json.empty() || frame.json.size() > kMostJsonBytes || frame.blob.size() > kMostBlobBytes) {
    return fail({.fault = Fault::internal,
                 .what = "a message is too large",
                 .value = fmt::format("{} bytes of JSON and {} of data", frame.json.size(), frame.blob.size()),
                 .limit = limits(),
                 .where = "message"});
  }
  Blob bytes;
  bytes.reserve(kHeaderBytes + frame.json.size() + frame.blob.size());
  append_u32(bytes, frame.json.size());
  append_u32(bytes, frame.blob.size());
  const auto text = std::as_bytes(std::span(frame.json));
  bytes.insert(bytes.end(), text.begin(), text.end());
  bytes.insert(bytes.end(), frame.blob.begin(), frame.blob.end());
  return bytes;
}

void FrameReader::feed(std::span<const std::byte> bytes) {
  if (broken_) return;
  if (pending() + bytes.size() > kMostPending) {
    // Nobody took the frames that were there: the reader ends the stream rather than grow.
    buffer_ = Blob();
    consumed_ = 0;
    broken_ = true;
    return;
  }
  if (consumed_ > 0 && consumed_ >= buffer_.size() / 2) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(consumed_));
    consumed_ = 0;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

Expected<std::optional<Frame>> FrameReader::next() {
  if (broken_) return broken("the stream of messages is broken", "", limits());
  if (pending() < kHeaderBytes) return std::optional<Frame>();
  const std::uint32_t json_bytes = u32_at(buffer_, consumed_);
  const std::uint32_t blob_bytes = u32_at(buffer_, consumed_ + 4);
  if (json_bytes == 0 || json_bytes > kMostJsonBytes || blob_bytes > kMostBlobBytes) {
    buffer_ = Blob();
    consumed_ = 0;
    broken_ = true;
    return broken("a message has an impossible size",
                  fmt::format("{} bytes of JSON and {} of data", json_bytes, blob_bytes), limits());
  }
  if (pending() < kHeaderBytes + json_bytes + blob_bytes) return std::optional<Frame>();
  Frame frame;
  const std::byte* const json = buffer_.data() + consumed_ + kHeaderBytes;
  frame.json.resize(json_bytes);
  std::memcpy(frame.json.data(), json, json_bytes);
  frame.blob.assign(json + json_bytes, json + json_bytes + blob_bytes);
  consumed_ += kHeaderBytes + json_bytes + blob_bytes;
  if (consumed_ == buffer_.size()) {
    buffer_.clear();
    consumed_ = 0;
  }
  return std::optional<Frame>(std::move(frame));
}

}  // namespace assay::messages
