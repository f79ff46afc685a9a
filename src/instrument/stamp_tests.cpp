// SPDX-License-Identifier: Apache-2.0
#include "instrument/stamp_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr std::uint32_t kUnwrittenQueries = 16;

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

result::CertificateItem judge_unwritten(const std::optional<std::vector<std::uint64_t>>& read) {
  result::CertificateItem item{.name = "unwritten", .rule = "a query that nothing wrote reads 0"};
  if (!read || read->empty()) {
    item.value = "this engine may never answer for a query that nothing wrote";
    return item;
  }
  const auto others =
      static_cast<std::size_t>(std::count_if(read->begin(), read->end(), [](auto r) { return r != 0; }));
  item.numbers = {{"queries", static_cast<double>(read->size())}, {"not_zero", static_cast<double>(others)}};
  item.state = others == 0 ? State::passed : State::failed;
  item.value = fmt::format("{} of {} queries that nothing wrote read 0", read->size() - others, read->size());
  if (others > 0) item.forbids = "telling a stamp that was never written from a time by its value";
  return item;
}

Expected<result::CertificateItem> test_unwritten(Device& device) {
  if (!device.opened().resolves_unwritten) return judge_unwritten({});
  const auto answer = device.run_unwritten(kUnwrittenQueries);
  if (!answer) return fail(answer.error());
  return judge_unwritten(*answer);
}

}  // namespace assay::instrument
