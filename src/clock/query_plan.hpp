// SPDX-License-Identifier: Apache-2.0
/// \file
/// Timestamp queries checked before they are submitted: drivers answer a wrong plan with garbage, with a wait of many
/// seconds, or never.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "error/error.hpp"

namespace assay::clock {

/// Largest query set and the alignment of resolve offsets in WebGPU; bytes of one resolved stamp.
inline constexpr std::uint32_t kMostQueriesInSet = 4096;
inline constexpr std::uint64_t kResolveAlignment = 256;
inline constexpr std::uint64_t kStampBytes = 8;

/// The two slots that a pass writes.
struct PassQueries {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t dispatches = 1;  ///< a pass without any may leave its slots unwritten
};
struct Resolve {
  std::uint32_t first = 0, count = 0;  ///< slots
  std::uint64_t offset = 0;            ///< bytes in the destination
};
struct QueryPlan {
  std::uint32_t set_size = 0;
  std::vector<PassQueries> passes{};  ///< of one submission
  std::vector<Resolve> resolves{};
};

/// Fault::bad_input unless: the set has 1 to 4,096 slots; every slot lies in it; a pass has two different slots; no
/// slot is written twice; a resolve reads only slots that a pass with work writes; offsets are multiples of 256; no
/// resolve overwrites another's bytes.
[[nodiscard]] Expected<void> check(const QueryPlan& plan);

/// Resolves for consecutive groups of so many passes each (two slots a pass), every one at an aligned offset of its
/// own.
[[nodiscard]] std::vector<Resolve> place_resolves(std::span<const std::uint32_t> passes_per_resolve);

}  // namespace assay::clock
