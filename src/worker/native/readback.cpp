// SPDX-License-Identifier: Apache-2.0
#include "worker/native/readback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace assay::worker::native {
namespace {

constexpr std::uint64_t kTokenBytes = 8;

}  // namespace

Outcome<WGPUQuerySet> Readback::query_set() {
  if (queries_) return queries_.get();
  WGPUQuerySetDescriptor descriptor = WGPU_QUERY_SET_DESCRIPTOR_INIT;
  descriptor.type = WGPUQueryType_Timestamp;
  descriptor.count = messages::kMostQueries;
  device_.push_scopes();
  Handle<WGPUQuerySet> queries(device_.procs.DeviceCreateQuerySet(device_.device.get(), &descriptor),
                               device_.procs.QuerySetRelease);
  auto resolved = device_.create_buffer(messages::kMostQueries * sizeof(std::uint64_t),
                                        WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc, "resolved stamps");
  if (auto made = device_.pop_scopes(); !made) {
    Failure failure = std::move(made.error());
    failure.what = "no query set for timestamps could be made: " + failure.what;
    return refuse(std::move(failure));
  }
  if (!queries || !resolved) {
    return refuse({.kind = Failure::Kind::internal,
                   .what = "no query set for timestamps could be made, and the engine gave no reason"});
  }
  queries_ = std::move(queries);
  resolved_ = std::move(resolved);
  return queries_.get();
}

Outcome<ReadyFetch> Readback::prepare(std::uint32_t queries, std::span<const Piece> pieces) {
  ReadyFetch ready{.stamp_bytes = queries * sizeof(std::uint64_t)};
  for (const auto& piece : pieces) ready.piece_bytes += piece.bytes;
  if (auto room = reserve(ready.stamp_bytes + ready.piece_bytes); !room) return tl::unexpected(room.error());
  auto commands = encode(queries, pieces);
  if (!commands) return tl::unexpected(commands.error());
  ready.commands = std::move(*commands);
  return ready;
}

Outcome<Fetched> Readback::fetch(const ReadyFetch& ready, HostClock::time_point deadline) {
  if (state_ != Staging::idle) {
    return refuse({.kind = Failure::Kind::internal,
                   .what = "a read-back was asked for while an earlier one is not over",
                   .value = state_ == Staging::failed ? "it failed" : "it is pending"});
  }
  ++last_token_;
  device_.procs.QueueWriteBuffer(device_.queue.get(), token_.get(), 0, &last_token_, kTokenBytes);
  if (auto submitted = device_.submit(ready.commands.get()); !submitted) return tl::unexpected(submitted.error());
  return map(ready.stamp_bytes, ready.piece_bytes, deadline);
}

Outcome<std::vector<std::uint64_t>> Readback::read_unwritten(std::uint32_t count, HostClock::time_point deadline) {
  const Procs& procs = device_.procs;
  const std::uint64_t bytes = count * sizeof(std::uint64_t);
  WGPUQuerySetDescriptor descriptor = WGPU_QUERY_SET_DESCRIPTOR_INIT;
  descriptor.type = WGPUQueryType_Timestamp;
  descriptor.count = count;
  device_.push_scopes();
  const Handle<WGPUQuerySet> queries(procs.DeviceCreateQuerySet(device_.device.get(), &descriptor),
                                     procs.QuerySetRelease);
  const auto resolved =
      device_.create_buffer(bytes, WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc, "unwritten stamps");
  const Handle<WGPUCommandEncoder> encoder(procs.DeviceCreateCommandEncoder(device_.device.get(), nullptr),
                                           procs.CommandEncoderRelease);
  procs.CommandEncoderResolveQuerySet(encoder.get(), queries.get(), 0, count, resolved.get(), 0);
  const Handle<WGPUCommandBuffer> commands(procs.CommandEncoderFinish(encoder.get(), nullptr),
                                           procs.CommandBufferRelease);
  if (auto valid = device_.pop_scopes(); !valid) return tl::unexpected(valid.error());
  if (auto submitted = device_.submit(commands.get()); !submitted) return tl::unexpected(submitted.error());
  const Piece piece{resolved.get(), 0, bytes};
  auto ready = prepare(0, std::span(&piece, 1));
  if (!ready) return tl::unexpected(ready.error());
  auto fetched = fetch(*ready, deadline);
  if (!fetched) return tl::unexpected(fetched.error());
  std::vector<std::uint64_t> read(count);
  std::memcpy(read.data(), fetched->bytes.data(), static_cast<std::size_t>(bytes));
  return read;
}

