// SPDX-License-Identifier: Apache-2.0
#include "instrument/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "lower/restore.hpp"

namespace assay::instrument {
namespace {

Unexpected came_back_short(std::size_t words, std::size_t asked) {
  return fail({.fault = Fault::broken_run,
               .what = "a read-back came back with another length",
               .value = fmt::format("{} words", words),
               .limit = fmt::format("{} words", asked),
               .advice = "run again; if it repeats, try another engine or driver"});
}

plan::DeviceLimits limits_from(const std::map<std::string, std::uint64_t>& named) {
  plan::DeviceLimits limits;
  for (const auto& limit : plan::kNamedLimits) {
    if (const auto found = named.find(std::string(limit.name)); found != named.end()) {
      limits.*limit.member = found->second;
    }
  }
  return limits;
}

messages::Blob bytes_of(std::span<const std::uint32_t> words) {
  messages::Blob blob(words.size() * 4);
  // WebGPU buffers are little-endian, and so is every host that Assay builds for.
  if (!words.empty()) std::memcpy(blob.data(), words.data(), blob.size());
  return blob;
}

Error compile_error(const messages::KernelSource& source, const messages::KernelFailure& failure) {
  std::string where = source.label;
  if (failure.line > 0) where += fmt::format(":{}:{}", failure.line, failure.column);
  // The engine's own words come last: they are lines, with the source and a pointer into it.
  const auto last = failure.message.find_last_not_of(" \n\t");
  return {.fault = Fault::bad_input,
          .what = "the engine does not compile this shader",
          .where = where,
          .advice = "it says\n" + failure.message.substr(0, last == std::string::npos ? 0 : last + 1)};
}

}  // namespace

std::vector<std::uint32_t> words_of(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

Device::Device(std::unique_ptr<engine::Engine> engine, messages::OpenAnswer opened)
    : engine_(std::move(engine)), opened_(std::move(opened)), limits_(limits_from(opened_.limits)) {}

Expected<Device> Device::open(std::unique_ptr<engine::Engine> engine, const messages::Open& wish) {
  auto opened = engine->open(wish);
  if (!opened) return fail(opened.error());
  if (opened->adapters.empty() || opened->chosen >= opened->adapters.size()) {
    return fail({.fault = Fault::unfit,
                 .what = "the engine found no adapter",
                 .advice = "install a Vulkan driver, or run scripts/setup for a software one"});
  }
  return Device(std::move(engine), std::move(*opened));
}

Expected<double> Device::stamp_ns() const {
  using Unit = messages::OpenAnswer::StampUnit;
  if (opened_.stamp_unit == Unit::nanoseconds) return 1.0;
  if (opened_.stamp_unit == Unit::ticks && opened_.period_ns && *opened_.period_ns > 0) return *opened_.period_ns;
  return fail({.fault = Fault::unfit,
               .what = "the period of the timestamp counter is not known",
               .advice = "spans in ticks cannot be turned into time on this engine; use another one"});
}

Expected<std::vector<messages::KernelId>> Device::compile(std::vector<messages::KernelSource> sources) {
  messages::Kernels request;
  std::vector<messages::KernelId> ids;
  for (auto& source : sources) {
    source.id = next_kernel_++;
    ids.push_back(source.id);
  }
  request.kernels = sources;
  const auto answer = engine_->kernels(request);
  if (!answer) return fail(answer.error());
  if (answer->kernels.size() != sources.size()) {
    return fail({.fault = Fault::broken_run,
                 .what = "the engine answered for another number of kernels",
                 .value = fmt::format("{}", answer->kernels.size()),
                 .limit = fmt::format("{}", sources.size()),
                 .advice = "run again; if it repeats, try another engine or driver"});
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (answer->kernels[i].failure) return fail(compile_error(sources[i], *answer->kernels[i].failure));
  }
  return ids;
}

Expected<messages::AllocationId> Device::allocate(std::uint64_t bytes, messages::Usage usage) {
  const messages::AllocationId id = next_allocation_++;
  const auto answer = engine_->allocate({.allocations = {{.id = id, .bytes = bytes, .usage = usage}}});
  if (!answer) return fail(answer.error());
  if (!answer->out_of_memory.empty()) {
    return fail({.fault = Fault::unfit,
                 .what = "the device has no memory for another buffer",
                 .value = fmt::format("{} bytes", bytes),
                 .advice = "use a smaller size, or close what else uses the device"});
  }
  return id;
}

Expected<void> Device::release(std::vector<messages::AllocationId> allocations) {
  return engine_->release({.allocations = std::move(allocations)});
}

Expected<void> Device::add_track(const messages::Track& track) { return engine_->track(track); }

Expected<messages::AllocationId> Device::parameters(const lower::Parameters& values) {
  if (const auto found = parameters_.find(values); found != parameters_.end()) return found->second;
  auto id = allocate(values.size() * 4);
  if (!id) return id;
  if (auto written = write_all(*id, values); !written) return fail(written.error());
  parameters_.emplace(values, *id);
  return *id;
}

Expected<messages::KernelId> Device::helper(lower::Helper helper) {
  if (const auto found = helpers_.find(helper); found != helpers_.end()) return found->second;
  const auto ids = compile({lower::helper_source(helper, 0)});
  if (!ids) return fail(ids.error());
  helpers_.emplace(helper, ids->front());
  return ids->front();
}

Expected<messages::TrackId> Device::helper_track(TrackKind kind, std::uint64_t words) {
  const auto key = std::pair(kind, words);
  if (const auto found = tracks_.find(key); found != tracks_.end()) return found->second;
  if (kind == TrackKind::copy) {
    const auto id = fresh_track_id();
    if (auto added = add_track(lower::restore_track(id, {words * 4})); !added) return fail(added.error());
    tracks_.emplace(key, id);
    return id;
  }
  using lower::Helper;
  const bool fills = kind == TrackKind::fill || kind == TrackKind::fenced_fill;
  const Helper which = fills                        ? Helper::fill
                       : kind == TrackKind::digest  ? Helper::digest
                       : kind == TrackKind::compare ? Helper::compare
                                                    : Helper::spacer;
  const auto kernel = helper(which);
  if (!kernel) return fail(kernel.error());
  const auto id = fresh_track_id();
  messages::Track track = which == Helper::fill      ? lower::fill_track(id, *kernel, words)
                          : which == Helper::digest  ? lower::digest_track(id, *kernel, words)
                          : which == Helper::compare ? lower::compare_track(id, *kernel, words)
                                                     : lower::spacer_track(id, *kernel);
  if (kind == TrackKind::fenced_fill) {
    track.ops.insert(track.ops.begin(), messages::FenceOp{.before = 0});
    track.ops.emplace_back(messages::FenceOp{.after = 0});
  }
  if (kind == TrackKind::stamped_spacer || kind == TrackKind::unstamped_spacer) {
    // The self-tests ask what passes do to each other by themselves: gaps and overlaps are read without fences.
    std::erase_if(track.ops, [](const messages::Op& op) { return std::holds_alternative<messages::FenceOp>(op); });
  }
  if (kind == TrackKind::stamped_spacer || kind == TrackKind::reference) {
    for (auto& op : track.ops) {
      if (auto* pass = std::get_if<messages::PassOp>(&op)) pass->stamped = true;
    }
  }
  if (auto added = add_track(track); !added) return fail(added.error());
  tracks_.emplace(key, id);
  return id;
}

Expected<messages::AllocationId> Device::scratch(std::uint64_t bytes, int number) {
  const std::pair key(bytes, number);
  if (const auto found = scratch_.find(key); found != scratch_.end()) return found->second;
  auto id = allocate(bytes);
  if (id) scratch_.emplace(key, *id);
  return id;
}

namespace {

/// A slot whose first roles are regions.
messages::Slot slot_over(messages::TrackId track, std::initializer_list<Region> regions) {
  messages::Slot slot{.track = track};
  for (const auto& region : regions) {
    if (region.offset > 0) slot.offsets[static_cast<messages::Role>(slot.roles.size())] = {region.offset};
    slot.roles.push_back(region.allocation);
  }
  return slot;
}

}  // namespace

Expected<messages::Slot> Device::copy_slot(Region from, Region to) {
  const auto track = helper_track(TrackKind::copy, from.words());
  if (!track) return fail(track.error());
  return slot_over(*track, {from, to});
}

Expected<messages::Slot> Device::fill_slot(Region target, const lower::Parameters& values) {
  return fill_on(TrackKind::fill, target, values);
}

Expected<messages::Slot> Device::fenced_fill_slot(Region target, const lower::Parameters& values) {
  return fill_on(TrackKind::fenced_fill, target, values);
}

Expected<messages::Slot> Device::fill_on(TrackKind kind, Region target, const lower::Parameters& values) {
  const auto track = helper_track(kind, target.words());
  if (!track) return fail(track.error());
  const auto block = parameters(values);
  if (!block) return fail(block.error());
  auto slot = slot_over(*track, {target});
  slot.roles.push_back(*block);
  return slot;
}

Expected<messages::Slot> Device::digest_slot(Region subject, messages::AllocationId result) {
  const auto track = helper_track(TrackKind::digest, subject.words());
  if (!track) return fail(track.error());
  const auto block = parameters(lower::digest_parameters(subject.padding));
  if (!block) return fail(block.error());
  auto slot = slot_over(*track, {subject});
  slot.roles.insert(slot.roles.end(), {*block, result});
  return slot;
}

Expected<messages::Slot> Device::compare_slot(Region left, Region right, plan::ElementType type,
                                              messages::AllocationId result) {
  const auto track = helper_track(TrackKind::compare, left.words());
  if (!track) return fail(track.error());
  const auto block = parameters(lower::compare_parameters(type, left.padding));
  if (!block) return fail(block.error());
  auto slot = slot_over(*track, {left, right});
  slot.roles.insert(slot.roles.end(), {*block, result});
  return slot;
}

Expected<messages::Slot> Device::spacer_on(TrackKind kind, std::uint32_t iterations) {
  const auto track = helper_track(kind, 0);
  if (!track) return fail(track.error());
  const auto block = parameters(lower::spacer_parameters(iterations));
  if (!block) return fail(block.error());
  const auto sink = scratch(4);
  if (!sink) return fail(sink.error());
  return messages::Slot{.track = *track, .roles = {*block, *sink}};
}

Expected<messages::Slot> Device::spacer_slot(std::uint32_t iterations) {
  return spacer_on(TrackKind::spacer, iterations);
}

Expected<messages::Slot> Device::stamped_spacer_slot(std::uint32_t iterations) {
  return spacer_on(TrackKind::stamped_spacer, iterations);
}

Expected<messages::Slot> Device::unstamped_spacer_slot(std::uint32_t iterations) {
  return spacer_on(TrackKind::unstamped_spacer, iterations);
}

Expected<messages::Slot> Device::reference_slot(std::uint32_t iterations) {
  return spacer_on(TrackKind::reference, iterations);
}

Expected<messages::RunAnswer> Device::run(std::vector<messages::Submission> submissions,
                                          std::vector<messages::ReadBack> reads) {
  return engine_->run({.deadline_ms = deadline_ms_, .submissions = std::move(submissions), .reads = std::move(reads)});
}

Expected<std::vector<std::uint64_t>> Device::run_unwritten(std::uint32_t queries) {
  auto answer = engine_->run({.deadline_ms = deadline_ms_, .unwritten_queries = queries});
  if (!answer) return fail(answer.error());
  return std::move(answer->unwritten);
}

Expected<void> Device::fill(Region target, const lower::Parameters& values) {
  const auto slot = fill_slot(target, values);
  if (!slot) return fail(slot.error());
  const auto answer = run({{.slots = {*slot}}});
  if (!answer) return fail(answer.error());
  return {};
}

Expected<lower::Digest> Device::digest(Region subject) {
  const auto result = scratch(lower::kDigestBytes);
  if (!result) return fail(result.error());
  const auto slot = digest_slot(subject, *result);
  if (!slot) return fail(slot.error());
  const auto answer = run({{.slots = {*slot}}}, {{.allocation = *result, .offset = 0, .bytes = lower::kDigestBytes}});
  if (!answer) return fail(answer.error());
  const auto words = words_of(answer->reads);
  lower::Digest digest{};
  std::copy_n(words.begin(), std::min(words.size(), digest.size()), digest.begin());
  return digest;
}

Expected<lower::Difference> Device::compare(Region left, Region right, plan::ElementType type) {
  const auto result = scratch(lower::kDifferenceBytes);
  if (!result) return fail(result.error());
  const auto slot = compare_slot(left, right, type, *result);
  if (!slot) return fail(slot.error());
  const auto answer =
      run({{.slots = {*slot}}}, {{.allocation = *result, .offset = 0, .bytes = lower::kDifferenceBytes}});
  if (!answer) return fail(answer.error());
  const auto words = words_of(answer->reads);
  if (words.size() < 3) return came_back_short(words.size(), 3);
  return lower::Difference{.first = words[0], .count = words[1], .largest = words[2]};
}

Expected<std::vector<std::uint32_t>> Device::read_all(Region region) {
  std::vector<std::uint32_t> words;
  for (std::uint64_t at = 0; at < region.bytes; at += messages::kMostBlobBytes) {
    const std::uint64_t bytes = std::min<std::uint64_t>(region.bytes - at, messages::kMostBlobBytes);
    const auto part = engine_->read({.allocation = region.allocation, .offset = region.offset + at, .bytes = bytes});
    if (!part) return fail(part.error());
    if (part->size() != bytes) return fail({.fault = Fault::broken_run, .what = "a read-back came back short"});
    const auto more = words_of(*part);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

Expected<std::uint32_t> Device::read_word(Region region, std::uint64_t index) {
  const auto bytes = engine_->read({.allocation = region.allocation, .offset = region.offset + index * 4, .bytes = 4});
  if (!bytes) return fail(bytes.error());
  const auto words = words_of(*bytes);
  if (words.size() != 1) return came_back_short(words.size(), 1);
  return words.front();
}

Expected<void> Device::write_all(messages::AllocationId allocation, std::span<const std::uint32_t> words) {
  constexpr std::size_t chunk = messages::kMostBlobBytes / 4 / 2;
  for (std::size_t first = 0; first < words.size(); first += chunk) {
    const auto part = words.subspan(first, std::min(chunk, words.size() - first));
    auto written = engine_->write({.allocation = allocation, .offset = first * 4, .data = bytes_of(part)});
    if (!written) return written;
  }
  return {};
}

}  // namespace assay::instrument
