// SPDX-License-Identifier: Apache-2.0
#include "protocol/cache_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "lower/arm_state.hpp"

namespace assay::protocol {
namespace {

using result::CacheState;

/// A buffer that an arm touches and that is zeroed or restored before each trial.
const plan::Buffer* put_back(const plan::Plan& plan) {
  for (const auto& arm : plan.arms) {
    for (const std::size_t buffer : lower::touched_by(arm)) {
      const auto each_trial = plan.buffers[buffer].each_trial;
      if (each_trial == plan::EachTrial::zero || each_trial == plan::EachTrial::restore) return &plan.buffers[buffer];
    }
  }
  return nullptr;
}

/// Every arm works on more than the cache could keep a part of.
bool is_larger(const plan::Plan& plan, const result::CacheRecord& record) {
  return record.most_bytes && std::all_of(plan.arms.begin(), plan.arms.end(), [&](const auto& arm) {
           return working_set_bytes(plan, arm) >= bytes_to_write(record);
         });
}

}  // namespace

std::uint64_t working_set_bytes(const plan::Plan& plan, const plan::Arm& arm) {
  std::uint64_t bytes = 0;
  for (const std::size_t buffer : lower::touched_by(arm)) bytes += plan.buffers[buffer].bytes();
  return bytes;
}

result::CacheRecord cache_record(const plan::Plan& plan, const KnownMemory& known) {
  result::CacheRecord record{.asked = std::string(plan::name_of(plan.cache)),
                             .copy_bytes_per_second = known.copy_bytes_per_second};
  if (plan.rig.cache_bytes) {
    record.least_bytes = record.most_bytes = *plan.rig.cache_bytes;
    record.declared = true;
  } else if (known.cache_bytes) {
    record.least_bytes = *known.cache_bytes;
    record.most_bytes = 2 * *known.cache_bytes;
  }
  return record;
}

Expected<void> check_cache(const plan::Plan& plan, const result::CacheRecord& record) {
  if (plan.cache == plan::CacheWish::both) {
    return fail({.fault = Fault::bad_input,
                 .what = "a cold cache and a warm one are two comparisons",
                 .value = "cache = \"both\"",
                 .where = plan.probe,
                 .advice = "compare with \"cold\" and with \"warm\""});
  }
  if (plan.cache != plan::CacheWish::cold) return {};
  if (!record.most_bytes) {
    return fail({.fault = Fault::unfit,
                 .what = "a cold cache cannot be promised: the size of the last-level cache is not known",
                 .where = plan.probe,
                 .advice =
                     "`assay calibrate` looks for it; where it finds none, declare it in the probe: [rig] cache = "
                     "\"50 MiB\""});
  }
  if (const auto* buffer = put_back(plan); buffer != nullptr && !is_larger(plan, record)) {
    return fail(
        {.fault = Fault::bad_input,
         .what = fmt::format("a cold cache cannot be promised: putting '{}' back before each trial brings it "
                             "into the cache",
                             buffer->name),
         .where = plan.probe,
         .advice = "give it data sets that take turns, each_trial = { rotate = N }, or leave the cache unstated"});
  }
  return {};
}

result::CacheState cache_state(const plan::Plan& plan, const result::CacheRecord& record, std::uint32_t trials) {
  if (is_larger(plan, record)) return CacheState::larger;
  if (plan.cache == plan::CacheWish::cold) return CacheState::cold;
  if (plan.cache == plan::CacheWish::warm) return CacheState::warm;
  if (trials > 1) return CacheState::repeated;
  return record.most_bytes && put_back(plan) == nullptr ? CacheState::cold : CacheState::as_left;
}

std::uint64_t bytes_to_write(const result::CacheRecord& record) {
  return kCachesWritten * record.most_bytes.value_or(0);
}

}  // namespace assay::protocol
