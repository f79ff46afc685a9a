// SPDX-License-Identifier: Apache-2.0
#include "instrument/stamp_tests.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

/// A few may be the machine's doing (a counter that began anew); most are the instrument's.
bool most(std::size_t some, std::size_t all) { return 2 * some > all; }

}  // namespace

result::CertificateItem judge_rounding(std::span<const std::vector<PassStamps>> submissions) {
  result::CertificateItem item{.name = "rounding",
                               .rule = "a pass that waited does not begin before the one before it"};
  std::size_t neighbours = 0, overlapping = 0;
  for (const auto& passes : submissions) {
    for (std::size_t p = 1; p < passes.size(); ++p) {
      ++neighbours;
      if (passes[p].begin < passes[p - 1].end) ++overlapping;
    }
  }
  item.numbers = {{"neighbours", static_cast<double>(neighbours)}, {"overlapping", static_cast<double>(overlapping)}};
  if (neighbours == 0) return item;
  const bool failed = most(overlapping, neighbours);
  item.state = failed ? State::failed : State::passed;
  item.value =
      fmt::format("{} of {} passes begin before the end of the one that they waited for", overlapping, neighbours);
  item.value += failed ? ": begins are rounded down and ends up, or stamps are not taken at the passes"
                       : ": begin and end are rounded alike";
  if (failed) item.forbids = "every span, each of which may be a quantum too long; nothing is compared";
  return item;
}

result::CertificateItem judge_reset(std::span<const std::vector<PassStamps>> submissions) {
  result::CertificateItem item{.name = "reset", .rule = "a query slot that is used again is written again"};
  std::size_t stamps = 0, old = 0;
  for (std::size_t s = 1; s < submissions.size(); ++s) {
    if (submissions[s - 1].empty()) continue;
    const auto last_end = submissions[s - 1].back().end;
    for (const auto& pass : submissions[s]) {
      stamps += 2;
      old += std::size_t{pass.begin < last_end} + std::size_t{pass.end < last_end};
    }
  }
  item.numbers = {{"stamps", static_cast<double>(stamps)}, {"old", static_cast<double>(old)}};
  if (stamps == 0) return item;
  const bool failed = most(old, stamps);
  item.state = failed ? State::failed : State::passed;
  item.value =
      fmt::format("{} of {} stamps in slots that were used before are older than the submission before", old, stamps);
  if (failed) item.forbids = "every time, which may be that of an earlier run; nothing is compared";
  return item;
}

result::CertificateItem unwritten_item() {
  return {.name = "unwritten",
          .state = State::not_run,
          .value = "the messages have no way to ask for a slot that no pass wrote, and some engines never answer that",
          .rule = "a slot that no pass wrote reads 0"};
}

}  // namespace assay::instrument
