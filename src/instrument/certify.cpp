// SPDX-License-Identifier: Apache-2.0
#include "instrument/certify.hpp"

#include <algorithm>
#include <utility>

#include "instrument/clock_tests.hpp"
#include "instrument/compute_tests.hpp"
#include "instrument/dither.hpp"
#include "instrument/lattice_reading.hpp"
#include "instrument/order_tests.hpp"
#include "instrument/stamp_tests.hpp"

namespace assay::instrument {
namespace {

using State = result::CertificateItem::State;

constexpr double kShortWorkNs = 0.3e6;  // long against every gap seen, short enough for dozens of repeats
constexpr double kLongWorkNs = 20e6;    // the wall time of a submission is then known to a per cent
constexpr double kQuantaPerPass = 8;    // one quantum more or less then does not decide a factor of two
constexpr int kDecompositionAttempts = 3;
constexpr int kAliveReadings = 5;
constexpr int kUnitReadings = 3;

bool explained_by_lattice(const result::CertificateItem& alive) {
  const auto& found = alive.numbers;
  return found.at("passes") > 0 && found.at("unwritten") == 0 && found.at("reversed") == 0;
}

/// No probe has a part in a self-test: what an engine refuses of it (a pass with stamps, a kernel) it would refuse of
/// any, and that is true of the engine.
Error of_this_rig(Error error) {
  if (error.fault != Fault::bad_input) return error;
  error.fault = Fault::unfit;
  error.what = "a self-test cannot run here: " + error.what;
  if (error.advice.empty()) error.advice = "try another engine or driver";
  return error;
}

/// Runs the self-tests one after the other and collects their items.
class Certification {
 public:
  Certification(Device& device, const Progress& progress) : device_(device), progress_(progress) {}

  Expected<result::Certificate> run() {
    if (const auto period = device_.stamp_ns()) certificate_.stamp_ns = *period;
    for (const auto step :
         {&Certification::compute, &Certification::known_fill, &Certification::alive, &Certification::lattice,
          &Certification::unit, &Certification::order, &Certification::stamps, &Certification::floor}) {
      auto done = (this->*step)();
      if (!done) return fail(of_this_rig(std::move(done.error())));
      if (!*done) break;
    }
    for (const char* name : {"barrier", "digest", "zeroed", "alive", "lattice", "unit", "decomposition", "position",
                             "rounding", "reset", "unwritten", "floor"}) {
      if (certificate_.find(name) == nullptr) certificate_.items.push_back({.name = name, .state = State::not_run});
    }
    return certificate_;
  }

 private:
  // Each step answers whether the later ones still make sense.
  Expected<bool> compute() {
    say(0.0, "checking barriers");
    auto item = test_barrier(device_);
    if (!item) return fail(item.error());
    return add(std::move(*item));
  }

  Expected<bool> known_fill() {
    say(0.1, "checking a known fill");
    auto item = test_known_fill(device_);
    if (!item) return fail(item.error());
    const bool right = add(std::move(*item));
    auto zeroed = test_zeroed(device_);
    if (!zeroed) return fail(zeroed.error());
    static_cast<void>(add(std::move(*zeroed)));
    return right;
  }

  Expected<bool> alive() {
    say(0.2, "checking that the clock is alive");
    const auto work = calibrate_known_work(device_, certificate_.stamp_ns.value_or(1), kShortWorkNs);
    if (!work) return fail(work.error());
    steps_ = work->steps;
    std::vector<WorkReading> readings;
    for (int i = 0; i < kAliveReadings; ++i) {
      auto reading = run_known_work(device_, {steps_, steps_});
      if (!reading) return fail(reading.error());
      readings.push_back(std::move(*reading));
    }
    auto item = judge_alive(readings, certificate_.stamp_ns);
    // A coarse clock may read nothing for short work and still be alive: ask it again with long work.
    // Only what a coarse lattice explains is asked again: no time at all, or a step more than the wall time. A stamp
    // that was not written, or the wrong order, is one too many.
    if (item.state == State::failed && explained_by_lattice(item)) {
      const auto longer = calibrate_known_work(device_, certificate_.stamp_ns.value_or(1), kLongWorkNs);
      if (!longer) return fail(longer.error());
      steps_ = longer->steps;
      readings.clear();
      for (int i = 0; i < kAliveReadings; ++i) {
        auto reading = run_known_work(device_, {steps_});
        if (!reading) return fail(reading.error());
        readings.push_back(std::move(*reading));
      }
      item = judge_alive(readings, certificate_.stamp_ns);
    }
    certificate_.alive = item.state == State::passed;
    return add(std::move(item));
  }

  Expected<bool> lattice() {
    say(0.35, "looking for the clock's lattice");
    auto submissions = collect_stamps(device_, steps_);
    if (!submissions) return fail(submissions.error());
    std::vector<std::uint64_t> stamps;
    for (const auto& passes : *submissions) {
      for (const auto& pass : passes) stamps.insert(stamps.end(), {pass.begin, pass.end});
    }
    auto finding = judge_lattice(stamps, certificate_.stamp_ns);
    stamps_ = std::move(*submissions);
    if (finding.quantum_raw && certificate_.stamp_ns) {
      certificate_.lattice_ns = *finding.quantum_raw * *certificate_.stamp_ns;
    }
    return add(std::move(finding.item));
  }

