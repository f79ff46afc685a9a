// SPDX-License-Identifier: Apache-2.0
// Op lists of the helper kernels.
#include <algorithm>
#include <utility>

#include "lower/kernels.hpp"
#include "lower/parameter_block.hpp"

namespace assay::lower {
namespace {

using messages::Bound;
using messages::Role;

constexpr std::uint64_t kParameterBytes = kParameterWords * 4;

/// About 16 words for each of 256 invocations, which strides over the rest: enough to hide the cost of a workgroup on a
/// software device, and any number of words fits in the 65,535 workgroups of one dimension.
std::array<std::uint32_t, 3> groups_for(std::uint64_t words) {
  constexpr std::uint64_t kWordsPerGroup = 256 * 16;
  const std::uint64_t groups = words / kWordsPerGroup + (words % kWordsPerGroup != 0 ? 1 : 0);
  return {static_cast<std::uint32_t>(std::clamp<std::uint64_t>(groups, 1, 65535)), 1, 1};
}

Bound bound(std::uint32_t binding, Role role, std::uint64_t bytes) {
  return {.group = 0, .binding = binding, .role = role, .offset = 0, .size = bytes};
}

messages::PassOp pass(std::string label, messages::KernelId kernel, std::vector<Bound> bindings,
                      std::array<std::uint32_t, 3> groups) {
  return {.label = std::move(label),
          .stamped = false,
          .dispatches = {{.kernel = kernel, .bindings = std::move(bindings), .groups = groups}}};
}

}  // namespace

messages::Track fill_track(messages::TrackId id, messages::KernelId kernel, std::uint64_t words) {
  messages::Track track{.id = id, .roles = 2};
  if (words == 0) return track;  // an empty binding is not allowed
  track.ops.emplace_back(
      pass("assay fill", kernel, {bound(0, 0, words * 4), bound(1, 1, kParameterBytes)}, groups_for(words)));
  return track;
}

messages::Track digest_track(messages::TrackId id, messages::KernelId kernel, std::uint64_t words) {
  messages::Track track{.id = id, .roles = 3};
  track.ops.emplace_back(messages::ClearOp{.role = 2, .offset = 0, .size = kDigestBytes});
  if (words == 0) return track;  // the digest of nothing is four zeros
  track.ops.emplace_back(pass("assay digest", kernel,
                              {bound(0, 0, words * 4), bound(1, 1, kParameterBytes), bound(2, 2, kDigestBytes)},
                              groups_for(words)));
  return track;
}

messages::Track compare_track(messages::TrackId id, messages::KernelId kernel, std::uint64_t words) {
  messages::Track track{.id = id, .roles = 4};
  // "No difference" is not all zeros, so it is copied from the parameters instead of cleared.
  track.ops.emplace_back(
      messages::CopyOp{.from = 2, .to = 3, .from_offset = kEqualWord * 4, .to_offset = 0, .size = kDifferenceBytes});
  if (words == 0) return track;
  track.ops.emplace_back(pass(
      "assay compare", kernel,
      {bound(0, 0, words * 4), bound(1, 1, words * 4), bound(2, 2, kParameterBytes), bound(3, 3, kDifferenceBytes)},
      groups_for(words)));
  return track;
}

messages::Track spacer_track(messages::TrackId id, messages::KernelId kernel) {
  messages::Track track{.id = id, .roles = 2};
  // Without the fences nothing would keep the spacer out of the slots on either side, with which it shares no buffer.
  track.ops.emplace_back(messages::FenceOp{.before = 1});
  track.ops.emplace_back(pass("assay spacer", kernel, {bound(0, 0, kParameterBytes), bound(1, 1, 4)}, {1, 1, 1}));
  track.ops.emplace_back(messages::FenceOp{.after = 1});
  return track;
}

}  // namespace assay::lower
