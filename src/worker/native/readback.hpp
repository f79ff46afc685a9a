// SPDX-License-Identifier: Apache-2.0
/// \file
/// The way back: resolved stamps and bytes of buffers through one mappable buffer, with a proof that they are fresh.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "worker/native/device.hpp"
#include "worker/native/memory.hpp"

namespace assay::worker::native {

struct Piece {
  WGPUBuffer from = nullptr;
  std::uint64_t offset = 0, bytes = 0;  ///< multiples of four
};

/// A fetch with its commands encoded.
struct ReadyFetch {
  Handle<WGPUCommandBuffer> commands{};
  std::uint64_t stamp_bytes = 0, piece_bytes = 0;
};

struct Fetched {
  std::vector<std::uint64_t> stamps{};
  messages::Blob bytes{};  ///< the pieces, one behind the other
  HostClock::time_point mapped_at{};
};

class Readback {
 public:
  explicit Readback(Device& device) : device_(device) {}

  /// The query set of the device's stamps, made on first use.
  [[nodiscard]] Outcome<WGPUQuerySet> query_set();

  /// Makes room for fetches of so many bytes of stamps and pieces. Growing it voids every ReadyFetch made before.
  [[nodiscard]] Outcome<void> reserve(std::uint64_t bytes);
  /// Encodes, in a submission of its own: resolve queries 0 … `queries`−1, copy the pieces. At most kMostQueries stamps
  /// and kMostBlobBytes of pieces. Nothing is submitted.
  [[nodiscard]] Outcome<ReadyFetch> prepare(std::uint32_t queries, std::span<const Piece> pieces);
  /// Submits and maps. All queries that it resolves must have been written since the last fetch: unwritten ones never
  /// resolve on some drivers. Failure::Kind::internal, with nothing submitted, while an earlier fetch is not over.
  [[nodiscard]] Outcome<Fetched> fetch(const ReadyFetch& ready, HostClock::time_point deadline);
  /// What so many queries of a new query set read that nothing writes; only where the dialect says that it comes back.
  [[nodiscard]] Outcome<std::vector<std::uint64_t>> read_unwritten(std::uint32_t count, HostClock::time_point deadline);

 private:
  [[nodiscard]] Outcome<Handle<WGPUCommandBuffer>> encode(std::uint32_t queries, std::span<const Piece> pieces);
  [[nodiscard]] Outcome<Fetched> map(std::uint64_t stamp_bytes, std::uint64_t piece_bytes,
                                     HostClock::time_point deadline);

  Device& device_;
  Handle<WGPUQuerySet> queries_{};
  Handle<WGPUBuffer> resolved_{};
  Handle<WGPUBuffer> staging_{};
  std::uint64_t staging_bytes_ = 0;
  /// Work that copies into a buffer on its way to the host is an error of the device, and so is unmapping one that was
  /// never mapped; some engines abort on either. So only an idle buffer is used, and only a mapped one unmapped.
  enum class Staging { idle, pending, mapped, failed } state_ = Staging::idle;
  /// A number that each fetch sends through the device: a lost device can report a successful map of what an earlier
  /// submission left, and work-done callbacks come from a dead one too.
  Handle<WGPUBuffer> token_{};
  std::uint64_t last_token_ = 0;
};

}  // namespace assay::worker::native
