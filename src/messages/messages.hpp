// SPDX-License-Identifier: Apache-2.0
/// \file
/// Everything that a host and an engine say to each other, as data. The wire form is in docs/messages.md; the one codec
/// for it in messages/codec.hpp. Both ends are built on these types.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::messages {

inline constexpr int kProtocolVersion = 1;
inline constexpr std::uint32_t kMostJsonBytes = 4U << 20U;
inline constexpr std::uint32_t kMostBlobBytes = 16U << 20U;
/// Timestamp queries in one `run` submission, as WebGPU's largest query set.
inline constexpr std::uint32_t kMostQueries = 4096;
/// Queries in one `run` that nothing writes.
inline constexpr std::uint32_t kMostUnwritten = 64;

using AllocationId = std::uint32_t;  ///< chosen by the host
using KernelId = std::uint32_t;  ///< chosen by the host: one id, one pipeline object
using TrackId = std::uint32_t;  ///< chosen by the host
using Role = std::uint32_t;  ///< index of a buffer that a track needs; bound to an allocation by each slot
using Blob = std::vector<std::byte>;

// ---- hello ---------------------------------------------------------------------------------------------------------
struct Hello {
  int protocol = kProtocolVersion;
  std::string ticket{};  ///< single-use; empty on a private socket pair
  bool operator==(const Hello&) const = default;
};
struct HelloAnswer {
  int protocol = kProtocolVersion;
  std::string engine{};  ///< "wgpu-native", "dawn", "chromium", …
  std::string version{};  ///< of the engine's library or browser
  std::string build{};  ///< of the worker or runner
  std::int64_t pid = 0;  ///< 0: not known (a page)
  double clock_step_ns = 0;  ///< smallest step of the host clock that `run` uses
  std::optional<bool> cross_origin_isolated{};  ///< pages only
  bool operator==(const HelloAnswer&) const = default;
};

// ---- open ----------------------------------------------------------------------------------------------------------
struct Adapter {
  std::string name{}, vendor{}, architecture{}, device{}, description{}, driver{}, backend{};
  std::uint32_t vendor_id = 0, device_id = 0;
  /// `simulated`: nothing is run; host times and stamps are of a computed clock.
  enum class Kind { discrete, integrated, software, unknown, simulated } kind = Kind::unknown;
  bool operator==(const Adapter&) const = default;
};
struct Open {
  std::string adapter{};  ///< part of a name, any case; empty: the best one (discrete, integrated, software)
  bool list_only = false;  ///< answer with the adapters and open nothing
  std::vector<std::string> features{};  ///< by Assay's names: "timestamp-query", "subgroups", "f16"
  std::map<std::string, std::uint64_t> limits{};  ///< WebGPU names; at least these
  std::vector<std::string> toggles{};  ///< "bare", or an engine's own names
  bool operator==(const Open&) const = default;
};
struct OpenAnswer {
  std::vector<Adapter> adapters{};  ///< all that the engine can see, in its order
  std::size_t chosen = 0;
  std::vector<std::string> features{};  ///< granted, by Assay's names
  std::vector<std::string> adapter_features{};  ///< available, by Assay's names
  std::map<std::string, std::uint64_t> limits{};  ///< of the *device*
  /// Unit of a raw stamp. `unknown` is an answer; nobody may assume 1.
  enum class StampUnit { nanoseconds, ticks, unknown } stamp_unit = StampUnit::unknown;
  std::optional<double> period_ns{};  ///< nanoseconds of a tick, where the engine tells
  bool resolves_unwritten = false;  ///< `run` may ask for queries that nothing wrote; others may never answer that
  bool operator==(const OpenAnswer&) const = default;
};

// ---- kernels -------------------------------------------------------------------------------------------------------
struct KernelSource {
  KernelId id = 0;
  std::string label{};  ///< for messages: the file's name
  std::string wgsl{};
  std::string entry = "main";
  std::map<std::string, double> overrides{};
  std::vector<std::string> requires_features{};  ///< the engine prepends its own `enable` line
  bool operator==(const KernelSource&) const = default;
};
struct Kernels {
  std::vector<KernelSource> kernels{};
  bool operator==(const Kernels&) const = default;
};
struct KernelFailure {
  std::string message{};
  std::uint32_t line = 0, column = 0;  ///< 1-based in the text as sent; 0: not told
  bool operator==(const KernelFailure&) const = default;
};
struct KernelOutcome {
  KernelId id = 0;
  std::uint64_t compile_ns = 0;
  std::optional<KernelFailure> failure{};
  bool operator==(const KernelOutcome&) const = default;
};
struct KernelsAnswer {
  std::vector<KernelOutcome> kernels{};
  bool operator==(const KernelsAnswer&) const = default;
};

