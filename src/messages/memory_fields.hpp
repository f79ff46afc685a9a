// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of allocate, release, read, write, sha256 and their answers (docs/messages.md). Data itself is the frame's
/// blob and no member.
#pragma once

#include <array>

#include "json/fields.hpp"
#include "messages/bounds.hpp"
#include "messages/messages.hpp"

namespace assay::messages {

inline constexpr std::array<json::Word<Usage>, 3> kUsages{
    {{"storage", Usage::storage}, {"uniform", Usage::uniform}, {"indirect", Usage::indirect}}};

template <class F>
void describe(F& f, typename F::template Ref<Allocation> allocation) {
  f.need("id", allocation.id);
  f.need("bytes", allocation.bytes);
  f.word("usage", allocation.usage, kUsages);
}

template <class F>
void describe(F& f, typename F::template Ref<Allocate> allocate) {
  f.need("allocations", allocate.allocations, kMostAllocations);
}

template <class F>
void describe(F& f, typename F::template Ref<AllocateAnswer> answer) {
  f.need("out_of_memory", answer.out_of_memory, kMostAllocations);
}

template <class F>
void describe(F& f, typename F::template Ref<Release> release) {
  f.need("allocations", release.allocations, kMostAllocations);
}

template <class F>
void describe(F& f, typename F::template Ref<Read> read) {
  f.need("allocation", read.allocation);
  f.need("offset", read.offset);
  f.need("bytes", read.bytes);
}

template <class F>
void describe(F&, typename F::template Ref<ReadAnswer>) {}

template <class F>
void describe(F& f, typename F::template Ref<Write> write) {
  f.need("allocation", write.allocation);
  f.need("offset", write.offset);
}

template <class F>
void describe(F& f, typename F::template Ref<Sha256> sha256) {
  f.need("allocation", sha256.allocation);
  f.need("offset", sha256.offset);
  f.need("bytes", sha256.bytes);
}

template <class F>
void describe(F& f, typename F::template Ref<Sha256Answer> answer) {
  f.need("hex", answer.hex);
}

}  // namespace assay::messages
