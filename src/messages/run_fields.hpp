// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of run and its answer (docs/messages.md).
#pragma once

#include "json/fields.hpp"
#include "messages/bounds.hpp"
#include "messages/messages.hpp"

namespace assay::messages {

template <class F>
void describe(F& f, typename F::template Ref<Slot> slot) {
  f.need("track", slot.track);
  f.need("roles", slot.roles, kMostRoles);
  f.need("trials", slot.trials);
  f.may("offsets", slot.offsets, kMostOffsets);
}

template <class F>
void describe(F& f, typename F::template Ref<Submission> submission) {
  f.need("slots", submission.slots, kMostSlots);
}

template <class F>
void describe(F& f, typename F::template Ref<ReadBack> read) {
  f.need("allocation", read.allocation);
  f.need("offset", read.offset);
  f.need("bytes", read.bytes);
}

template <class F>
void describe(F& f, typename F::template Ref<Run> run) {
  f.need("deadline_ms", run.deadline_ms);
  f.need("submissions", run.submissions, kMostSubmissions);
  f.may("reads", run.reads, kMostReads);
  f.may("unwritten_queries", run.unwritten_queries);
}

template <class F>
void describe(F& f, typename F::template Ref<SlotReading> reading) {
  f.need("stamps", reading.stamps, kMostStamps);
}

template <class F>
void describe(F& f, typename F::template Ref<SubmissionReading> reading) {
  f.need("encode_ns", reading.encode_ns);
  f.may("encoded_ns", reading.encoded_ns);
  f.need("submit_ns", reading.submit_ns);
  f.may("submitted_ns", reading.submitted_ns);
  f.need("done_ns", reading.done_ns);
  f.need("mapped_ns", reading.mapped_ns);
  f.need("slots", reading.slots, kMostSlots);
}

template <class F>
void describe(F& f, typename F::template Ref<RunAnswer> answer) {
  f.need("submissions", answer.submissions, kMostSubmissions);
  f.may("unwritten", answer.unwritten, kMostUnwritten);
}

}  // namespace assay::messages
