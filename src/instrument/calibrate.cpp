// SPDX-License-Identifier: Apache-2.0
#include "instrument/calibrate.hpp"

#include <algorithm>
#include <functional>

#include "instrument/cost_tests.hpp"
#include "instrument/known_work.hpp"
#include "instrument/memory_tests.hpp"
#include "instrument/shape_tests.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;
using Item = Expected<result::CertificateItem>;

constexpr double kWorkNs = 0.3e6, kQuanta = 8;
constexpr const char* kNames[] = {"linearity", "isolation", "share of wall", "repeats",
                                  "knee",      "control",   "indirect",      "memory"};

}  // namespace

Expected<void> calibrate(Device& device, result::Certificate& certificate, const Progress& progress) {
  const auto not_run_yet = [&] {
    for (const char* name : kNames) {
      if (certificate.find(name) == nullptr) certificate.items.push_back({.name = name, .state = State::not_run});
    }
  };
  if (!certificate.fit_to_compare()) {
    not_run_yet();
    return {};
  }
  const double stamp_ns = *certificate.stamp_ns, quantum_ns = *certificate.lattice_ns;
  const auto work = calibrate_known_work(device, stamp_ns, std::max(kWorkNs, kQuanta * quantum_ns));
  if (!work) return fail(work.error());
  const std::uint32_t steps = work->steps;
  const std::function<Item()> tests[] = {[&] { return test_linearity(device, stamp_ns, steps); },
                                         [&] { return test_isolation(device, steps); },
                                         [&] { return test_share_of_wall(device, stamp_ns, steps); },
                                         [&] { return test_repeats(device, steps); },
                                         [&] { return test_knee(device, steps); },
                                         [&] { return test_control(device, steps); },
                                         [&] { return test_indirect(device, stamp_ns, steps); }};
  for (std::size_t t = 0; t < std::size(tests); ++t) {
    if (progress) progress(0.5 * static_cast<double>(t) / std::size(tests), kNames[t]);
    auto item = tests[t]();
    if (!item) return fail(item.error());
    certificate.items.push_back(std::move(*item));
  }
  const auto readings = measure_memory(device, stamp_ns, quantum_ns, [&](double share, std::string_view what) {
    if (progress) progress(0.5 + share / 2, what);
  });
  if (!readings) return fail(readings.error());
  auto memory = judge_memory(*readings);
  certificate.copy_bytes_per_second = memory.copy_bytes_per_second;
  certificate.cache_bytes = memory.cache_bytes;
  certificate.items.push_back(std::move(memory.item));
  not_run_yet();
  return {};
}

}  // namespace assay::instrument
