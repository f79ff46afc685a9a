// SPDX-License-Identifier: Apache-2.0
#include "instrument/memory_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "embedded/self_test_wgsl.hpp"
#include "instrument/known_work.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr std::uint64_t kLeastBytes = 256ULL << 10U;
constexpr std::uint64_t kMostBytesOnSoftware = 64ULL << 20U;
constexpr double kCacheIsFaster = 1.3, kWarmUpSeconds = 0.15;
constexpr int kRuns = 5;
constexpr double kEnoughNs = 1e6, kEnoughQuanta = 30;
constexpr std::uint32_t kMostTrials = 4096;
constexpr std::uint64_t kLeastTimesThrough = 4;
constexpr std::uint32_t kGroupsInARow = 32768;
constexpr std::uint64_t kBytesOfAGroup = 256 * 16;  // of assay_stream.wgsl
constexpr std::uint64_t kBytesOfAChunk = 32768;     // of assay_read.wgsl
constexpr std::uint64_t kMostReaders = 4ULL << 20U;  // workgroups of one dispatch: 128 GiB read

/// Working set and its rate, as found by whoever measures it.
struct Wish {
  Device& device;
  double stamp_ns = 1, enough_ns = kEnoughNs;
};

std::string size_text(std::uint64_t bytes) {
  return bytes >= 1ULL << 20U ? fmt::format("{} MiB", bytes >> 20U) : fmt::format("{} KiB", bytes >> 10U);
}

/// Quickest span of a slot; infinite where the clock reads nothing.
Expected<double> quickest_ns(const Wish& wish, const messages::Slot& slot) {
  double quickest = INFINITY;
  for (int run = 0; run < kRuns; ++run) {
    const auto reading = run_slots(wish.device, {.slots = {slot}});
    if (!reading) return fail(reading.error());
    const auto ticks = reading->passes.front().ticks();
    if (ticks && *ticks > 0) quickest = std::min(quickest, *ticks * wish.stamp_ns);
  }
  return quickest;
}

Expected<messages::TrackId> add_pass(Device& device, messages::TrackDispatch dispatch, std::uint32_t roles) {
  messages::Track track{.id = device.fresh_track_id(), .roles = roles};
  track.ops.emplace_back(
      messages::PassOp{.label = "assay memory", .stamped = true, .dispatches = {std::move(dispatch)}});
  if (auto added = device.add_track(track); !added) return fail(added.error());
  return track.id;
}

/// What reads the first `bytes` of an allocation.
struct Reader {
  messages::KernelId kernel = 0;
  messages::AllocationId source = 0, parameters = 0, sink = 0;
  std::uint64_t bytes = 0;
  [[nodiscard]] std::uint64_t chunks() const { return bytes / kBytesOfAChunk; }
};

Expected<Reader> reader_of(Device& device, messages::KernelId kernel, messages::AllocationId source,
                           std::uint64_t bytes) {
  Reader reader{.kernel = kernel, .source = source, .bytes = bytes};
  const auto parameters = device.parameters({static_cast<std::uint32_t>(reader.chunks())});
  if (!parameters) return fail(parameters.error());
  const auto sink = device.scratch(32);
  if (!sink) return fail(sink.error());
  reader.parameters = *parameters;
  reader.sink = *sink;
  return reader;
}

/// One dispatch of so many workgroups, a chunk each.
Expected<messages::Slot> read_slot(Device& device, const Reader& reader, std::uint64_t groups) {
  const auto width = static_cast<std::uint32_t>(std::min<std::uint64_t>(groups, kGroupsInARow));
  const auto track =
      add_pass(device,
               {.kernel = reader.kernel,
                .bindings = {{.binding = 0, .role = 0, .size = reader.bytes},
                             {.binding = 1, .role = 1, .size = sizeof(lower::Parameters)},
                             {.binding = 2, .role = 2, .size = 32}},
                .groups = std::array<std::uint32_t, 3>{width, static_cast<std::uint32_t>(groups / width), 1}},
               3);
  if (!track) return fail(track.error());
  return messages::Slot{.track = *track, .roles = {reader.source, reader.parameters, reader.sink}};
}

