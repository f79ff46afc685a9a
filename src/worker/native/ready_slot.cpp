// SPDX-License-Identifier: Apache-2.0
#include "worker/native/ready_slot.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <numeric>

namespace assay::worker::native {
namespace {

using namespace messages;

/// Ops of one slot after its offsets were added: sets of offsets × ops of the track.
constexpr std::uint64_t kMostReadyOps = 1U << 20U;

/// Saturates, so that a sum that does not fit fails the range check behind it.
std::uint64_t add_offsets(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum < a ? std::numeric_limits<std::uint64_t>::max() : sum;
}

/// One variant of one slot: roles resolved to buffers, offsets of its trial added.
class Resolver {
 public:
  Resolver(const Slot& slot, const StoredTrack& track, const Stock& stock, std::uint64_t variant)
      : slot_(slot), track_(track), stock_(stock), variant_(variant) {}

  Outcome<std::vector<ReadyOp>> resolve() const {
    std::vector<ReadyOp> ops;
    for (std::size_t i = 0; i < track_.track.ops.size(); ++i) {
      auto op = std::visit([&](const auto& one) { return resolve(one, i); }, track_.track.ops[i]);
      if (!op) return tl::unexpected(op.error());
      ops.push_back(std::move(*op));
    }
    return ops;
  }

 private:
  [[nodiscard]] std::uint64_t offset_of(Role role) const {
    const auto found = slot_.offsets.find(role);
    return found == slot_.offsets.end() ? 0 : found->second[variant_ % found->second.size()];
  }

  /// Never empty: wgpu-native aborts on an empty clear or binding, and no engine has a use for one.
  [[nodiscard]] Outcome<const Memory*> range(Role role, std::uint64_t offset, std::uint64_t size) const {
    if (size == 0) {
      return refuse_protocol(fmt::format("a range of role {} is empty", role), "0 bytes", "at least 4 bytes");
    }
    return stock_.memory.find_range(slot_.roles[role], offset, size);
  }

  [[nodiscard]] Outcome<ReadyOp> resolve(const PassOp& pass, std::size_t) const {
    ReadyPass ready{.stamped = pass.stamped, .label = &pass.label};
    for (const auto& dispatch : pass.dispatches) {
      auto one = resolve_dispatch(dispatch);
      if (!one) return tl::unexpected(one.error());
      ready.dispatches.push_back(std::move(*one));
    }
    return ready;
  }

  [[nodiscard]] Outcome<ReadyDispatch> resolve_dispatch(const TrackDispatch& dispatch) const {
    const auto pipeline = stock_.kernels.find(dispatch.kernel);
    if (!pipeline) return tl::unexpected(pipeline.error());
    ReadyDispatch ready{.pipeline = *pipeline};
    std::map<std::uint32_t, std::vector<GroupEntry>> groups;
    for (const auto& bound : dispatch.bindings) {
      const std::uint64_t offset = add_offsets(bound.offset, offset_of(bound.role));
      const auto memory = range(bound.role, offset, bound.size);
      if (!memory) return tl::unexpected(memory.error());
      groups[bound.group].push_back(
          {bound.binding, slot_.roles[bound.role], (*memory)->buffer.get(), offset, bound.size});
    }
    for (const auto& [index, entries] : groups) {
      const auto group = stock_.bind_groups.get(dispatch.kernel, *pipeline, index, entries);
      if (!group) return tl::unexpected(group.error());
      ready.groups.emplace_back(index, *group);
    }
    if (const auto* counts = std::get_if<std::array<std::uint32_t, 3>>(&dispatch.groups)) {
      ready.workgroups = *counts;
      return ready;
    }
    const auto& indirect = std::get<IndirectGroups>(dispatch.groups);
    ready.indirect_offset = add_offsets(indirect.offset, offset_of(indirect.role));
    const auto memory = range(indirect.role, ready.indirect_offset, 12);
    if (!memory) return tl::unexpected(memory.error());
    ready.indirect = (*memory)->buffer.get();
    return ready;
  }

