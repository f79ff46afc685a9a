// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of hello, open, close, errors and events (docs/messages.md).
#pragma once

#include <array>
#include <limits>

#include "json/fields.hpp"
#include "messages/bounds.hpp"
#include "messages/messages.hpp"

namespace assay::messages {

inline constexpr std::array<json::Word<Adapter::Kind>, 5> kAdapterKinds{{{"discrete", Adapter::Kind::discrete},
                                                                         {"integrated", Adapter::Kind::integrated},
                                                                         {"software", Adapter::Kind::software},
                                                                         {"unknown", Adapter::Kind::unknown},
                                                                         {"simulated", Adapter::Kind::simulated}}};
inline constexpr std::array<json::Word<OpenAnswer::StampUnit>, 3> kStampUnits{
    {{"nanoseconds", OpenAnswer::StampUnit::nanoseconds},
     {"ticks", OpenAnswer::StampUnit::ticks},
     {"unknown", OpenAnswer::StampUnit::unknown}}};
inline constexpr std::array<json::Word<Failure::Kind>, 7> kFailureKinds{
    {{"protocol", Failure::Kind::protocol},
     {"unsupported", Failure::Kind::unsupported},
     {"validation", Failure::Kind::validation},
     {"out_of_memory", Failure::Kind::out_of_memory},
     {"lost", Failure::Kind::lost},
     {"deadline", Failure::Kind::deadline},
     {"internal", Failure::Kind::internal}}};
inline constexpr std::array<json::Word<Event::Kind>, 4> kEventKinds{{{"lost", Event::Kind::lost},
                                                                     {"error", Event::Kind::error},
                                                                     {"out_of_memory", Event::Kind::out_of_memory},
                                                                     {"log", Event::Kind::log}}};

inline constexpr std::int64_t kMostProtocol = 1000000;
inline constexpr std::int64_t kMostPid = std::numeric_limits<std::uint32_t>::max();

template <class F>
void describe(F& f, typename F::template Ref<Hello> hello) {
  f.whole("protocol", hello.protocol, 1, kMostProtocol);
  f.may("ticket", hello.ticket);
}

template <class F>
void describe(F& f, typename F::template Ref<HelloAnswer> answer) {
  f.whole("protocol", answer.protocol, 1, kMostProtocol);
  f.need("engine", answer.engine);
  f.need("version", answer.version);
  f.need("build", answer.build);
  f.whole("pid", answer.pid, 0, kMostPid);
  f.need("clock_step_ns", answer.clock_step_ns);
  f.may("cross_origin_isolated", answer.cross_origin_isolated);
}

template <class F>
void describe(F& f, typename F::template Ref<Adapter> adapter) {
  f.need("name", adapter.name);
  f.may("vendor", adapter.vendor);
  f.may("architecture", adapter.architecture);
  f.may("device", adapter.device);
  f.may("description", adapter.description);
  f.may("driver", adapter.driver);
  f.may("backend", adapter.backend);
  f.need("vendor_id", adapter.vendor_id);
  f.need("device_id", adapter.device_id);
  f.word("kind", adapter.kind, kAdapterKinds);
}

template <class F>
void describe(F& f, typename F::template Ref<Open> open) {
  f.may("adapter", open.adapter);
  f.may("list_only", open.list_only);
  f.may("features", open.features, kMostNames);
  f.may("limits", open.limits, kMostNames);
  f.may("toggles", open.toggles, kMostNames);
}

template <class F>
void describe(F& f, typename F::template Ref<OpenAnswer> answer) {
  f.need("adapters", answer.adapters, kMostAdapters);
  f.whole("chosen", answer.chosen, 0, static_cast<std::int64_t>(kMostAdapters) - 1);
  f.need("features", answer.features, kMostNames);
  f.need("adapter_features", answer.adapter_features, kMostNames);
  f.need("limits", answer.limits, kMostNames);
  f.word("stamp_unit", answer.stamp_unit, kStampUnits);
  f.may("period_ns", answer.period_ns);
  f.may("resolves_unwritten", answer.resolves_unwritten);
}

template <class F>
void describe(F&, typename F::template Ref<Close>) {}

template <class F>
void describe(F&, typename F::template Ref<Done>) {}

template <class F>
void describe(F&, typename F::template Ref<Beat>) {}

template <class F>
void describe(F& f, typename F::template Ref<Failure> failure) {
  f.word("kind", failure.kind, kFailureKinds);
  f.need("what", failure.what);
  f.may("value", failure.value);
  f.may("limit", failure.limit);
  f.may("where", failure.where);
}

template <class F>
void describe(F& f, typename F::template Ref<Event> event) {
  f.word("kind", event.kind, kEventKinds);
  f.need("text", event.text);
}

}  // namespace assay::messages
