// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/simulated_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <utility>

#include "engine/remote/engine_errors.hpp"
#include "engine/sim/adapter.hpp"
#include "plan/sha256.hpp"

namespace assay::engine::sim {
namespace {

using Kind = messages::Failure::Kind;

// What the host does, in its own simulated time.
constexpr double kEncodeSlotNs = 1000, kSubmitNs = 10'000, kDoneNs = 10'000, kMapNs = 5000;
constexpr double kLeastPauseNs = 1e5, kMostPauseNs = 1e6;  // between two runs
// Between two passes; about what was measured between passes of one engine on one large GPU.
constexpr double kGapNs = 1900;
constexpr std::uint64_t kCompileNs = 1'000'000;

std::uint64_t whole_ns(double ns) { return static_cast<std::uint64_t>(std::max(ns, 0.0)); }

Unexpected malformed(std::string what, std::string value, std::string_view request) {
  return fail(error_of({.kind = Kind::protocol, .what = std::move(what), .value = std::move(value)}, request));
}

/// Trials that touch other bytes than the trials before them.
std::uint32_t different_trials(const messages::Slot& slot) {
  std::size_t different = 1;
  for (const auto& [role, offsets] : slot.offsets) different = std::max(different, offsets.size());
  return static_cast<std::uint32_t>(std::min<std::size_t>(different, slot.trials));
}

messages::Blob blob_of(const std::vector<std::uint32_t>& words) {
  messages::Blob blob(words.size() * 4);
  if (!words.empty()) std::memcpy(blob.data(), words.data(), blob.size());
  return blob;
}

}  // namespace

SimulatedEngine::SimulatedEngine(const Nuisances& nuisances, std::uint64_t process, std::shared_ptr<DigestMemo> memo)
    : nuisances_(nuisances),
      identity_(simulated_identity(nuisances)),
      memory_(nuisances.memory_bytes),
      execution_(memory_, std::move(memo), nuisances.group_ns),
      times_(nuisances, process),
      counter_(nuisances, process),
      host_(nuisances.seed, process, Draw::host, 1) {}

Expected<void> SimulatedEngine::alive(std::string_view request) const {
  if (ended_) return fail(*ended_);
  if (!opened_) return malformed("no device was opened", std::string(request), request);
  return {};
}

Error SimulatedEngine::ended(const messages::Failure& failure, std::string_view request) {
  ended_ = error_of(failure, request);
  return *ended_;
}

Expected<messages::OpenAnswer> SimulatedEngine::open(const messages::Open& wish) {
  if (ended_) return fail(*ended_);
  auto answer = open_simulated_device(nuisances_, wish);
  opened_ = opened_ || (answer && !wish.list_only);
  return answer;
}

Expected<messages::KernelsAnswer> SimulatedEngine::kernels(const messages::Kernels& wish) {
  if (auto ready = alive("kernels"); !ready) return fail(ready.error());
  messages::KernelsAnswer answer;
  for (const auto& source : wish.kernels) {
    if (pipelines_.contains(source.id)) {
      return malformed("the kernel exists already", fmt::format("{}", source.id), "kernels");
    }
    auto program = understand(source);
    answer.kernels.push_back({.id = source.id, .compile_ns = kCompileNs});
    now_ns_ += static_cast<double>(kCompileNs);
    if (!program) {
      answer.kernels.back().failure = program.error();
      continue;
    }
    if (program->kind == Program::Kind::user) times_.compiled();
    pipelines_.emplace(source.id, Pipeline{.program = std::move(*program)});
  }
  return answer;
}

Expected<messages::AllocateAnswer> SimulatedEngine::allocate(const messages::Allocate& wish) {
  if (auto ready = alive("allocate"); !ready) return fail(ready.error());
  auto too_much = memory_.allocate(wish);
  if (!too_much) return fail(too_much.error());
  return messages::AllocateAnswer{.out_of_memory = std::move(*too_much)};
}

Expected<void> SimulatedEngine::release(const messages::Release& wish) {
  if (auto ready = alive("release"); !ready) return fail(ready.error());
  return memory_.release(wish);
}

SlotFacts SimulatedEngine::facts_of(const messages::Track& track) const {
  SlotFacts facts;
  for (const auto& op : track.ops) {
    const auto* const pass = std::get_if<messages::PassOp>(&op);
    if (pass == nullptr) continue;
    facts.stamped = facts.stamped || pass->stamped;
    for (const auto& dispatch : pass->dispatches) {
      const auto& program = pipelines_.at(dispatch.kernel).program;
      if (program.kind != Program::Kind::user) continue;
      facts.user = true;
      facts.code = facts.code * 31 + program.code;
      facts.pipeline = facts.pipeline * 31 + dispatch.kernel;
      facts.leaves = std::max(facts.leaves, program.leaves);
    }
  }
  facts.reading = facts.user && facts.stamped;
  return facts;
}

Expected<void> SimulatedEngine::track(const messages::Track& track) {
  if (auto ready = alive("track"); !ready) return ready;
  if (tracks_.contains(track.id)) return malformed("the track exists already", fmt::format("{}", track.id), "track");
  for (const auto& op : track.ops) {
    const auto* const pass = std::get_if<messages::PassOp>(&op);
    if (pass == nullptr) continue;
    for (const auto& dispatch : pass->dispatches) {
      if (!pipelines_.contains(dispatch.kernel)) {
        return malformed("there is no such kernel", fmt::format("{}", dispatch.kernel), "track");
      }
    }
  }
  tracks_.emplace(track.id, Known{.track = track, .facts = facts_of(track)});
  return {};
}

Expected<void> SimulatedEngine::run_pass(const messages::PassOp& pass, const Running& running, std::uint32_t trial,
                                         messages::SlotReading& reading) {
  const bool inside = running.track.trials == messages::Track::Trials::inside;
  const std::uint32_t times = inside ? running.slot.trials : 1;
  double nominal_ns = 0;
  for (const auto& dispatch : pass.dispatches) {
    auto& pipeline = pipelines_.at(dispatch.kernel);
    const auto one_ns = execution_.nominal_ns(pipeline, dispatch, running.slot);
    if (!one_ns) return fail(one_ns.error());
    nominal_ns += *one_ns * times;
    const std::uint32_t different = inside ? different_trials(running.slot) : 1;
    for (std::uint32_t t = 0; t < different; ++t) {
      const std::uint32_t share = t == 0 ? times - (different - 1) : 1;
      auto done = execution_.execute(pipeline, dispatch, running.slot, inside ? t : trial, share);
      if (!done) return done;
    }
  }
  const double begin_ns = now_ns_;
  now_ns_ += nominal_ns * running.factor;
  if (pass.stamped) {
    // A pass without a dispatch is never stamped by some engines; its stamps read 0.
    const auto stamps =
        pass.dispatches.empty() ? std::pair<std::uint64_t, std::uint64_t>{} : counter_.stamps(begin_ns, now_ns_);
    reading.stamps.push_back(stamps.first);
    reading.stamps.push_back(stamps.second);
  }
  now_ns_ += kGapNs;
  return {};
}

Expected<void> SimulatedEngine::run_op(const messages::Op& op, const Running& running, std::uint32_t trial,
                                       messages::SlotReading& reading) {
  if (const auto* const pass = std::get_if<messages::PassOp>(&op)) return run_pass(*pass, running, trial, reading);
  if (const auto* const clear = std::get_if<messages::ClearOp>(&op)) {
    return execution_.clear(*clear, running.slot, trial);
  }
  if (const auto* const copy = std::get_if<messages::CopyOp>(&op)) return execution_.copy(*copy, running.slot, trial);
  return {};  // everything is in order here: a fence has nothing to do
}

Expected<messages::SlotReading> SimulatedEngine::run_slot(const messages::Slot& slot, std::size_t& place) {
  const auto known = tracks_.find(slot.track);
  if (known == tracks_.end()) return malformed("there is no such track", fmt::format("{}", slot.track), "run");
  const auto& track = known->second.track;
  if (slot.roles.size() != track.roles || slot.trials == 0) {
    return malformed("a slot does not fit its track",
                     fmt::format("{} roles, {} trials", slot.roles.size(), slot.trials), "run");
  }
  SlotFacts facts = known->second.facts;
  const std::vector<std::uint64_t> allocations(slot.roles.begin(), slot.roles.end());
  facts.allocations = allocations;
  facts.place = place;
  if (facts.stamped) ++place;
  const Running running{.slot = slot, .track = track, .factor = times_.factor(facts)};
  messages::SlotReading reading;
  const std::uint32_t rounds = track.trials == messages::Track::Trials::around ? slot.trials : 1;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (const auto& op : track.ops) {
      if (auto done = run_op(op, running, round, reading); !done) return fail(done.error());
    }
  }
  return reading;
}

