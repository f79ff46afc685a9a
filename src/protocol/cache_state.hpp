// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every slot shall find in the last-level cache: asked for by the plan, or decided by the procedure's own rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "error/error.hpp"
#include "plan/plan.hpp"
#include "result/comparison.hpp"

namespace assay::protocol {

/// What an earlier calibration of this rig found out about its memory.
struct KnownMemory {
  std::optional<std::uint64_t> cache_bytes{};  ///< a working set that the cache holds; twice as much it does not
  std::optional<double> copy_bytes_per_second{};
};

/// Memory that a cold slot writes, and the working set from which on no cache matters, in caches: what is written must
/// leave nothing behind whichever way the cache replaces its lines.
inline constexpr std::uint64_t kCachesWritten = 2;

/// Bytes of the buffers that one trial of an arm touches, one data set of each.
[[nodiscard]] std::uint64_t working_set_bytes(const plan::Plan& plan, const plan::Arm& arm);

/// What was asked, and the cache's size as far as it is known: the probe's word goes before a calibration.
[[nodiscard]] result::CacheRecord cache_record(const plan::Plan& plan, const KnownMemory& known);

/// Fault::unfit for "cold" on a cache of unknown size; Fault::bad_input for "cold" where buffers are put back before
/// each trial (that would bring them into the cache), and for "both", which is two comparisons.
[[nodiscard]] Expected<void> check_cache(const plan::Plan& plan, const result::CacheRecord& record);

/// The state of slots of so many trials. Without a wish: trials that follow each other in one slot are left to it; a
/// slot of one trial is cold where the size is known.
[[nodiscard]] result::CacheState cache_state(const plan::Plan& plan, const result::CacheRecord& record,
                                             std::uint32_t trials);

/// Bytes that a cold slot writes before each trial; 0 where the cache's size is not known.
[[nodiscard]] std::uint64_t bytes_to_write(const result::CacheRecord& record);

}  // namespace assay::protocol
