// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of a rig and a certificate in JSON (docs/results.md).
#pragma once

#include <array>

#include "json/fields.hpp"
#include "result/certificate.hpp"
#include "result/rig.hpp"

namespace assay::result {

/// Most entries of lists of names, limits and numbers.
inline constexpr std::size_t kMostNames = 4096;

inline constexpr std::array<json::Word<CertificateItem::State>, 3> kItemStates{
    {{"passed", CertificateItem::State::passed},
     {"failed", CertificateItem::State::failed},
     {"not run", CertificateItem::State::not_run}}};

template <class F>
void describe(F& f, typename F::template Ref<Rig> rig) {
  f.need("engine", rig.engine);
  f.need("engine_version", rig.engine_version);
  f.need("worker_build", rig.worker_build);
  f.need("toggles", rig.toggles, kMostNames);
  f.need("adapter", rig.adapter);
  f.need("driver", rig.driver);
  f.need("backend", rig.backend);
  f.need("vendor_id", rig.vendor_id);
  f.need("device_id", rig.device_id);
  f.need("software", rig.software);
  f.may("simulated", rig.simulated);
  f.need("features", rig.features, kMostNames);
  f.need("limits", rig.limits, kMostNames);
  f.need("host", rig.host);
  f.need("cores", rig.cores);
  f.or_null("load_1min", rig.load_1min);
  f.need("assay_version", rig.assay_version);
}

template <class F>
void describe(F& f, typename F::template Ref<CertificateItem> item) {
  f.need("name", item.name);
  f.word("state", item.state, kItemStates);
  f.need("value", item.value);
  f.need("rule", item.rule);
  f.need("forbids", item.forbids);
  f.or_null("numbers", item.numbers, kMostNames);
}

template <class F>
void describe(F& f, typename F::template Ref<Certificate> certificate) {
  f.need("alive", certificate.alive);
  f.or_null("stamp_ns", certificate.stamp_ns);
  f.or_null("lattice_ns", certificate.lattice_ns);
  f.or_null("empty_submission_ns", certificate.empty_submission_ns);
  f.or_null("empty_pass_ns", certificate.empty_pass_ns);
  f.or_null("gap_ns", certificate.gap_ns);
  f.need("items", certificate.items, kMostNames);
}

}  // namespace assay::result
