// SPDX-License-Identifier: Apache-2.0
/// \file
/// A slot with every id looked up, every range checked and every bind group made: what encoding merely plays back.
#pragma once

#include <webgpu/webgpu.h>

#include <array>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "worker/native/bind_groups.hpp"
#include "worker/native/kernels.hpp"
#include "worker/native/memory.hpp"
#include "worker/native/tracks.hpp"

namespace assay::worker::native {

struct ReadyDispatch {
  WGPUComputePipeline pipeline = nullptr;
  std::vector<std::pair<std::uint32_t, WGPUBindGroup>> groups{};  ///< group index → bind group
  WGPUBuffer indirect = nullptr;                                  ///< null: `workgroups` count
  std::uint64_t indirect_offset = 0;
  std::array<std::uint32_t, 3> workgroups{};
};
struct ReadyPass {
  bool stamped = false;
  const std::string* label = nullptr;
  std::vector<ReadyDispatch> dispatches{};
};
struct ReadyClear {
  WGPUBuffer buffer = nullptr;
  std::uint64_t offset = 0, size = 0;
};
struct ReadyCopy {
  WGPUBuffer from = nullptr, to = nullptr;
  std::uint64_t from_offset = 0, to_offset = 0, size = 0;
};
struct ReadyFence {
  std::vector<ReadyCopy> copies{};  ///< pad of `after` → fence buffer → pad of `before`
  bool opening = false;             ///< before the track's first other op
};
using ReadyOp = std::variant<ReadyPass, ReadyClear, ReadyCopy, ReadyFence>;

struct ReadySlot {
  const StoredTrack* track = nullptr;
  std::uint32_t trials = 1;
  /// One op list per distinct set of offsets; trial t plays `variants[t mod size]`.
  std::vector<std::vector<ReadyOp>> variants{};
};

/// Where the parts of a slot are looked up.
struct Stock {
  const Tracks& tracks;
  const Allocations& memory;
  const Kernels& kernels;
  BindGroups& bind_groups;
  WGPUBuffer fence = nullptr;
};

/// Failure::Kind::protocol for unknown ids, wrong counts and ranges past an allocation's end; Failure::Kind::validation
/// where the engine refuses a bind group.
[[nodiscard]] Outcome<ReadySlot> make_ready(const messages::Slot& slot, const Stock& stock);

}  // namespace assay::worker::native
