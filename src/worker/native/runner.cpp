// SPDX-License-Identifier: Apache-2.0
#include "worker/native/runner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "worker/native/encode.hpp"

namespace assay::worker::native {
namespace {

using namespace messages;

/// Encoder commands of one submission, and of all of a run: encoding takes host memory for each.
constexpr std::uint64_t kMostCommands = 1U << 20U;
constexpr std::uint64_t kMostCommandsOfRun = 4U << 20U;
/// Stamps of one run: as decimal strings they must fit into one answer of kMostJsonBytes.
constexpr std::uint64_t kMostStamps = 131072;
constexpr std::uint64_t kMostDeadlineMs = 24ULL * 3600 * 1000;

struct ReadySubmission {
  std::vector<ReadySlot> slots{};
  std::uint32_t queries = 0;
  std::uint64_t commands = 0;
};

Outcome<ReadySubmission> make_ready(const Submission& submission, const Stock& stock) {
  std::uint64_t queries = 0, commands = 0;
  for (const auto& slot : submission.slots) {
    const auto track = stock.tracks.find(slot.track);
    if (!track) return tl::unexpected(track.error());
    queries += (*track)->queries(slot.trials);
    commands += (*track)->commands(slot.trials);
    if (queries > kMostQueries) {
      return refuse_protocol("too many timestamp queries in a submission", std::to_string(queries),
                             std::to_string(kMostQueries));
    }
    if (commands > kMostCommands) {
      return refuse_protocol("too many commands in a submission", std::to_string(commands),
                             std::to_string(kMostCommands));
    }
  }
  ReadySubmission ready{.queries = static_cast<std::uint32_t>(queries), .commands = commands};
  for (const auto& slot : submission.slots) {
    auto one = native::make_ready(slot, stock);
    if (!one) return tl::unexpected(one.error());
    ready.slots.push_back(std::move(*one));
  }
  return ready;
}

Outcome<std::vector<Piece>> make_pieces(const std::vector<ReadBack>& reads, const Allocations& memory) {
  std::vector<Piece> pieces;
  std::uint64_t bytes = 0;
  for (const auto& read : reads) {
    const auto range = memory.find_range(read.allocation, read.offset, read.bytes);
    if (!range) return tl::unexpected(range.error());
    bytes += read.bytes;
    if (bytes > kMostBlobBytes) {
      return refuse_protocol("a run's read-backs are too large together", std::to_string(bytes),
                             fmt::format("{} bytes", kMostBlobBytes));
    }
    pieces.push_back({(*range)->buffer.get(), read.offset, read.bytes});
  }
  return pieces;
}

Outcome<void> may_leave_unwritten(const Device& device, std::uint32_t queries) {
  if (queries == 0) return {};
  if (queries > kMostUnwritten) {
    return refuse_protocol("too many queries that nothing writes", std::to_string(queries),
                           std::to_string(kMostUnwritten));
  }
  if (device.dialect.resolves_unwritten && device.features.count("timestamp-query") != 0) return {};
  return refuse({.kind = Failure::Kind::unsupported,
                 .what = "queries that nothing wrote may never be resolved here",
                 .value = std::to_string(queries)});
}

/// Submissions whose stamps are in the query set at the same time and come back together.
struct Window {
  std::size_t first = 0, end = 0;  ///< submissions
  std::uint32_t queries = 0;
  ReadyFetch fetch{};
};

/// Cuts the submissions where the next one's stamps no longer fit into the query set beside those before it.
std::vector<Window> windows_of(const std::vector<ReadySubmission>& submissions) {
  std::vector<Window> windows(1);
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    if (windows.back().queries + submissions[i].queries > kMostQueries) windows.push_back({.first = i, .end = i});
    windows.back().queries += submissions[i].queries;
    windows.back().end = i + 1;
  }
  return windows;
}

/// One run: first everything is encoded, then everything is submitted.
class Runner {
 public:
  Runner(Device& device, Readback& readback, const std::vector<ReadySubmission>& submissions,
         HostClock::time_point start)
      : device_(device), readback_(readback), submissions_(submissions), start_(start) {
    answer_.submissions.resize(submissions.size());
  }

  Outcome<RunAnswer> play(const std::vector<Piece>& pieces) {
    auto windows = windows_of(submissions_);
    if (auto encoded = encode(windows, pieces); !encoded) return tl::unexpected(encoded.error());
    for (const auto& window : windows) {
      for (std::size_t i = window.first; i < window.end; ++i) {
        if (auto submitted = submit(i); !submitted) return tl::unexpected(submitted.error());
      }
      if (auto fetched = fetch(window); !fetched) return tl::unexpected(fetched.error());
    }
    return std::move(answer_);
  }