// ---- memory --------------------------------------------------------------------------------------------------------
enum class Usage { storage, uniform, indirect };  ///< `indirect` is storage that may also hold dispatch arguments
struct Allocation {
  AllocationId id = 0;
  std::uint64_t bytes = 0;  ///< multiple of 4; the engine adds 16 bytes of its own behind them (see Fence)
  Usage usage = Usage::storage;
  bool operator==(const Allocation&) const = default;
};
struct Allocate {
  std::vector<Allocation> allocations{};
  bool operator==(const Allocate&) const = default;
};
struct AllocateAnswer {
  std::vector<AllocationId> out_of_memory{};  ///< all others exist
  bool operator==(const AllocateAnswer&) const = default;
};
struct Release {
  std::vector<AllocationId> allocations{};
  bool operator==(const Release&) const = default;
};

// ---- tracks: op lists over roles ----------------------------------------------------------------------------------
struct Bound {
  std::uint32_t group = 0, binding = 0;
  Role role = 0;
  std::uint64_t offset = 0, size = 0;  ///< bytes; the slot's offset for the role is added
  bool operator==(const Bound&) const = default;
};
struct IndirectGroups {
  Role role = 0;
  std::uint64_t offset = 0;  ///< bytes
  bool operator==(const IndirectGroups&) const = default;
};
struct TrackDispatch {
  KernelId kernel = 0;
  std::vector<Bound> bindings{};
  std::variant<std::array<std::uint32_t, 3>, IndirectGroups> groups{};
  bool operator==(const TrackDispatch&) const = default;
};
struct PassOp {
  std::string label{};
  std::string iteration{};  ///< "d=3", for people
  bool stamped = false;
  std::vector<TrackDispatch> dispatches{};
  bool operator==(const PassOp&) const = default;
};
struct ClearOp {
  Role role = 0;
  std::uint64_t offset = 0, size = 0;
  bool operator==(const ClearOp&) const = default;
};
struct CopyOp {
  Role from = 0, to = 0;
  std::uint64_t from_offset = 0, to_offset = 0, size = 0;
  bool operator==(const CopyOp&) const = default;
};
/// Orders what lies before it before what lies after it, although they share no buffer: two copies of four bytes
/// through a buffer of the engine's own. `after` is a role that the work before it wrote, `before` one that the work
/// after it uses; the bytes used lie in the engine's 16 bytes behind the allocation, so no data changes. A slot's track
/// ends with {after} and the next one begins with {before}.
struct FenceOp {
  std::optional<Role> after{}, before{};
  bool operator==(const FenceOp&) const = default;
};
using Op = std::variant<PassOp, ClearOp, CopyOp, FenceOp>;

struct Track {
  TrackId id = 0;
  std::uint32_t roles = 0;  ///< number of roles
  /// How a slot's trials repeat it: `inside` repeats the dispatches within each pass, under one pair of stamps;
  /// `around` repeats the whole op list, so that every trial has stamps of its own. Fences are never repeated.
  enum class Trials { inside, around } trials = Trials::inside;
  std::vector<Op> ops{};
  bool operator==(const Track&) const = default;
};

