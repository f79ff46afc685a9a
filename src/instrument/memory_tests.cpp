// SPDX-License-Identifier: Apache-2.0
#include "instrument/memory_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "embedded/self_test_wgsl.hpp"
#include "instrument/known_work.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr std::uint64_t kLeastBytes = 64ULL << 10U;  // of one buffer: half of the working set
constexpr std::uint64_t kMostBytes = 256ULL << 20U, kMostBytesOnSoftware = 32ULL << 20U;
constexpr double kCacheIsFaster = 1.3;
constexpr int kRuns = 5;
constexpr double kEnoughNs = 1e6, kEnoughQuanta = 30;
constexpr std::uint32_t kMostTrials = 4096;
constexpr std::uint32_t kGroupsInARow = 32768;
constexpr std::uint64_t kBytesOfAGroup = 256 * 16;

/// Copies `bytes` from role 0 to role 1, the trials inside one stamped pass.
messages::Track copy_track(messages::TrackId id, messages::KernelId kernel, std::uint64_t bytes) {
  const auto groups = static_cast<std::uint32_t>((bytes + kBytesOfAGroup - 1) / kBytesOfAGroup);
  const std::uint32_t rows = (groups + kGroupsInARow - 1) / kGroupsInARow;
  messages::TrackDispatch dispatch{
      .kernel = kernel,
      .bindings = {{.binding = 0, .role = 0, .size = bytes}, {.binding = 1, .role = 1, .size = bytes}},
      .groups = std::array<std::uint32_t, 3>{std::min(groups, kGroupsInARow), rows, 1}};
  messages::Track track{.id = id, .roles = 2};
  track.ops.emplace_back(messages::PassOp{.label = "assay stream", .stamped = true, .dispatches = {dispatch}});
  return track;
}

/// Quickest span of a slot of so many trials.
Expected<double> quickest_ns(Device& device, const messages::Slot& slot, double stamp_ns) {
  double quickest = INFINITY;
  for (int run = 0; run < kRuns; ++run) {
    const auto reading = run_slots(device, {.slots = {slot}});
    if (!reading) return fail(reading.error());
    const auto ticks = reading->passes.front().ticks();
    if (ticks && *ticks > 0) quickest = std::min(quickest, *ticks * stamp_ns);
  }
  return quickest;
}

/// Trials are added until a span is long against the clock.
Expected<double> nanoseconds_of_copy(Device& device, messages::Slot slot, double stamp_ns, double quantum_ns) {
  const double enough_ns = std::max(kEnoughNs, kEnoughQuanta * quantum_ns);
  for (slot.trials = 1;; slot.trials = std::min(4 * slot.trials, kMostTrials)) {
    auto span_ns = quickest_ns(device, slot, stamp_ns);
    if (!span_ns) return span_ns;
    if (*span_ns >= enough_ns || slot.trials == kMostTrials) return *span_ns / slot.trials;
  }
}

std::string size_text(std::uint64_t bytes) {
  return bytes >= 1ULL << 20U ? fmt::format("{} MiB", bytes >> 20U) : fmt::format("{} KiB", bytes >> 10U);
}

}  // namespace

MemoryFinding judge_memory(std::span<const CopyReading> readings) {
  MemoryFinding finding{.item = {.name = "memory", .rule = "reported"}};
  if (readings.empty()) return finding;
  const CopyReading& largest = readings.back();
  finding.item.state = State::passed;
  finding.copy_bytes_per_second = largest.bytes_per_second;
  finding.item.numbers = {{"copy_bytes_per_second", largest.bytes_per_second},
                          {"copy_working_set_bytes", static_cast<double>(largest.working_set_bytes)}};
  finding.item.value = fmt::format("copies {:.4g} GB/s at a working set of {}", largest.bytes_per_second / 1e9,
                                   size_text(largest.working_set_bytes));
  for (const auto& reading : readings) {
    if (reading.bytes_per_second >= kCacheIsFaster * largest.bytes_per_second) {
      finding.cache_bytes = reading.working_set_bytes;
    }
  }
  if (finding.cache_bytes) {
    finding.item.numbers["cache_bytes"] = static_cast<double>(*finding.cache_bytes);
    finding.item.value += fmt::format("; a cache holds {} and more, but not {}", size_text(*finding.cache_bytes),
                                      size_text(2 * *finding.cache_bytes));
  } else {
    finding.item.value += "; no size is copied faster by a cache";
  }
  return finding;
}

Expected<std::vector<CopyReading>> measure_copies(Device& device, double stamp_ns, double quantum_ns,
                                                  const Progress& progress) {
  const auto kernels = device.compile(
      {{.label = "assay_stream.wgsl", .wgsl = std::string(embedded::self_test_wgsl("assay_stream.wgsl"))}});
  if (!kernels) return fail(kernels.error());
  const auto& limits = device.limits();
  const std::uint64_t most = std::min({device.is_software() ? kMostBytesOnSoftware : kMostBytes,
                                       limits.maxStorageBufferBindingSize, limits.maxBufferSize / 2});
  std::vector<CopyReading> readings;
  for (std::uint64_t bytes = kLeastBytes; bytes <= most; bytes *= 2) {
    if (progress) {
      progress(std::log2(static_cast<double>(bytes) / kLeastBytes) / std::log2(static_cast<double>(most) / kLeastBytes),
               "copying " + size_text(bytes));
    }
    const auto from = device.allocate(bytes), to = device.allocate(bytes);
    for (const auto* made : {&from, &to}) {
      if (!*made && made->error().fault != Fault::unfit) return fail(made->error());
    }
    if (!from || !to) break;  // the sizes that fit have been read
    const auto filled = device.fill({.allocation = *from, .bytes = bytes}, lower::poison_parameters(1, false));
    if (!filled) return fail(filled.error());
    const auto id = device.fresh_track_id();
    if (auto added = device.add_track(copy_track(id, kernels->front(), bytes)); !added) return fail(added.error());
    const auto ns = nanoseconds_of_copy(device, {.track = id, .roles = {*from, *to}}, stamp_ns, quantum_ns);
    if (!ns) return fail(ns.error());
    if (std::isfinite(*ns) && *ns > 0) {
      readings.push_back(
          {.working_set_bytes = 2 * bytes, .bytes_per_second = 2 * static_cast<double>(bytes) / *ns * 1e9});
    }
    if (auto released = device.release({*from, *to}); !released) return fail(released.error());
  }
  return readings;
}

}  // namespace assay::instrument
