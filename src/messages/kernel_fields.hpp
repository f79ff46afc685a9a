// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of kernels and its answer (docs/messages.md).
#pragma once

#include "json/fields.hpp"
#include "messages/bounds.hpp"
#include "messages/messages.hpp"

namespace assay::messages {

template <class F>
void describe(F& f, typename F::template Ref<KernelSource> kernel) {
  f.need("id", kernel.id);
  f.may("label", kernel.label);
  f.need("wgsl", kernel.wgsl);
  f.need("entry", kernel.entry);
  f.may("overrides", kernel.overrides, kMostNames);
  f.may("requires", kernel.requires_features, kMostNames);
}

template <class F>
void describe(F& f, typename F::template Ref<Kernels> kernels) {
  f.need("kernels", kernels.kernels, kMostKernels);
}

template <class F>
void describe(F& f, typename F::template Ref<KernelFailure> failure) {
  f.need("message", failure.message);
  f.may("line", failure.line);
  f.may("column", failure.column);
}

template <class F>
void describe(F& f, typename F::template Ref<KernelOutcome> outcome) {
  f.need("id", outcome.id);
  f.need("compile_ns", outcome.compile_ns);
  f.may("failure", outcome.failure);
}

template <class F>
void describe(F& f, typename F::template Ref<KernelsAnswer> answer) {
  f.need("kernels", answer.kernels, kMostKernels);
}

}  // namespace assay::messages
