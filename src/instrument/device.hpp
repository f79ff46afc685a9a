// SPDX-License-Identifier: Apache-2.0
/// \file
/// An opened engine with the helper kernels at hand: ids are handed out here, tracks and parameter blocks are made
/// once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "error/error.hpp"
#include "lower/kernels.hpp"
#include "messages/messages.hpp"
#include "plan/limits.hpp"

namespace assay::instrument {

/// A stretch of an allocation, in bytes; lengths are multiples of four.
struct Region {
  messages::AllocationId allocation = 0;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;  ///< a multiple of 256, at which a binding may begin
  std::uint32_t padding = 0;  ///< bits of the last word that digests and comparisons leave out
  [[nodiscard]] std::uint64_t words() const { return bytes / 4; }
};

class Device {
 public:
  /// Opens the engine. Fault::unfit when a feature is missing or there is no adapter.
  [[nodiscard]] static Expected<Device> open(std::unique_ptr<engine::Engine> engine, const messages::Open& wish);

  [[nodiscard]] engine::Engine& engine() { return *engine_; }
  [[nodiscard]] const messages::HelloAnswer& identity() const { return engine_->identity(); }
  [[nodiscard]] const messages::OpenAnswer& opened() const { return opened_; }
  [[nodiscard]] const messages::Adapter& adapter() const { return opened_.adapters[opened_.chosen]; }
  [[nodiscard]] bool is_software() const { return adapter().kind == messages::Adapter::Kind::software; }
  /// Host times of its answers are of its own computed clock, beside which the host's clock means nothing.
  [[nodiscard]] bool is_simulated() const { return adapter().kind == messages::Adapter::Kind::simulated; }
  [[nodiscard]] const plan::DeviceLimits& limits() const { return limits_; }
  /// Nanoseconds of one raw stamp unit; Fault::unfit "period unknown" where nobody tells.
  [[nodiscard]] Expected<double> stamp_ns() const;
  void set_deadline_ms(std::uint64_t deadline_ms) { deadline_ms_ = deadline_ms; }

  // ---- making things
  /// Compiles in one request; the ids of `sources` are overwritten with fresh ones and returned in order.
  /// Fault::bad_input with the engine's message at file:line:column when a shader does not compile.
  [[nodiscard]] Expected<std::vector<messages::KernelId>> compile(std::vector<messages::KernelSource> sources);
  [[nodiscard]] Expected<messages::AllocationId> allocate(std::uint64_t bytes,
                                                          messages::Usage usage = messages::Usage::storage);
  [[nodiscard]] Expected<void> release(std::vector<messages::AllocationId> allocations);
  [[nodiscard]] Expected<void> add_track(const messages::Track& track);
  [[nodiscard]] messages::TrackId fresh_track_id() { return next_track_++; }
  /// An allocation that holds these eight words; made once per value.
  [[nodiscard]] Expected<messages::AllocationId> parameters(const lower::Parameters& values);
  /// Space for results that nobody keeps, made once per size and number.
  [[nodiscard]] Expected<messages::AllocationId> scratch(std::uint64_t bytes, int number = 0);
  [[nodiscard]] Expected<messages::KernelId> helper(lower::Helper helper);

  // ---- slots of the helpers, to be put into a submission
  [[nodiscard]] Expected<messages::Slot> fill_slot(Region target, const lower::Parameters& values);
  /// The same between fences: it begins behind the slot before it and ends before the one behind it, although they
  /// share no buffer.
  [[nodiscard]] Expected<messages::Slot> fenced_fill_slot(Region target, const lower::Parameters& values);
  /// `result` holds lower::kDigestBytes.
  [[nodiscard]] Expected<messages::Slot> digest_slot(Region subject, messages::AllocationId result);
  /// `result` holds lower::kDifferenceBytes.
  [[nodiscard]] Expected<messages::Slot> compare_slot(Region left, Region right, plan::ElementType type,
                                                      messages::AllocationId result);
  [[nodiscard]] Expected<messages::Slot> spacer_slot(std::uint32_t iterations);
  /// The same with neither stamps nor fences.
  [[nodiscard]] Expected<messages::Slot> unstamped_spacer_slot(std::uint32_t iterations);
  /// The same with stamps and between fences: the reference kernel of a block.
  [[nodiscard]] Expected<messages::Slot> reference_slot(std::uint32_t iterations);
  /// Copies whole regions of equal length.
  [[nodiscard]] Expected<messages::Slot> copy_slot(Region from, Region to);
  /// The same with stamps and without fences: the known work of the self-tests.
  [[nodiscard]] Expected<messages::Slot> stamped_spacer_slot(std::uint32_t iterations);

  // ---- running
  [[nodiscard]] Expected<messages::RunAnswer> run(std::vector<messages::Submission> submissions,
                                                  std::vector<messages::ReadBack> reads = {});
  /// What so many queries read that nothing wrote; only on a device whose answer says resolves_unwritten.
  [[nodiscard]] Expected<std::vector<std::uint64_t>> run_unwritten(std::uint32_t queries);
  [[nodiscard]] Expected<void> fill(Region target, const lower::Parameters& values);
  [[nodiscard]] Expected<lower::Digest> digest(Region subject);
  [[nodiscard]] Expected<lower::Difference> compare(Region left, Region right, plan::ElementType type);
  /// All words of a region, in chunks; padding as it lies there.
  [[nodiscard]] Expected<std::vector<std::uint32_t>> read_all(Region region);
  [[nodiscard]] Expected<std::uint32_t> read_word(Region region, std::uint64_t index);
  /// Any number of bytes, in chunks.
  [[nodiscard]] Expected<void> write_all(messages::AllocationId allocation, std::span<const std::uint32_t> words);

 private:
  Device(std::unique_ptr<engine::Engine> engine, messages::OpenAnswer opened);
  enum class TrackKind {
    fill,
    fenced_fill,
    digest,
    compare,
    spacer,
    stamped_spacer,
    unstamped_spacer,
    reference,
    copy
  };
  [[nodiscard]] Expected<messages::Slot> fill_on(TrackKind kind, Region target, const lower::Parameters& values);
  [[nodiscard]] Expected<messages::Slot> spacer_on(TrackKind kind, std::uint32_t iterations);
  [[nodiscard]] Expected<messages::TrackId> helper_track(TrackKind kind, std::uint64_t words);

  std::unique_ptr<engine::Engine> engine_;
  messages::OpenAnswer opened_;
  plan::DeviceLimits limits_{};
  std::uint64_t deadline_ms_ = 30000;
  messages::KernelId next_kernel_ = 1;
  messages::AllocationId next_allocation_ = 1;
  messages::TrackId next_track_ = 1;
  std::map<lower::Helper, messages::KernelId> helpers_{};
  std::map<std::pair<TrackKind, std::uint64_t>, messages::TrackId> tracks_{};
  std::map<lower::Parameters, messages::AllocationId> parameters_{};
  std::map<std::pair<std::uint64_t, int>, messages::AllocationId> scratch_{};
};

/// u32 words from the bytes of a read-back.
[[nodiscard]] std::vector<std::uint32_t> words_of(std::span<const std::byte> bytes);

}  // namespace assay::instrument
