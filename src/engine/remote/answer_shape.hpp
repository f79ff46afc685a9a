// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether an answer fits its request. What passes here can be indexed by the request's own counts.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "messages/messages.hpp"

namespace assay::engine {

/// Stamps that a track's slot must deliver.
struct TrackStamps {
  std::size_t stamped_passes = 0;
  messages::Track::Trials trials = messages::Track::Trials::inside;
  /// Begin and end of each stamped pass, once, or once a trial.
  [[nodiscard]] std::size_t stamps(std::uint32_t slot_trials) const {
    return 2 * stamped_passes * (trials == messages::Track::Trials::around ? slot_trials : 1);
  }
};
[[nodiscard]] TrackStamps stamps_of(const messages::Track& track);
using TrackStampsById = std::map<messages::TrackId, TrackStamps>;

// Each gives the predicate of "the engine's process …" when the answer does not fit.
[[nodiscard]] std::optional<std::string> misfit(const messages::Open& wish, const messages::OpenAnswer& answer);
[[nodiscard]] std::optional<std::string> misfit(const messages::Kernels& wish, const messages::KernelsAnswer& answer);
[[nodiscard]] std::optional<std::string> misfit(const messages::Allocate& wish, const messages::AllocateAnswer& answer);
[[nodiscard]] std::optional<std::string> misfit(const messages::Read& wish, const messages::ReadAnswer& answer);
[[nodiscard]] std::optional<std::string> misfit(const messages::Sha256& wish, const messages::Sha256Answer& answer);
[[nodiscard]] std::optional<std::string> misfit(const messages::Run& wish, const messages::RunAnswer& answer,
                                                const TrackStampsById& tracks);

}  // namespace assay::engine
