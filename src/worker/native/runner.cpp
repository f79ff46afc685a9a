// SPDX-License-Identifier: Apache-2.0
#include "worker/native/runner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "worker/native/encode.hpp"

namespace assay::worker::native {
namespace {

using namespace messages;

/// Encoder commands of one submission: encoding takes host memory for each.
constexpr std::uint64_t kMostCommands = 1U << 20U;
/// Stamps of one run: as decimal strings they must fit into one answer of kMostJsonBytes.
constexpr std::uint64_t kMostStamps = 131072;
constexpr std::uint64_t kMostDeadlineMs = 24ULL * 3600 * 1000;

struct ReadySubmission {
  std::vector<ReadySlot> slots{};
  std::uint32_t queries = 0;
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
  ReadySubmission ready{.queries = static_cast<std::uint32_t>(queries)};
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

/// State of one run while its submissions go by.
class Runner {
 public:
  Runner(Device& device, Readback& readback, const Run& run, HostClock::time_point start)
      : device_(device),
        readback_(readback),
        start_(start),
        deadline_(start_ + std::chrono::milliseconds(std::min(run.deadline_ms, kMostDeadlineMs))) {}

  Outcome<RunAnswer> play(const std::vector<ReadySubmission>& submissions, const std::vector<Piece>& pieces) {
    answer_.submissions.resize(submissions.size());
    for (std::size_t i = 0; i < submissions.size(); ++i) {
      if (queries_ + submissions[i].queries > kMostQueries) {
        if (auto fetched = fetch(submissions, i, {}); !fetched) return tl::unexpected(fetched.error());
      }
      if (auto submitted = submit(submissions[i], answer_.submissions[i]); !submitted) {
        return tl::unexpected(submitted.error());
      }
    }
    if (auto fetched = fetch(submissions, submissions.size(), pieces); !fetched) return tl::unexpected(fetched.error());
    return std::move(answer_);
  }

 private:
  [[nodiscard]] std::uint64_t since_start(HostClock::time_point time) const {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time - start_).count());
  }

  Outcome<void> submit(const ReadySubmission& submission, SubmissionReading& reading) {
    WGPUQuerySet query_set = nullptr;
    if (submission.queries > 0) {
      const auto made = readback_.query_set();
      if (!made) return tl::unexpected(made.error());
      query_set = *made;
    }
    reading.encode_ns = since_start(HostClock::now());
    const auto commands = encode_slots(device_, submission.slots, query_set, queries_);
    if (!commands) return tl::unexpected(commands.error());
    HostClock::time_point submitted;
    if (auto done = device_.submit_and_wait(commands->get(), deadline_, &submitted); !done) return done;
    reading.done_ns = since_start(HostClock::now());
    reading.submit_ns = since_start(submitted);
    queries_ += submission.queries;
    return {};
  }

  /// Brings in the stamps of the submissions from `fetched_` up to `end`.
  Outcome<void> fetch(const std::vector<ReadySubmission>& submissions, std::size_t end,
                      const std::vector<Piece>& pieces) {
    auto fetched = readback_.fetch(queries_, pieces, deadline_);
    if (!fetched) return tl::unexpected(fetched.error());
    auto next = fetched->stamps.cbegin();
    for (; fetched_ < end; ++fetched_) {
      auto& reading = answer_.submissions[fetched_];
      reading.mapped_ns = since_start(fetched->mapped_at);
      for (const auto& slot : submissions[fetched_].slots) {
        const auto count = static_cast<std::ptrdiff_t>(slot.track->queries(slot.trials));
        reading.slots.push_back({std::vector<std::uint64_t>(next, next + count)});
        next += count;
      }
    }
    queries_ = 0;
    answer_.reads = std::move(fetched->bytes);
    return {};
  }

  Device& device_;
  Readback& readback_;
  HostClock::time_point start_, deadline_;
  RunAnswer answer_{};
  std::size_t fetched_ = 0;     ///< submissions whose stamps have come in
  std::uint32_t queries_ = 0;   ///< written since the last fetch
};

}  // namespace

Outcome<RunAnswer> run_submissions(Device& device, const Stock& stock, Readback& readback, const Run& run) {
  const auto start = HostClock::now();
  stock.bind_groups.trim();
  std::vector<ReadySubmission> submissions;
  std::uint64_t stamps = 0;
  for (const auto& submission : run.submissions) {
    auto ready = make_ready(submission, stock);
    if (!ready) return tl::unexpected(ready.error());
    stamps += ready->queries;
    submissions.push_back(std::move(*ready));
  }
  if (stamps > kMostStamps) {
    return refuse_protocol("a run has too many stamps", std::to_string(stamps), std::to_string(kMostStamps));
  }
  if (stamps > 0 && device.features.count("timestamp-query") == 0) {
    return refuse_protocol("a pass is to be stamped, but the device was opened without timestamp-query");
  }
  const auto pieces = make_pieces(run.reads, stock.memory);
  if (!pieces) return tl::unexpected(pieces.error());
  return Runner(device, readback, run, start).play(submissions, *pieces);
}

}  // namespace assay::worker::native