/// Times through are added until a span is long against the clock. Nothing where the clock cannot tell even then.
Expected<std::optional<MemoryRate>> read_rate(const Wish& wish, const Reader& reader) {
  // Once through it is not enough: only later times tell where it stayed.
  for (std::uint64_t groups = kLeastTimesThrough * reader.chunks();; groups = std::min(4 * groups, kMostReaders)) {
    const auto slot = read_slot(wish.device, reader, groups);
    if (!slot) return fail(slot.error());
    const auto span_ns = quickest_ns(wish, *slot);
    if (!span_ns) return fail(span_ns.error());
    if (std::isfinite(*span_ns) && *span_ns >= wish.enough_ns) {
      const double moved = static_cast<double>(groups) * static_cast<double>(kBytesOfAChunk);
      return MemoryRate{.working_set_bytes = reader.bytes, .bytes_per_second = moved / *span_ns * 1e9};
    }
    if (groups >= kMostReaders) return std::nullopt;
  }
}

/// Reads without a pause for so long that a GPU's clock is up, as it is where work is timed.
Expected<void> warm_up(const Wish& wish, const Reader& reader) {
  if (wish.device.is_software()) return {};
  const auto rate = read_rate(wish, reader);
  if (!rate) return fail(rate.error());
  auto slot = read_slot(wish.device, reader, kLeastTimesThrough * reader.chunks());
  if (!slot) return fail(slot.error());
  const double once_s =
      static_cast<double>(kLeastTimesThrough * reader.bytes) / (*rate ? (*rate)->bytes_per_second : 1e12);
  slot->trials = static_cast<std::uint32_t>(std::clamp(kWarmUpSeconds / once_s, 1.0, double{kMostTrials}));
  if (auto ran = run_slots(wish.device, {.slots = {*slot}}); !ran) return fail(ran.error());
  return {};
}

/// Rate of a copy between two allocations; trials are added until a span is long against the clock.
Expected<std::optional<MemoryRate>> copy_rate(const Wish& wish, messages::KernelId kernel,
                                              std::array<messages::AllocationId, 2> buffers, std::uint64_t bytes) {
  const auto groups = static_cast<std::uint32_t>((bytes + kBytesOfAGroup - 1) / kBytesOfAGroup);
  const std::uint32_t rows = (groups + kGroupsInARow - 1) / kGroupsInARow;
  const auto track =
      add_pass(wish.device,
               {.kernel = kernel,
                .bindings = {{.binding = 0, .role = 0, .size = bytes}, {.binding = 1, .role = 1, .size = bytes}},
                .groups = std::array<std::uint32_t, 3>{std::min(groups, kGroupsInARow), rows, 1}},
               2);
  if (!track) return fail(track.error());
  messages::Slot slot{.track = *track, .roles = {buffers[0], buffers[1]}};
  for (;; slot.trials = std::min(4 * slot.trials, kMostTrials)) {
    const auto span_ns = quickest_ns(wish, slot);
    if (!span_ns) return fail(span_ns.error());
    const bool long_enough = std::isfinite(*span_ns) && *span_ns >= wish.enough_ns;
    if (!long_enough && slot.trials < kMostTrials) continue;
    if (!long_enough) return std::nullopt;
    const double moved = 2 * static_cast<double>(bytes) * slot.trials;
    return MemoryRate{.working_set_bytes = 2 * bytes, .bytes_per_second = moved / *span_ns * 1e9};
  }
}

/// Two buffers of the largest size up to `most` that both exist.
struct Buffers {
  std::array<messages::AllocationId, 2> ids{};
  std::uint64_t bytes = 0;
};
Expected<Buffers> largest_buffers(Device& device, std::uint64_t most) {
  for (std::uint64_t bytes = kMostWorkingSetBytes;; bytes /= 2) {
    if (bytes > most && bytes > kLeastBytes) continue;
    const auto first = device.allocate(bytes);
    const auto second = first ? device.allocate(bytes) : first;
    if (second) return Buffers{.ids = {*first, *second}, .bytes = bytes};
    if (second.error().fault != Fault::unfit || bytes <= kLeastBytes) return fail(second.error());
    if (!first) continue;
    if (auto released = device.release({*first}); !released) return fail(released.error());
  }
}

}  // namespace