  Expected<bool> unit() {
    say(0.5, "checking the clock's unit");
    const auto work = calibrate_known_work(device_, certificate_.stamp_ns.value_or(1), kLongWorkNs);
    if (!work) return fail(work.error());
    std::vector<WorkReading> readings;
    for (int i = 0; i < kUnitReadings; ++i) {
      auto reading = run_known_work(device_, {work->steps});
      if (!reading) return fail(reading.error());
      readings.push_back(std::move(*reading));
    }
    if (certificate_.stamp_ns && certificate_.lattice_ns) {
      dither_ = Dither(*work, *certificate_.stamp_ns, *certificate_.lattice_ns);
    }
    long_work_ = *work;
    return add(judge_unit(readings, certificate_.stamp_ns));
  }

  Expected<bool> order() {
    say(0.65, "checking that time belongs to its pass");
    const double enough_ns = kQuantaPerPass * certificate_.lattice_ns.value_or(1);
    if (enough_ns > kShortWorkNs) {
      const auto work = calibrate_known_work(device_, certificate_.stamp_ns.value_or(1), enough_ns);
      if (!work) return fail(work.error());
      steps_ = work->steps;
    }
    // On a busy machine short work is mostly waiting. A clock that cannot tell passes apart fails with long work too,
    // so that a second and third try with more of it accuses nobody falsely and excuses nobody.
    const double quantum_raw = certificate_.lattice_ns.value_or(0) / certificate_.stamp_ns.value_or(1);
    auto decomposition = test_decomposition(device_, steps_, quantum_raw);
    for (int attempt = 2; attempt <= kDecompositionAttempts; ++attempt) {
      if (!decomposition || decomposition->state == State::passed) break;
      const auto before = decomposition->numbers.find(result::kRepeatsItem);
      const double repeats = before == decomposition->numbers.end() ? 0 : before->second;
      steps_ *= 4;
      decomposition = test_decomposition(device_, steps_, quantum_raw);
      if (!decomposition) break;
      decomposition->numbers["attempts"] = attempt;
      // A machine is excused only where it was busy at every attempt.
      const auto now = decomposition->numbers.find(result::kRepeatsItem);
      if (now != decomposition->numbers.end()) now->second = std::min(now->second, repeats);
    }
    if (!decomposition) return fail(decomposition.error());
    static_cast<void>(add(std::move(*decomposition)));
    say(0.8, "checking positions");
    auto position = test_position(device_, steps_of_position(), dither_, quantum_raw);
    if (!position) return fail(position.error());
    static_cast<void>(add(std::move(*position)));
    return true;
  }

  /// Per cents of a pass need more of the lattice than a factor of two does: 15 submissions of eight passes of 31
  /// quanta take a quarter of a second where a quantum is 65,536 ns.
  std::uint32_t steps_of_position() const {
    const double wish_ns = kQuantaOfWork * certificate_.lattice_ns.value_or(0);
    if (wish_ns <= kShortWorkNs) return steps_;
    return std::max(steps_, steps_that_take(wish_ns, long_work_, certificate_.stamp_ns.value_or(1)));
  }

  /// What the lattice was found from says more; a clock that fails here has shown why in an earlier item.
  Expected<bool> stamps() {
    static_cast<void>(add(judge_rounding(stamps_)));
    static_cast<void>(add(judge_reset(stamps_)));
    auto unwritten = test_unwritten(device_);
    if (!unwritten) return fail(unwritten.error());
    static_cast<void>(add(std::move(*unwritten)));
    return true;
  }

  Expected<bool> floor() {
    say(0.9, "measuring the floor");
    const auto readings = measure_floor(device_, dither_);
    if (!readings) return fail(readings.error());
    auto found = judge_floor(*readings, certificate_.stamp_ns.value_or(1),
                             {.quantum = certificate_.lattice_ns.value_or(0), .phases = dither_.phases()});
    certificate_.empty_submission_ns = found.empty_submission_ns;
    certificate_.empty_pass_ns = found.empty_pass_ns;
    certificate_.gap_ns = found.gap_ns;
    return add(std::move(found.item));
  }

  bool add(result::CertificateItem item) {
    const bool passed = item.state == State::passed;
    certificate_.items.push_back(std::move(item));
    return passed;
  }
  void say(double share, std::string_view what) const {
    if (progress_) progress_(share, what);
  }

  Device& device_;
  const Progress& progress_;
  result::Certificate certificate_{};
  std::uint32_t steps_ = 0;
  Calibration long_work_{};  ///< of kLongWorkNs
  Dither dither_{};  ///< waits on a coarse clock only
  std::vector<std::vector<PassStamps>> stamps_{};  ///< that the lattice was found from, by submission
};

}  // namespace

Expected<result::Certificate> certify(Device& device, const Progress& progress) {
  return Certification(device, progress).run();
}

result::Certificate certificate_without_clock(std::string_view reason) {
  result::Certificate certificate;
  certificate.items.push_back({.name = "alive",
                               .state = State::failed,
                               .value = std::string(reason),
                               .rule = "known work reads 0 < begin < end, within its wall time",
                               .forbids = "every time but wall time"});
  return certificate;
}

}  // namespace assay::instrument
