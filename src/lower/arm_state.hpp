// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the arms of a plan do to their buffers, as their WGSL declares it: which they touch and write, what must be put
/// back between trials, and how trials can repeat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "messages/messages.hpp"
#include "plan/plan.hpp"

namespace assay::lower {

/// Whether a dispatch may write what it has bound there; false where its text does not declare the binding.
[[nodiscard]] bool writes(const plan::Plan& plan, const plan::Dispatch& dispatch, const plan::Binding& binding);

/// Buffers that an arm binds, clears, copies or takes arguments from, in order of first use.
[[nodiscard]] std::vector<std::size_t> touched_by(const plan::Arm& arm);
/// Whether an arm writes a buffer: a binding declared read_write, a clear, the target of a copy.
[[nodiscard]] bool is_written_by(const plan::Plan& plan, const plan::Arm& arm, std::size_t buffer);
[[nodiscard]] bool is_written(const plan::Plan& plan, std::size_t buffer);

/// A checked output without a fill of its own: poisoned, so that a word left out is seen.
[[nodiscard]] bool is_poisoned(const plan::Plan& plan, std::size_t buffer);
/// Whether poison is still there when a trial begins, so that a word left out is proven: not where `each_trial` puts
/// the buffer back.
[[nodiscard]] bool keeps_poison(const plan::Plan& plan, std::size_t buffer);
/// A buffer without a fill of its own that is no output and that every arm which touches it writes: it carries
/// intermediate results, and at the gates it is poisoned too, so that an arm which reads what it did not write is found
/// out.
[[nodiscard]] bool is_scratch(const plan::Plan& plan, std::size_t buffer);
/// A buffer of which an untouched copy is kept on the device: it is restored for each trial, or it is written although
/// its data sets take turns, or it is written and its data came from the host.
[[nodiscard]] bool needs_pristine(const plan::Plan& plan, std::size_t buffer);
/// A buffer with data of its own that the arms write and that no track puts back: the gates fill it anew.
[[nodiscard]] bool is_refilled_at_gates(const plan::Plan& plan, std::size_t buffer);

/// How the trials of all arms repeat. `inside` one pass, under one pair of stamps, only where every arm is one pass and
/// no buffer is put back between trials; else `around` all passes, and for all arms alike: a pass that is repeated
/// inside overlaps with itself, and an arm of several passes cannot.
[[nodiscard]] messages::Track::Trials trials_of(const plan::Plan& plan);

/// Whether every arm's passes are put between two empty passes, because some arm begins or ends with a clear or a copy,
/// which bears no stamps: what stands in `steps` is subject, so its time must lie between stamps.
[[nodiscard]] bool needs_brackets(const plan::Plan& plan);

/// Data sets of the plan: the least common multiple of its buffers' `rotate`; trial t uses set t mod this.
[[nodiscard]] std::uint64_t data_sets(const plan::Plan& plan);

/// Most trials of a slot: a written buffer whose data sets take turns is put back once a slot, so each set is used
/// once; else `limit`.
[[nodiscard]] std::uint64_t most_trials(const plan::Plan& plan, std::uint64_t limit);

}  // namespace assay::lower
