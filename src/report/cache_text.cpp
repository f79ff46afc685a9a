// SPDX-License-Identifier: Apache-2.0
#include "report/cache_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "report/number_text.hpp"

namespace assay::report {
namespace {

using result::CacheState;

std::string size_of_cache(const result::CacheRecord& cache) {
  if (!cache.most_bytes) return "a last-level cache of unknown size (`assay calibrate` looks for it)";
  if (cache.declared) return fmt::format("a last-level cache of {} (declared)", bytes_text(*cache.most_bytes));
  return fmt::format("a last-level cache of {} to {} (calibrated)", bytes_text(cache.least_bytes.value_or(0)),
                     bytes_text(*cache.most_bytes));
}

std::string state_text(const result::CacheRecord& cache) {
  switch (cache.state) {
    case CacheState::repeated:
      return "repeated: the trials of a slot follow each other and find what the one before left";
    case CacheState::as_left: return "as the slot before left it";
    case CacheState::cold:
      return fmt::format("cold: {} were written before each trial, twice what the cache may hold",
                         bytes_text(cache.written_bytes));
    case CacheState::warm: return "warm: the same build ran once, untimed, before each slot";
    case CacheState::larger:
      return cache.asked.empty() ? "the working set is larger than the cache"
                                 : fmt::format(
                                       "{} was asked for and nothing was done: the working set is larger than "
                                       "the cache",
                                       cache.asked);
  }
  return {};
}

}  // namespace

std::string cache_text(const result::Comparison& comparison) {
  const auto& cache = *comparison.schedule.cache;
  std::uint64_t least = UINT64_MAX, most = 0;
  for (const auto& arm : comparison.arms) {
    least = std::min(least, arm.working_set_bytes);
    most = std::max(most, arm.working_set_bytes);
  }
  std::string text = state_text(cache);
  if (most > 0) {
    text += "; working set " + bytes_text(least);
    if (least != most) text += " to " + bytes_text(most);
    text += ", " + size_of_cache(cache);
  }
  return text;
}

std::string rate_remark(const result::RateClaim& claim) {
  if (claim.cache_resident) {
    return claim.above_copy ? " (cache-resident, above a large copy)" : " (cache-resident)";
  }
  if (!claim.share_of_copy) return {};
  return fmt::format(" ({:.0f} % of a large copy)", 100 * *claim.share_of_copy);
}

}  // namespace assay::report
