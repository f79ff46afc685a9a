// SPDX-License-Identifier: Apache-2.0
#include "worker/native/tracks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace assay::worker::native {
namespace {

using namespace messages;

constexpr std::size_t kMostTracks = 65536;
constexpr std::uint32_t kMostRoles = 4096;

void roles_of(const PassOp& pass, std::vector<Role>& roles) {
  for (const auto& dispatch : pass.dispatches) {
    for (const auto& bound : dispatch.bindings) roles.push_back(bound.role);
    if (const auto* indirect = std::get_if<IndirectGroups>(&dispatch.groups)) roles.push_back(indirect->role);
  }
}
void roles_of(const ClearOp& clear, std::vector<Role>& roles) { roles.push_back(clear.role); }
void roles_of(const CopyOp& copy, std::vector<Role>& roles) { roles.insert(roles.end(), {copy.from, copy.to}); }
void roles_of(const FenceOp& fence, std::vector<Role>& roles) {
  if (fence.after) roles.push_back(*fence.after);
  if (fence.before) roles.push_back(*fence.before);
}

}  // namespace

std::uint64_t StoredTrack::queries(std::uint32_t trials) const {
  const std::uint64_t repeats = track.trials == Track::Trials::around ? trials : 1;
  return 2 * repeats * stamped_passes;
}

std::uint64_t StoredTrack::commands(std::uint32_t trials) const {
  const std::uint64_t repeats = track.trials == Track::Trials::around ? trials : 1;
  return repeats * track.ops.size() + std::uint64_t{trials} * dispatches;
}

Outcome<void> Tracks::define(const Track& track) {
  if (tracks_.count(track.id) != 0) return refuse_protocol("a track of that id exists", std::to_string(track.id));
  if (tracks_.size() >= kMostTracks) {
    return refuse_protocol("too many tracks", std::to_string(tracks_.size() + 1), std::to_string(kMostTracks));
  }
  if (track.roles > kMostRoles) {
    return refuse_protocol("too many roles in a track", std::to_string(track.roles), std::to_string(kMostRoles));
  }
  StoredTrack stored{.track = track, .first_work = track.ops.size()};
  std::vector<Role> roles;
  std::size_t behind_last_work = 0;
  for (std::size_t i = 0; i < track.ops.size(); ++i) {
    const Op& op = track.ops[i];
    std::visit([&](const auto& one) { roles_of(one, roles); }, op);
    if (!std::holds_alternative<FenceOp>(op)) {
      stored.first_work = std::min(stored.first_work, i);
      behind_last_work = i + 1;
    }
    if (const auto* pass = std::get_if<PassOp>(&op)) {
      stored.stamped_passes += pass->stamped ? 1 : 0;
      stored.dispatches += static_cast<std::uint32_t>(pass->dispatches.size());
    }
  }
  for (std::size_t i = stored.first_work; i < behind_last_work; ++i) {
    if (track.trials == Track::Trials::around && std::holds_alternative<FenceOp>(track.ops[i])) {
      return refuse_protocol("a fence lies between ops that every trial repeats", fmt::format("op {}", i));
    }
  }
  for (const Role role : roles) {
    if (role >= track.roles) {
      return refuse_protocol(fmt::format("track {} names a role that it does not have", track.id),
                             fmt::format("role {}", role), fmt::format("{} roles", track.roles));
    }
  }
  tracks_.emplace(track.id, std::move(stored));
  return {};
}

Outcome<const StoredTrack*> Tracks::find(TrackId id) const {
  const auto found = tracks_.find(id);
  if (found == tracks_.end()) return refuse_protocol("unknown track", std::to_string(id));
  return &found->second;
}

}  // namespace assay::worker::native
