// SPDX-License-Identifier: Apache-2.0
#include "instrument/calibrate.hpp"

#include <algorithm>
#include <functional>

#include "instrument/cost_tests.hpp"
#include "instrument/dither.hpp"
#include "instrument/known_work.hpp"
#include "instrument/lattice_reading.hpp"
#include "instrument/memory_tests.hpp"
#include "instrument/shape_tests.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;
using Item = Expected<result::CertificateItem>;

constexpr double kWorkNs = 0.3e6;
constexpr double kQuantaOfWallTime = 8;  // for what is read by the host's clock, or counted
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
  const double quantum_raw = quantum_ns / stamp_ns;
  const auto work = calibrate_known_work(device, stamp_ns, std::max(kWorkNs, kQuantaOfWork * quantum_ns));
  if (!work) return fail(work.error());
  // The work was found by doubling: a coarse clock, where all of it takes longest, gets no more than it needs.
  const auto steps_of = [&](double quanta) {
    if (kQuantaOfWork * quantum_ns <= kWorkNs) return work->steps;
    return std::min(work->steps, steps_that_take(std::max(kWorkNs, quanta * quantum_ns), *work, stamp_ns));
  };
  const std::uint32_t steps = steps_of(kQuantaOfWork), fewer_steps = steps_of(kQuantaOfWallTime);
  Dither dither(*work, stamp_ns, quantum_ns);
  const std::function<Item()> tests[] = {[&] { return test_linearity(device, stamp_ns, steps, quantum_ns); },
                                         [&] { return test_isolation(device, fewer_steps); },
                                         [&] { return test_share_of_wall(device, stamp_ns, steps, quantum_ns); },
                                         [&] { return test_repeats(device, steps, quantum_raw); },
                                         [&] { return test_knee(device, steps, quantum_raw); },
                                         [&] { return test_control(device, fewer_steps); },
                                         [&] { return test_indirect(device, stamp_ns, steps, dither, quantum_ns); }};
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