Outcome<void> Readback::reserve(std::uint64_t bytes) {
  bytes += kTokenBytes;
  if (token_ && bytes <= staging_bytes_ && state_ == Staging::idle) return {};
  device_.push_scopes();
  if (!token_) token_ = device_.create_buffer(kTokenBytes, WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc, "token");
  const std::uint64_t wanted = std::max<std::uint64_t>(std::bit_ceil(bytes), 64U << 10U);
  staging_ = {};
  staging_bytes_ = 0;
  state_ = Staging::idle;
  staging_ = device_.create_buffer(wanted, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, "read-back");
  if (auto made = device_.pop_scopes(); !made) return made;
  staging_bytes_ = wanted;
  return {};
}

Outcome<Handle<WGPUCommandBuffer>> Readback::encode(std::uint32_t queries, std::span<const Piece> pieces) {
  const Procs& procs = device_.procs;
  device_.push_scopes();
  const Handle<WGPUCommandEncoder> encoder(procs.DeviceCreateCommandEncoder(device_.device.get(), nullptr),
                                           procs.CommandEncoderRelease);
  std::uint64_t at = 0;
  const auto copy = [&](WGPUBuffer from, std::uint64_t offset, std::uint64_t bytes) {
    if (bytes > 0) procs.CommandEncoderCopyBufferToBuffer(encoder.get(), from, offset, staging_.get(), at, bytes);
    at += bytes;
  };
  if (queries > 0) {
    procs.CommandEncoderResolveQuerySet(encoder.get(), queries_.get(), 0, queries, resolved_.get(), 0);
    copy(resolved_.get(), 0, queries * sizeof(std::uint64_t));
  }
  for (const auto& piece : pieces) copy(piece.from, piece.offset, piece.bytes);
  copy(token_.get(), 0, kTokenBytes);
  Handle<WGPUCommandBuffer> commands(procs.CommandEncoderFinish(encoder.get(), nullptr), procs.CommandBufferRelease);
  if (auto valid = device_.pop_scopes(); !valid) return tl::unexpected(valid.error());
  return commands;
}

Outcome<Fetched> Readback::map(std::uint64_t stamp_bytes, std::uint64_t piece_bytes, HostClock::time_point deadline) {
  struct Mapped {
    bool done = false;
    bool success = false;
    std::string text{};
  };
  const auto mapped = std::make_shared<Mapped>();
  const auto told = [](WGPUMapAsyncStatus status, WGPUStringView message, void* userdata, void*) {
    const auto state = taken_back<Mapped>(userdata);
    state->done = true;
    state->success = status == WGPUMapAsyncStatus_Success;
    state->text = view_of(message);
  };
  const std::uint64_t bytes = stamp_bytes + piece_bytes + kTokenBytes;
  const Procs& procs = device_.procs;
  state_ = Staging::pending;
  procs.BufferMapAsync(staging_.get(), WGPUMapMode_Read, 0, bytes,
                       {nullptr, WGPUCallbackMode_AllowProcessEvents, told, lent(mapped), nullptr});
  if (auto waited = device_.wait(mapped->done, deadline, "a read-back"); !waited) return tl::unexpected(waited.error());
  Fetched fetched{.mapped_at = HostClock::now()};
  state_ = mapped->success ? Staging::mapped : Staging::failed;
  if (!mapped->success) {
    // On a lost device every map fails; the loss is the reason, whichever was told first.
    if (auto well = device_.alive(); !well) return tl::unexpected(well.error());
    return refuse({.kind = Failure::Kind::internal, .what = "a read-back was not mapped", .value = mapped->text});
  }
  const auto* data = static_cast<const std::byte*>(
      procs.BufferGetConstMappedRange(staging_.get(), 0, static_cast<std::size_t>(bytes)));
  std::uint64_t token = 0;
  if (data != nullptr) {
    std::memcpy(&token, data + stamp_bytes + piece_bytes, kTokenBytes);
    fetched.stamps.resize(static_cast<std::size_t>(stamp_bytes / sizeof(std::uint64_t)));
    if (stamp_bytes > 0) std::memcpy(fetched.stamps.data(), data, static_cast<std::size_t>(stamp_bytes));
    fetched.bytes.assign(data + stamp_bytes, data + stamp_bytes + piece_bytes);
  }
  procs.BufferUnmap(staging_.get());
  state_ = Staging::idle;
  if (auto well = device_.alive(); !well) return tl::unexpected(well.error());
  if (token != last_token_) {
    return refuse({.kind = Failure::Kind::lost,
                   .what = "the device returned an old read-back: the work before it never ran",
                   .value = fmt::format("token {}", token),
                   .limit = fmt::format("token {}", last_token_)});
  }
  if (auto clean = device_.take_uncaptured(); !clean) return tl::unexpected(clean.error());
  return fetched;
}

}  // namespace assay::worker::native