MemoryFinding judge_memory(const MemoryReadings& readings) {
  MemoryFinding finding{.item = {.name = "memory", .rule = "reported"}};
  if (readings.reads.empty() && !readings.copy) return finding;
  auto& item = finding.item;
  item.state = State::passed;
  if (readings.copy) {
    finding.copy_bytes_per_second = readings.copy->bytes_per_second;
    item.numbers["copy_bytes_per_second"] = readings.copy->bytes_per_second;
    item.numbers["copy_working_set_bytes"] = static_cast<double>(readings.copy->working_set_bytes);
    item.value = fmt::format("copies {:.4g} GB/s at a working set of {}", readings.copy->bytes_per_second / 1e9,
                             size_text(readings.copy->working_set_bytes));
  }
  if (readings.reads.empty()) return finding;
  const MemoryRate& largest = readings.reads.back();
  const MemoryRate* cached = nullptr;
  bool still = true;  // a set that is read no faster than a larger one was read from the same place
  for (const auto& read : readings.reads) {
    item.numbers[fmt::format("read_{}_bytes_per_second", read.working_set_bytes)] = read.bytes_per_second;
    still = still && read.bytes_per_second >= kCacheIsFaster * largest.bytes_per_second;
    if (still) cached = &read;
  }
  item.value += fmt::format("{}reads {:.4g} GB/s at {}", item.value.empty() ? "" : "; ", largest.bytes_per_second / 1e9,
                            size_text(largest.working_set_bytes));
  if (cached == nullptr) {
    item.value += ", and no size is read faster by a cache";
    return finding;
  }
  finding.cache_bytes = cached->working_set_bytes;
  item.numbers["cache_bytes"] = static_cast<double>(cached->working_set_bytes);
  item.value +=
      fmt::format(" and {:.4g} at {}: a cache holds that and more, but not {}", cached->bytes_per_second / 1e9,
                  size_text(cached->working_set_bytes), size_text(2 * cached->working_set_bytes));
  return finding;
}

Expected<MemoryReadings> measure_memory(Device& device, double stamp_ns, double quantum_ns, const Progress& progress) {
  std::vector<messages::KernelSource> sources;
  for (const char* name : {"assay_read.wgsl", "assay_stream.wgsl"}) {
    sources.push_back({.label = name, .wgsl = std::string(embedded::self_test_wgsl(name))});
  }
  const auto kernels = device.compile(std::move(sources));
  if (!kernels) return fail(kernels.error());
  const auto& limits = device.limits();
  const std::uint64_t most =
      std::min({device.is_software() ? kMostBytesOnSoftware : kMostWorkingSetBytes, limits.maxStorageBufferBindingSize,
                limits.maxBufferSize - std::min(limits.maxBufferSize, kRoomBehindBytes)});
  const auto buffers = largest_buffers(device, most);
  if (!buffers) return fail(buffers.error());
  const auto filled =
      device.fill({.allocation = buffers->ids[0], .bytes = buffers->bytes}, lower::poison_parameters(1, false));
  if (!filled) return fail(filled.error());
  const Wish wish{.device = device, .stamp_ns = stamp_ns, .enough_ns = std::max(kEnoughNs, kEnoughQuanta * quantum_ns)};
  const auto largest = reader_of(device, kernels->front(), buffers->ids[0], buffers->bytes);
  if (!largest) return fail(largest.error());
  if (auto warm = warm_up(wish, *largest); !warm) return fail(warm.error());
  MemoryReadings readings;
  for (std::uint64_t bytes = kLeastBytes; bytes <= buffers->bytes; bytes *= 2) {
    if (progress) {
      const auto doublings = [](std::uint64_t size) { return std::log2(static_cast<double>(size) / kLeastBytes); };
      progress(doublings(bytes) / (1 + doublings(buffers->bytes)), "reading " + size_text(bytes));
    }
    const auto reader = reader_of(device, kernels->front(), buffers->ids[0], bytes);
    if (!reader) return fail(reader.error());
    const auto rate = read_rate(wish, *reader);
    if (!rate) return fail(rate.error());
    if (*rate) readings.reads.push_back(**rate);
  }
  const auto copied = copy_rate(wish, kernels->back(), buffers->ids, buffers->bytes);
  if (!copied) return fail(copied.error());
  readings.copy = *copied;
  if (auto released = device.release({buffers->ids[0], buffers->ids[1]}); !released) return fail(released.error());
  return readings;
}

}  // namespace assay::instrument
