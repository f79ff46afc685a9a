// SPDX-License-Identifier: Apache-2.0
#include "protocol/timed_rounds.hpp"

#include <algorithm>
#include <utility>

namespace assay::protocol {

std::vector<std::uint32_t> TimedRounds::draw_allocation() {
  std::vector<std::uint32_t> allocation;
  for (std::size_t b = 0; b < plan_->buffers.size(); ++b) {
    allocation.push_back(static_cast<std::uint32_t>(stream_.below(session_->pool().per_buffer())));
  }
  return allocation;
}

Expected<result::TimedSubmission> TimedRounds::run(messages::Submission submission, std::size_t trials,
                                                   const RoundShape& shape, bool with_reference) {
  auto answer = session_->device().run({std::move(submission)});
  if (!answer) return fail(answer.error());
  const Unexpected misshapen =
      fail({.fault = Fault::broken_run, .what = "the engine answered with other stamps than were asked for"});
  if (answer->submissions.size() != 1) return misshapen;
  auto& reading = answer->submissions.front();
  // Host times count from the begin of the encoding; before it the engine reads the message.
  const auto since = [&](std::uint64_t ns) { return ns >= reading.encode_ns ? ns - reading.encode_ns : 0; };
  result::TimedSubmission record{.submit_ns = since(reading.submit_ns),
                                 .done_ns = since(reading.done_ns),
                                 .mapped_ns = since(std::max(reading.mapped_ns, reading.done_ns))};
  if (reading.encoded_ns) record.encoded_ns = since(*reading.encoded_ns);
  if (reading.submitted_ns) record.submitted_ns = since(*reading.submitted_ns);
  std::vector<std::vector<std::uint64_t>> stamped;
  for (auto& slot : reading.slots) {
    if (!slot.stamps.empty()) stamped.push_back(std::move(slot.stamps));
  }
  if (stamped.size() != (shape.stamped ? trials : 0) + (with_reference ? 1 : 0)) return misshapen;
  if (with_reference) {
    record.reference = std::move(stamped.back());
    stamped.pop_back();
  }
  const std::size_t stamps = 2 * std::size_t{session_->instances().front().stamped_passes};
  for (const auto& trial : stamped) {
    if (trial.size() != stamps) return misshapen;
    record.stamps.insert(record.stamps.end(), trial.begin(), trial.end());
  }
  return record;
}

Expected<result::TimedSubmission> TimedRounds::alone(const RoundShape& shape) {
  messages::Submission submission;
  const auto& instance = session_->instances()[stream_.below(session_->instances().size())];
  add_slots(submission, instance, session_->pool(), draw_allocation(),
            {.trials = 1, .stamped = shape.stamped, .first_data_set = trials_run_++});
  return run(std::move(submission), 1, shape, false);
}

Expected<result::TimedSubmission> TimedRounds::steady(const RoundShape& shape) {
  messages::Submission submission;
  auto& device = session_->device();
  const auto& instance = session_->instances()[stream_.below(session_->instances().size())];
  const auto allocation = draw_allocation();
  add_slots(submission, instance, session_->pool(), allocation, {.trials = shape.lead_in, .stamped = false});
  for (std::uint32_t t = 0; t < shape.trials; ++t) {
    if (!shape.dither.empty()) {
      auto spacer = device.spacer_slot(shape.dither[stream_.below(shape.dither.size())]);
      if (!spacer) return fail(spacer.error());
      submission.slots.push_back(std::move(*spacer));
    }
    add_slots(submission, instance, session_->pool(), allocation,
              {.trials = 1, .stamped = shape.stamped, .first_data_set = trials_run_++});
  }
  const bool with_reference = shape.reference_steps > 0;
  if (with_reference) {
    auto reference = device.reference_slot(shape.reference_steps);
    if (!reference) return fail(reference.error());
    submission.slots.push_back(std::move(*reference));
  }
  return run(std::move(submission), shape.trials, shape, with_reference);
}

}  // namespace assay::protocol
