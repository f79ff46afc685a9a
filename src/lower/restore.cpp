// SPDX-License-Identifier: Apache-2.0
#include "lower/restore.hpp"

#include "lower/arm_state.hpp"

namespace assay::lower {

messages::Track restore_track(messages::TrackId id, const std::vector<std::uint64_t>& bytes) {
  messages::Track track{.id = id, .roles = static_cast<std::uint32_t>(2 * bytes.size())};
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    const auto copy = static_cast<messages::Role>(2 * k);
    track.ops.emplace_back(messages::CopyOp{.from = copy, .to = copy + 1, .size = bytes[k]});
  }
  return track;
}

std::vector<std::size_t> restored_each_slot(const plan::Plan& plan, const plan::Arm& arm) {
  std::vector<std::size_t> buffers;
  for (const std::size_t buffer : touched_by(arm)) {
    const bool takes_turns = plan.buffers[buffer].each_trial == plan::EachTrial::rotate;
    if (takes_turns && needs_pristine(plan, buffer)) buffers.push_back(buffer);
  }
  return buffers;
}

std::uint64_t all_bytes(const plan::Buffer& buffer) { return buffer.bytes() * (buffer.rotate > 1 ? buffer.rotate : 1); }

}  // namespace assay::lower
