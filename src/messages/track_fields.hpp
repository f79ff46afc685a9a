// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of track: op lists over roles (docs/messages.md).
#pragma once

#include <array>
#include <string_view>

#include "json/fields.hpp"
#include "messages/bounds.hpp"
#include "messages/messages.hpp"

namespace assay::messages {

inline constexpr std::array<json::Word<Track::Trials>, 2> kTrials{
    {{"inside", Track::Trials::inside}, {"around", Track::Trials::around}}};
/// An op is an object with one of these keys; in the order of the variant.
inline constexpr std::array<std::string_view, 4> kOps{"pass", "clear", "copy", "fence"};
inline constexpr std::array<std::string_view, 2> kGroups{"groups", "indirect"};

template <class F>
void describe(F& f, typename F::template Ref<Bound> bound) {
  f.need("group", bound.group);
  f.need("binding", bound.binding);
  f.need("role", bound.role);
  f.need("offset", bound.offset);
  f.need("size", bound.size);
}

template <class F>
void describe(F& f, typename F::template Ref<IndirectGroups> groups) {
  f.need("role", groups.role);
  f.need("offset", groups.offset);
}

template <class F>
void describe(F& f, typename F::template Ref<TrackDispatch> dispatch) {
  f.need("kernel", dispatch.kernel);
  f.need("bindings", dispatch.bindings, kMostBindings);
  f.one_of(dispatch.groups, kGroups);
}

template <class F>
void describe(F& f, typename F::template Ref<PassOp> pass) {
  f.may("label", pass.label);
  f.may("iteration", pass.iteration);
  f.need("stamped", pass.stamped);
  f.need("dispatches", pass.dispatches, kMostDispatches);
}

template <class F>
void describe(F& f, typename F::template Ref<ClearOp> clear) {
  f.need("role", clear.role);
  f.need("offset", clear.offset);
  f.need("size", clear.size);
}

template <class F>
void describe(F& f, typename F::template Ref<CopyOp> copy) {
  f.need("from", copy.from);
  f.need("from_offset", copy.from_offset);
  f.need("to", copy.to);
  f.need("to_offset", copy.to_offset);
  f.need("size", copy.size);
}

template <class F>
void describe(F& f, typename F::template Ref<FenceOp> fence) {
  f.may("after", fence.after);
  f.may("before", fence.before);
}

template <class F>
void describe(F& f, typename F::template Ref<Op> op) {
  f.one_of(op, kOps);
}

template <class F>
void describe(F& f, typename F::template Ref<Track> track) {
  f.need("id", track.id);
  f.need("roles", track.roles);
  f.word("trials", track.trials, kTrials);
  f.need("ops", track.ops, kMostOps);
}

}  // namespace assay::messages
