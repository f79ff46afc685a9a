// SPDX-License-Identifier: Apache-2.0
/// \file
/// The helper kernels: fills, poison, digests, comparisons and spacers, lowered to op lists. Specified to the bit in
/// docs/kernels.md; kernels/assay_*.wgsl is one implementation, lower/reference.hpp the other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "messages/messages.hpp"
#include "plan/plan.hpp"

namespace assay::lower {

enum class Helper { fill, digest, compare, spacer };

/// Words of the parameter block that a helper reads (a storage buffer of its own, written by the host).
inline constexpr std::size_t kParameterWords = 8;
using Parameters = std::array<std::uint32_t, kParameterWords>;

/// Source of a helper, ready for `kernels`.
[[nodiscard]] messages::KernelSource helper_source(Helper helper, messages::KernelId id);

/// Whether a fill is made on the device; `values` and `file` are written by the host.
[[nodiscard]] bool is_made_on_device(const plan::Fill& fill);

/// Of a fill that fill_check() (lower/fill_check.hpp) accepts. A fill that the host writes gives the block of `zero`.
[[nodiscard]] Parameters fill_parameters(const plan::Fill& fill, plan::ElementType type);
/// Poison P of word i is keyed by i and the seed; `complement` gives ~P.
[[nodiscard]] Parameters poison_parameters(std::uint32_t seed, bool complement);
/// `padding`: bits of the last word that do not count (plan::Buffer::padding_bits).
[[nodiscard]] Parameters digest_parameters(std::uint32_t padding = 0);
/// `type` decides what "largest difference" means: units in the last place for floats, absolute difference for
/// integers.
[[nodiscard]] Parameters compare_parameters(plan::ElementType type, std::uint32_t padding = 0);
/// An untimed wait of `iterations` dependent steps in one workgroup of one invocation.
[[nodiscard]] Parameters spacer_parameters(std::uint32_t iterations);
/// The same fill, digest or comparison for a binding whose first word is word `first_word` of the whole: a buffer
/// larger than one binding is taken in windows (lanes of digests add modulo 2^32).
[[nodiscard]] Parameters starting_at(Parameters parameters, std::uint32_t first_word);

/// Roles: 0 target, 1 parameters. `words` u32 words are written from the role's offset on.
[[nodiscard]] messages::Track fill_track(messages::TrackId id, messages::KernelId kernel, std::uint64_t words);
/// Roles: 0 subject, 1 parameters, 2 result: four u32 lanes, cleared by the track itself.
[[nodiscard]] messages::Track digest_track(messages::TrackId id, messages::KernelId kernel, std::uint64_t words);
/// Roles: 0 left, 1 right, 2 parameters, 3 result: {first differing word or 0xFFFFFFFF, count, largest difference}.
[[nodiscard]] messages::Track compare_track(messages::TrackId id, messages::KernelId kernel, std::uint64_t words);
/// Roles: 0 parameters, 1 sink (4 bytes).
[[nodiscard]] messages::Track spacer_track(messages::TrackId id, messages::KernelId kernel);

using Digest = std::array<std::uint32_t, 4>;
struct Difference {
  std::uint32_t first = 0xFFFFFFFFU;  ///< index of the first differing word; 0xFFFFFFFF: none
  std::uint32_t count = 0;            ///< words that differ (saturating)
  std::uint32_t largest = 0;
};
inline constexpr std::size_t kDigestBytes = 16;
inline constexpr std::size_t kDifferenceBytes = 12;

}  // namespace assay::lower
