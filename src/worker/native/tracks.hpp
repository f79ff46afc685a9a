// SPDX-License-Identifier: Apache-2.0
/// \file
/// Op lists over roles, by id, checked once when they arrive.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "worker/outcome.hpp"

namespace assay::worker::native {

struct StoredTrack {
  messages::Track track{};
  std::uint32_t stamped_passes = 0;
  std::uint32_t dispatches = 0;
  /// Index of the first op that is no fence; the number of ops when there is none.
  std::size_t first_work = 0;

  /// Timestamp queries of a slot with that many trials.
  [[nodiscard]] std::uint64_t queries(std::uint32_t trials) const;
  /// Encoder commands of a slot with that many trials, for the bound on a submission.
  [[nodiscard]] std::uint64_t commands(std::uint32_t trials) const;
};

class Tracks {
 public:
  /// Failure::Kind::protocol for an id that exists, a role outside the track's, or a fence between
  /// other ops of a track whose trials repeat the whole list.
  [[nodiscard]] Outcome<void> define(const messages::Track& track);
  [[nodiscard]] Outcome<const StoredTrack*> find(messages::TrackId id) const;

 private:
  std::unordered_map<messages::TrackId, StoredTrack> tracks_{};
};

}  // namespace assay::worker::native