  [[nodiscard]] Outcome<ReadyOp> resolve(const ClearOp& clear, std::size_t) const {
    const std::uint64_t offset = add_offsets(clear.offset, offset_of(clear.role));
    const auto memory = range(clear.role, offset, clear.size);
    if (!memory) return tl::unexpected(memory.error());
    return ReadyClear{(*memory)->buffer.get(), offset, clear.size};
  }

  [[nodiscard]] Outcome<ReadyOp> resolve(const CopyOp& copy, std::size_t) const {
    const std::uint64_t from_offset = add_offsets(copy.from_offset, offset_of(copy.from));
    const std::uint64_t to_offset = add_offsets(copy.to_offset, offset_of(copy.to));
    const auto from = range(copy.from, from_offset, copy.size);
    if (!from) return tl::unexpected(from.error());
    const auto to = range(copy.to, to_offset, copy.size);
    if (!to) return tl::unexpected(to.error());
    return ReadyCopy{(*from)->buffer.get(), (*to)->buffer.get(), from_offset, to_offset, copy.size};
  }

  /// The barriers that the engine derives from two copies through one buffer order everything before against everything
  /// after; the words copied lie behind the host's data.
  [[nodiscard]] Outcome<ReadyOp> resolve(const FenceOp& fence, std::size_t index) const {
    ReadyFence ready{.opening = index < track_.first_work};
    if (fence.after) {
      const auto memory = stock_.memory.find(slot_.roles[*fence.after]);
      if (!memory) return tl::unexpected(memory.error());
      ready.copies.push_back({(*memory)->buffer.get(), stock_.fence, (*memory)->bytes, 0, 4});
    }
    if (fence.before) {
      const auto memory = stock_.memory.find(slot_.roles[*fence.before]);
      if (!memory) return tl::unexpected(memory.error());
      ready.copies.push_back({stock_.fence, (*memory)->buffer.get(), 0, (*memory)->bytes, 4});
    }
    return ready;
  }

  const Slot& slot_;
  const StoredTrack& track_;
  const Stock& stock_;
  std::uint64_t variant_;
};

Outcome<void> check_offsets(const Slot& slot, std::uint32_t roles) {
  for (const auto& [role, offsets] : slot.offsets) {
    if (role >= roles || offsets.empty()) {
      return refuse_protocol("a slot has offsets for a role that its track does not have, or an empty list of them",
                             fmt::format("role {}", role));
    }
  }
  return {};
}

/// Number of different sets of offsets that the trials go through.
std::uint64_t count_variants(const Slot& slot) {
  std::uint64_t variants = 1;
  for (const auto& [role, offsets] : slot.offsets) {
    variants = std::lcm(variants, std::uint64_t{offsets.size()});
    if (variants >= slot.trials) return slot.trials;  // also keeps the product from overflowing
  }
  return variants;
}

}  // namespace

Outcome<ReadySlot> make_ready(const Slot& slot, const Stock& stock) {
  const auto track = stock.tracks.find(slot.track);
  if (!track) return tl::unexpected(track.error());
  if (slot.roles.size() != (*track)->track.roles) {
    return refuse_protocol(fmt::format("a slot of track {} binds another number of roles", slot.track),
                           std::to_string(slot.roles.size()), std::to_string((*track)->track.roles));
  }
  if (slot.trials == 0) return refuse_protocol(fmt::format("a slot of track {} has no trials", slot.track));
  if (auto valid = check_offsets(slot, (*track)->track.roles); !valid) return tl::unexpected(valid.error());
  const std::uint64_t variants = count_variants(slot);
  if (variants * (*track)->track.ops.size() > kMostReadyOps) {
    return refuse_protocol("a slot rotates through too many sets of offsets",
                           fmt::format("{} sets of {} ops", variants, (*track)->track.ops.size()),
                           fmt::format("{} ops together", kMostReadyOps));
  }

  ReadySlot ready{.track = *track, .trials = slot.trials};
  for (std::uint64_t variant = 0; variant < variants; ++variant) {
    auto ops = Resolver(slot, **track, stock, variant).resolve();
    if (!ops) return tl::unexpected(ops.error());
    ready.variants.push_back(std::move(*ops));
  }
  return ready;
}

}  // namespace assay::worker::native