Expected<messages::SubmissionReading> SimulatedEngine::submit(const messages::Submission& submission, double start_ns) {
  messages::SubmissionReading reading{.encode_ns = whole_ns(now_ns_ - start_ns)};
  const double before_ns = now_ns_;
  now_ns_ += kEncodeSlotNs * static_cast<double>(submission.slots.size());
  reading.encoded_ns = reading.submit_ns = whole_ns(now_ns_ - start_ns);
  now_ns_ += kSubmitNs;
  reading.submitted_ns = whole_ns(now_ns_ - start_ns);
  counter_.begin_submission();
  const double begin_ns = now_ns_;
  std::size_t place = 0;
  for (const auto& slot : submission.slots) {
    auto read = run_slot(slot, place);
    if (!read) return fail(read.error());
    reading.slots.push_back(std::move(*read));
  }
  const double busy_ns = now_ns_ - begin_ns;
  now_ns_ += kDoneNs;
  reading.done_ns = whole_ns(now_ns_ - start_ns);
  now_ns_ += kMapNs;
  reading.mapped_ns = whole_ns(now_ns_ - start_ns);
  times_.worked(busy_ns, now_ns_ - before_ns);
  return reading;
}

Expected<void> SimulatedEngine::check_time(double start_ns, std::uint64_t deadline_ms) {
  if (nuisances_.lost_after_ns > 0 && now_ns_ >= nuisances_.lost_after_ns) {
    const std::string text = fmt::format("simulated loss after {:g} ms", nuisances_.lost_after_ns / 1e6);
    events_.push_back({.kind = messages::Event::Kind::lost, .text = text});
    return fail(ended({.kind = Kind::lost, .what = text}, "run"));
  }
  const bool hangs = nuisances_.hang_after_ns > 0 && now_ns_ >= nuisances_.hang_after_ns;
  if (!hangs && now_ns_ - start_ns <= static_cast<double>(deadline_ms) * 1e6) return {};
  return fail(ended(
      {.kind = Kind::deadline,
       .what = "the submitted work did not complete in time",
       .value = hangs ? "a simulated hang" : fmt::format("{:.0f} ms of simulated time", (now_ns_ - start_ns) / 1e6),
       .limit = fmt::format("{} ms", deadline_ms)},
      "run"));
}