 private:
  [[nodiscard]] std::uint64_t since_start(HostClock::time_point time) const {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time - start_).count());
  }

  /// After this nothing can be refused any more, and the device need not wait for an encoder between submissions.
  Outcome<void> encode(std::vector<Window>& windows, const std::vector<Piece>& pieces) {
    std::uint64_t piece_bytes = 0;
    for (const auto& piece : pieces) piece_bytes += piece.bytes;
    if (auto room = readback_.reserve(kMostQueries * sizeof(std::uint64_t) + piece_bytes); !room) return room;
    for (auto& window : windows) {
      std::uint32_t next_query = 0;
      for (std::size_t i = window.first; i < window.end; ++i) {
        if (auto encoded = encode(i, next_query); !encoded) return encoded;
        next_query += submissions_[i].queries;
      }
      const bool last = &window == &windows.back();
      auto ready = readback_.prepare(window.queries, last ? std::span<const Piece>(pieces) : std::span<const Piece>());
      if (!ready) return tl::unexpected(ready.error());
      window.fetch = std::move(*ready);
    }
    return {};
  }

  Outcome<void> encode(std::size_t index, std::uint32_t first_query) {
    const ReadySubmission& submission = submissions_[index];
    WGPUQuerySet query_set = nullptr;
    if (submission.queries > 0) {
      const auto made = readback_.query_set();
      if (!made) return tl::unexpected(made.error());
      query_set = *made;
    }
    answer_.submissions[index].encode_ns = since_start(HostClock::now());
    auto commands = encode_slots(device_, submission.slots, query_set, first_query);
    if (!commands) return tl::unexpected(commands.error());
    answer_.submissions[index].encoded_ns = since_start(HostClock::now());
    commands_.push_back(std::move(*commands));
    return {};
  }

  Outcome<void> submit(std::size_t index) {
    SubmitTimes times;
    auto done = device_.submit_and_wait(commands_[index].get(), device_.request_deadline, &times);
    if (!done) return done;
    auto& reading = answer_.submissions[index];
    reading.done_ns = since_start(HostClock::now());
    reading.submit_ns = since_start(times.before);
    reading.submitted_ns = since_start(times.taken);
    commands_[index] = {};
    return {};
  }

  /// Brings in the stamps of a window's submissions.
  Outcome<void> fetch(const Window& window) {
    auto fetched = readback_.fetch(window.fetch, device_.request_deadline);
    if (!fetched) return tl::unexpected(fetched.error());
    auto next = fetched->stamps.cbegin();
    for (std::size_t i = window.first; i < window.end; ++i) {
      auto& reading = answer_.submissions[i];
      reading.mapped_ns = since_start(fetched->mapped_at);
      for (const auto& slot : submissions_[i].slots) {
        const auto count = static_cast<std::ptrdiff_t>(slot.track->queries(slot.trials));
        reading.slots.push_back({std::vector<std::uint64_t>(next, next + count)});
        next += count;
      }
    }
    answer_.reads = std::move(fetched->bytes);
    return {};
  }

  Device& device_;
  Readback& readback_;
  const std::vector<ReadySubmission>& submissions_;
  HostClock::time_point start_;
  RunAnswer answer_{};
  std::vector<Handle<WGPUCommandBuffer>> commands_{};  ///< of each submission, until it is submitted
};

}  // namespace

Outcome<RunAnswer> run_submissions(Device& device, const Stock& stock, Readback& readback, const Run& run) {
  const auto start = HostClock::now();
  device.request_deadline = start + std::chrono::milliseconds(std::min(run.deadline_ms, kMostDeadlineMs));
  stock.bind_groups.trim();
  std::vector<ReadySubmission> submissions;
  std::uint64_t stamps = 0, commands = 0;
  for (const auto& submission : run.submissions) {
    auto ready = make_ready(submission, stock);
    if (!ready) return tl::unexpected(ready.error());
    stamps += ready->queries;
    commands += ready->commands;
    submissions.push_back(std::move(*ready));
  }
  if (commands > kMostCommandsOfRun) {
    return refuse_protocol("too many commands in a run", std::to_string(commands), std::to_string(kMostCommandsOfRun));
  }
  if (stamps > kMostStamps) {
    return refuse_protocol("a run has too many stamps", std::to_string(stamps), std::to_string(kMostStamps));
  }
  if (stamps > 0 && device.features.count("timestamp-query") == 0) {
    return refuse_protocol("a pass is to be stamped, but the device was opened without timestamp-query");
  }
  if (auto may = may_leave_unwritten(device, run.unwritten_queries); !may) return tl::unexpected(may.error());
  const auto pieces = make_pieces(run.reads, stock.memory);
  if (!pieces) return tl::unexpected(pieces.error());
  auto answer = Runner(device, readback, submissions, start).play(*pieces);
  if (!answer || run.unwritten_queries == 0) return answer;
  auto unwritten = readback.read_unwritten(run.unwritten_queries, device.request_deadline);
  if (!unwritten) return tl::unexpected(unwritten.error());
  answer->unwritten = std::move(*unwritten);
  return answer;
}

}  // namespace assay::worker::native
