// SPDX-License-Identifier: Apache-2.0
#include "worker/native/native_session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "worker/native/open.hpp"
#include "worker/native/runner.hpp"
#include "worker/native/sha256.hpp"
#include "worker/request_name.hpp"

#ifndef ASSAY_WORKER_VERSION
#error "cmake/programs.cmake sets ASSAY_WORKER_VERSION"
#endif

namespace assay::worker::native {

using namespace messages;

double measure_clock_step_ns() {
  auto smallest = std::chrono::nanoseconds::max();
  auto last = HostClock::now();
  for (int steps = 0; steps < 1000;) {
    const auto now = HostClock::now();
    if (now == last) continue;
    smallest = std::min(smallest, std::chrono::duration_cast<std::chrono::nanoseconds>(now - last));
    last = now;
    ++steps;
  }
  return static_cast<double>(smallest.count());
}

AnswerBody NativeSession::answer(const RequestBody& request) {
  auto result = carry_out(request);
  return result ? std::move(*result) : AnswerBody(std::move(result.error()));
}

NativeSession::Result NativeSession::carry_out(const RequestBody& request) {
  if (auto order = in_order(request); !order) return tl::unexpected(order.error());
  if (opened_ && !std::holds_alternative<Close>(request)) {
    if (auto well = opened_->device->alive(); !well) return tl::unexpected(well.error());
    opened_->device->request_deadline = HostClock::now() + patience_;
  }
  auto result = std::visit([this](const auto& one) { return handle(one); }, request);
  if (!result && opened_ && result.error().kind == Failure::Kind::lost && !opened_->device->reports->lost) {
    // Seen by its consequences only; later requests must fail in the same way.
    lose_device(result.error().what);
  }
  return result;
}

Outcome<void> NativeSession::in_order(const RequestBody& request) const {
  if (std::holds_alternative<Close>(request)) return {};
  if (std::holds_alternative<Hello>(request)) {
    return library_ ? refuse_protocol("hello was said already") : Outcome<void>{};
  }
  if (!library_) return refuse_protocol(fmt::format("'{}' came before hello", request_name(request)));
  if (std::holds_alternative<Open>(request)) {
    return opened_ ? refuse_protocol("a device is open already: one process, one device") : Outcome<void>{};
  }
  if (!opened_) return refuse_protocol(fmt::format("'{}' came before open", request_name(request)));
  return {};
}

NativeSession::Result NativeSession::handle(const Hello& hello) {
  HelloAnswer answer{
      .engine = "native", .build = ASSAY_WORKER_VERSION, .pid = getpid(), .clock_step_ns = measure_clock_step_ns()};
  // The answer says which version this end speaks; with another one nothing is loaded and nothing else is answered.
  if (hello.protocol != kProtocolVersion) return answer;
  auto library = load_library(library_path_);
  if (!library) return tl::unexpected(library.error());
  library_ = std::move(*library);
  answer.engine = library_->dialect->engine;
  answer.version = library_->version;
  return answer;
}

NativeSession::Result NativeSession::handle(const Open& wish) {
  const Procs& procs = library_->procs;
  const Dialect& dialect = *library_->dialect;
  const auto deadline = HostClock::now() + patience_;
  auto found = find_adapters(procs, dialect, deadline);
  if (!found) return tl::unexpected(found.error());

  OpenAnswer answer;
  for (const auto& adapter : found->seen) answer.adapters.push_back(adapter.info);
  const auto chosen = choose_adapter(answer.adapters, wish.adapter);
  if (!chosen) return tl::unexpected(chosen.error());
  answer.chosen = *chosen;
  SeenAdapter& adapter = found->seen[*chosen];
  answer.adapter_features = available_features(procs, dialect, adapter.handle.get());
  if (wish.list_only) return answer;

  auto device = open_device(procs, dialect, adapter, wish, deadline);
  if (!device) return tl::unexpected(device.error());
  auto opened = std::make_unique<Opened>(std::move(*device));
  opened->device->push_scopes();
  opened->fence = opened->device->create_buffer(kPadBytes, WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst, "fence");
  if (auto made = opened->device->pop_scopes(); !made) return tl::unexpected(made.error());
  describe_device(*opened->device, answer);
  opened_ = std::move(opened);
  instances_ = std::move(found->instances);
  return answer;
}

NativeSession::Result NativeSession::handle(const messages::Kernels& wish) {
  return opened_->kernels.compile(wish, kernel_patience(patience_));
}

NativeSession::Result NativeSession::handle(const Allocate& wish) { return opened_->memory.allocate(wish); }

NativeSession::Result NativeSession::handle(const Release& wish) {
  if (auto released = opened_->memory.release(wish); !released) return tl::unexpected(released.error());
  opened_->bind_groups.clear();
  opened_->device->procs.InstanceProcessEvents(
      opened_->device->instance);  // lets the engine free what nothing refers to
  return Done{};
}

NativeSession::Result NativeSession::handle(const Track& track) {
  if (auto defined = opened_->tracks.define(track); !defined) return tl::unexpected(defined.error());
  return Done{};
}

NativeSession::Result NativeSession::handle(const Run& run) {
  const Stock stock{opened_->tracks, opened_->memory, opened_->kernels, opened_->bind_groups, opened_->fence.get()};
  return run_submissions(*opened_->device, stock, opened_->readback, run);
}

Outcome<Fetched> NativeSession::read_pieces(std::span<const Piece> pieces) {
  auto ready = opened_->readback.prepare(0, pieces);
  if (!ready) return tl::unexpected(ready.error());
  return opened_->readback.fetch(*ready, opened_->device->request_deadline);
}

NativeSession::Result NativeSession::handle(const Read& wish) {
  if (wish.bytes > kMostBlobBytes) {
    return refuse_protocol("more is to be read than one message holds", fmt::format("{} bytes", wish.bytes),
                           fmt::format("{} bytes", kMostBlobBytes));
  }
  const auto memory = opened_->memory.find_range(wish.allocation, wish.offset, wish.bytes);
  if (!memory) return tl::unexpected(memory.error());
  const Piece piece{(*memory)->buffer.get(), wish.offset, wish.bytes};
  auto fetched = read_pieces(std::span(&piece, 1));
  if (!fetched) return tl::unexpected(fetched.error());
  return ReadAnswer{std::move(fetched->bytes)};
}

NativeSession::Result NativeSession::handle(const Write& wish) {
  const auto memory = opened_->memory.find_range(wish.allocation, wish.offset, wish.data.size());
  if (!memory) return tl::unexpected(memory.error());
  Device& device = *opened_->device;
  device.push_scopes();
  device.procs.QueueWriteBuffer(device.queue.get(), (*memory)->buffer.get(), wish.offset, wish.data.data(),
                                wish.data.size());
  if (auto written = device.pop_scopes(); !written) return tl::unexpected(written.error());
  // Flushed at once: the engine keeps a staging copy of every write that no submission has carried out.
  auto done = device.submit_and_wait(nullptr, device.request_deadline);
  if (!done) return tl::unexpected(done.error());
  return Done{};
}

NativeSession::Result NativeSession::handle(const messages::Sha256& wish) {
  if (auto whole = check_range(wish.offset, wish.bytes, std::numeric_limits<std::uint64_t>::max() - 3, "a digest");
      !whole) {
    return tl::unexpected(whole.error());
  }
  // Copies go in whole words; allocations are whole words too, so the last one is there.
  const std::uint64_t copied = (wish.bytes + 3) / 4 * 4;
  const auto memory = opened_->memory.find_range(wish.allocation, wish.offset, copied);
  if (!memory) return tl::unexpected(memory.error());
  opened_->device->request_deadline += digest_allowance(copied);
  native::Sha256 hash;
  for (std::uint64_t at = 0; at < copied;) {
    const Piece piece{(*memory)->buffer.get(), wish.offset + at, std::min<std::uint64_t>(copied - at, kMostBlobBytes)};
    const auto fetched = read_pieces(std::span(&piece, 1));
    if (!fetched) return tl::unexpected(fetched.error());
    hash.update(std::span(fetched->bytes).first(std::min<std::uint64_t>(wish.bytes - at, piece.bytes)));
    at += piece.bytes;
  }
  auto hex = hash.hex();
  if (hex.empty()) return refuse({.kind = Failure::Kind::internal, .what = "SHA-256 could not be computed"});
  return Sha256Answer{std::move(hex)};
}

NativeSession::Result NativeSession::handle(const Close&) { return Done{}; }

std::vector<Event> NativeSession::take_events() {
  std::vector<Event> events;
  if (!opened_) return events;
  Reports& reports = *opened_->device->reports;
  for (auto& report : reports.uncaptured) {
    const bool memory = report.type == WGPUErrorType_OutOfMemory;
    events.push_back({memory ? Event::Kind::out_of_memory : Event::Kind::error, std::move(report.text)});
  }
  reports.uncaptured.clear();
  for (auto& note : reports.notes) events.push_back({Event::Kind::log, std::move(note)});
  reports.notes.clear();
  if (reports.lost && !std::exchange(told_lost_, true)) events.push_back({Event::Kind::lost, reports.lost_why});
  return events;
}

void NativeSession::lose_device(std::string why) {
  if (!opened_) return;
  Reports& reports = *opened_->device->reports;
  if (std::exchange(reports.lost, true)) return;
  reports.lost_why = std::move(why);
}

}  // namespace assay::worker::native