// ---- run -----------------------------------------------------------------------------------------------------------
/// One execution of a track.
struct Slot {
  TrackId track = 0;
  std::vector<AllocationId> roles{};  ///< allocation of each role
  std::uint32_t trials = 1;
  /// Role → byte offsets, trial t uses entry t mod size; added to bindings, clears and copies of that role.
  std::map<Role, std::vector<std::uint64_t>> offsets{};
  bool operator==(const Slot&) const = default;
};
/// One queue submission; the engine waits for its completion before it goes on to the next.
struct Submission {
  std::vector<Slot> slots{};
  bool operator==(const Submission&) const = default;
};
struct ReadBack {
  AllocationId allocation = 0;
  std::uint64_t offset = 0, bytes = 0;  ///< multiples of 4
  bool operator==(const ReadBack&) const = default;
};
struct Run {
  std::uint64_t deadline_ms = 30000;
  std::vector<Submission> submissions{};
  std::vector<ReadBack> reads{};  ///< after the last submission; at most kMostBlobBytes together
  /// Queries of a set of their own, resolved after the last submission though nothing wrote them. 0 unless the engine's
  /// OpenAnswer says resolves_unwritten.
  std::uint32_t unwritten_queries = 0;
  bool operator==(const Run&) const = default;
};
struct SlotReading {
  std::vector<std::uint64_t> stamps{};  ///< raw: begin, end of each stamped pass, in pass order
  bool operator==(const SlotReading&) const = default;
};
/// Host times in nanoseconds of the engine's monotonic clock, from the start of the `run`.
struct SubmissionReading {
  std::uint64_t encode_ns = 0;  ///< begin of encoding
  std::optional<std::uint64_t> encoded_ns{};  ///< end of its own encoding; absent: the engine does not tell
  std::uint64_t submit_ns = 0;  ///< before the queue was given the work
  std::optional<std::uint64_t> submitted_ns{};  ///< the queue had taken it; absent: the engine does not tell
  std::uint64_t done_ns = 0;  ///< the engine said that the work completed
  std::uint64_t mapped_ns = 0;  ///< fresh stamps (or read-back bytes) were in host memory
  std::vector<SlotReading> slots{};
  bool operator==(const SubmissionReading&) const = default;
};
struct RunAnswer {
  std::vector<SubmissionReading> submissions{};
  std::vector<std::uint64_t> unwritten{};  ///< what `unwritten_queries` read
  Blob reads{};  ///< the read-backs, one behind the other
  bool operator==(const RunAnswer&) const = default;
};

// ---- data ----------------------------------------------------------------------------------------------------------
struct Read {
  AllocationId allocation = 0;
  std::uint64_t offset = 0, bytes = 0;
  bool operator==(const Read&) const = default;
};
struct ReadAnswer {
  Blob data{};
  bool operator==(const ReadAnswer&) const = default;
};
struct Write {
  AllocationId allocation = 0;
  std::uint64_t offset = 0;
  Blob data{};
  bool operator==(const Write&) const = default;
};
struct Sha256 {
  AllocationId allocation = 0;
  std::uint64_t offset = 0, bytes = 0;
  bool operator==(const Sha256&) const = default;
};
struct Sha256Answer {
  std::string hex{};
  bool operator==(const Sha256Answer&) const = default;
};
struct Close {
  bool operator==(const Close&) const = default;
};
/// Answer of release, track, write, close.
struct Done {
  bool operator==(const Done&) const = default;
};

// ---- errors and events ---------------------------------------------------------------------------------------------
struct Failure {
  enum class Kind {
    protocol,  ///< malformed, out of order, unknown id
    unsupported,  ///< a feature, limit or toggle that the engine lacks
    validation,  ///< the engine's own validation refused it
    out_of_memory,
    lost,  ///< the device is gone
    deadline,  ///< did not complete in time
    internal,
  } kind = Kind::internal;
  std::string what{}, value{}, limit{}, where{};
  bool operator==(const Failure&) const = default;
};
struct Event {
  enum class Kind { lost, error, out_of_memory, log } kind = Kind::log;
  std::string text{};
  bool operator==(const Event&) const = default;
};
struct Beat {
  bool operator==(const Beat&) const = default;
};

using RequestBody = std::variant<Hello, Open, Kernels, Allocate, Release, Track, Run, Read, Write, Sha256, Close>;
using AnswerBody = std::variant<HelloAnswer, OpenAnswer, KernelsAnswer, AllocateAnswer, RunAnswer, ReadAnswer,
                                Sha256Answer, Done, Failure>;

struct Request {
  std::uint32_t id = 0;
  RequestBody body{};
  bool operator==(const Request&) const = default;
};
struct Answer {
  std::uint32_t id = 0;
  AnswerBody body{};
  bool operator==(const Answer&) const = default;
};
/// What an engine may send: an answer, or something unasked.
using FromEngine = std::variant<Answer, Event, Beat>;

}  // namespace assay::messages
