// SPDX-License-Identifier: Apache-2.0
#include "clock/query_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace assay::clock {

namespace {

Unexpected refuse(std::string what, std::string value, std::string limit, std::string advice) {
  return fail({.fault = Fault::bad_input,
               .what = std::move(what),
               .value = std::move(value),
               .limit = std::move(limit),
               .advice = std::move(advice)});
}

/// Marks the slots that passes with work write.
Expected<void> check_passes(const QueryPlan& plan, std::vector<bool>& written) {
  std::vector<bool> claimed(plan.set_size, false);
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    const PassQueries& pass = plan.passes[i];
    if (pass.begin == pass.end) {
      return refuse(fmt::format("pass {} stamps its begin and its end into one slot", i),
                    fmt::format("slot {}", pass.begin), "two different slots", "give it two");
    }
    for (const std::uint32_t slot : {pass.begin, pass.end}) {
      if (slot >= plan.set_size) {
        return refuse(fmt::format("pass {} stamps a slot outside the query set", i), fmt::format("slot {}", slot),
                      fmt::format("0 to {}", plan.set_size - 1), "use a larger set or an earlier slot");
      }
      if (claimed[slot]) {
        return refuse(fmt::format("pass {} stamps a slot that another pass of the submission stamps", i),
                      fmt::format("slot {}", slot), "each slot once", "give every pass slots of its own");
      }
      claimed[slot] = true;
      written[slot] = pass.dispatches > 0;
    }
  }
  return {};
}

Expected<void> check_resolves(const QueryPlan& plan, const std::vector<bool>& written) {
  for (std::size_t i = 0; i < plan.resolves.size(); ++i) {
    const Resolve& resolve = plan.resolves[i];
    const std::uint64_t last = std::uint64_t{resolve.first} + resolve.count;
    if (resolve.count == 0 || last > plan.set_size) {
      return refuse(fmt::format("resolve {} reaches outside the query set", i),
                    fmt::format("slots {} up to {}", resolve.first, last),
                    fmt::format("at most {} slots", plan.set_size), "resolve what was written");
    }
    for (std::uint32_t slot = resolve.first; slot < last; ++slot) {
      if (!written[slot]) {
        return refuse(fmt::format("resolve {} reads a slot that no pass with work writes", i),
                      fmt::format("slot {}", slot), "written slots only",
                      "resolve exactly what was written: some drivers never return otherwise");
      }
    }
    if (resolve.offset % kResolveAlignment != 0) {
      return refuse(fmt::format("resolve {} has an offset that is not aligned", i),
                    fmt::format("{} bytes", resolve.offset), fmt::format("multiples of {}", kResolveAlignment),
                    "round it up");
    }
  }
  return {};
}

Expected<void> check_destinations(std::vector<Resolve> resolves) {
  std::sort(resolves.begin(), resolves.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
  for (std::size_t i = 1; i < resolves.size(); ++i) {
    const std::uint64_t end = resolves[i - 1].offset + kStampBytes * resolves[i - 1].count;
    if (resolves[i].offset < end) {
      return refuse("a resolve overwrites the bytes of another", fmt::format("offset {}", resolves[i].offset),
                    fmt::format("from {} on", end), "give every resolve bytes of its own");
    }
  }
  return {};
}

}  // namespace

Expected<void> check(const QueryPlan& plan) {
  if (plan.set_size == 0 || plan.set_size > kMostQueriesInSet) {
    return refuse("the query set has no valid size", fmt::format("{} slots", plan.set_size),
                  fmt::format("1 to {}", kMostQueriesInSet), "split the work over several submissions");
  }
  std::vector<bool> written(plan.set_size, false);
  if (auto passes = check_passes(plan, written); !passes) return passes;
  if (auto resolves = check_resolves(plan, written); !resolves) return resolves;
  return check_destinations(plan.resolves);
}

std::vector<Resolve> place_resolves(std::span<const std::uint32_t> passes_per_resolve) {
  std::vector<Resolve> resolves;
  std::uint32_t first = 0;
  std::uint64_t offset = 0;
  for (const std::uint32_t passes : passes_per_resolve) {
    resolves.push_back({.first = first, .count = 2 * passes, .offset = offset});
    first += 2 * passes;
    const std::uint64_t end = offset + kStampBytes * 2 * passes;
    offset = (end + kResolveAlignment - 1) / kResolveAlignment * kResolveAlignment;
  }
  return resolves;
}

}  // namespace assay::clock