Expected<messages::RunAnswer> SimulatedEngine::run(const messages::Run& run) {
  if (auto ready = alive("run"); !ready) return fail(ready.error());
  const double pause_ns = host_.between(kLeastPauseNs, kMostPauseNs);
  times_.worked(0, pause_ns);
  now_ns_ += pause_ns;
  const double start_ns = now_ns_;
  counter_.begin_run();
  messages::RunAnswer answer;
  for (const auto& submission : run.submissions) {
    auto reading = submit(submission, start_ns);
    if (!reading) return fail(reading.error());
    if (auto good = check_time(start_ns, run.deadline_ms); !good) return fail(good.error());
    answer.submissions.push_back(std::move(*reading));
  }
  if (run.unwritten_queries > messages::kMostUnwritten) {
    return malformed("too many queries that nothing writes", fmt::format("{}", run.unwritten_queries), "run");
  }
  answer.unwritten.assign(run.unwritten_queries, 0);
  for (const auto& wish : run.reads) {
    const auto stretch = memory_.stretch(wish.allocation, wish.offset, wish.bytes, "run");
    if (!stretch) return fail(stretch.error());
    const auto bytes = blob_of(stretch->words());
    if (answer.reads.size() + bytes.size() > messages::kMostBlobBytes) {
      return malformed("a run reads back more than one message carries", fmt::format("{} bytes", wish.bytes), "run");
    }
    answer.reads.insert(answer.reads.end(), bytes.begin(), bytes.end());
  }
  return answer;
}

Expected<messages::Blob> SimulatedEngine::read(const messages::Read& wish) {
  if (auto ready = alive("read"); !ready) return fail(ready.error());
  const auto stretch = memory_.stretch(wish.allocation, wish.offset, wish.bytes, "read");
  if (!stretch) return fail(stretch.error());
  return blob_of(stretch->words());
}

Expected<void> SimulatedEngine::write(const messages::Write& wish) {
  if (auto ready = alive("write"); !ready) return ready;
  const auto stretch = memory_.stretch(wish.allocation, wish.offset, wish.data.size(), "write");
  if (!stretch) return fail(stretch.error());
  std::vector<std::uint32_t> words(wish.data.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), wish.data.data(), wish.data.size());
  stretch->put_words(std::move(words));
  return {};
}

Expected<std::string> SimulatedEngine::sha256(const messages::Sha256& wish) {
  const auto bytes = read({.allocation = wish.allocation, .offset = wish.offset, .bytes = wish.bytes});
  if (!bytes) return fail(bytes.error());
  return plan::sha256_hex({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

Launcher launcher(const Nuisances& nuisances) {
  const auto next = std::make_shared<std::atomic<std::uint64_t>>(0);
  const auto memo = std::make_shared<DigestMemo>();
  return [nuisances, next, memo]() -> Expected<std::unique_ptr<Engine>> {
    return std::make_unique<SimulatedEngine>(nuisances, next->fetch_add(1), memo);
  };
}

}  // namespace assay::engine::sim
