// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the instrument was found able to do, before anything is believed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::result {

/// One self-test.
struct CertificateItem {
  enum class State { passed, failed, not_run };
  std::string name{};   ///< "alive", "lattice", "unit", "decomposition", …: docs/certificate.md
  State state = State::not_run;
  std::string value{};    ///< measured, with units, for people: "lattice 1 ns over 512 stamps"
  std::string rule{};     ///< what passing means
  std::string forbids{};  ///< what a failure forbids; empty when it passed
  std::map<std::string, double> numbers{};  ///< the same for programs; units in the names
};

/// Number of the item "decomposition": the median of repeats of one pass over the quickest of them, at the median over
/// all passes; of several attempts the smallest.
inline constexpr const char* kRepeatsItem = "repeat_over_quickest";
/// From here on repeats of one pass tell that something else ran meanwhile. On a quiet device they are 1.0x.
inline constexpr double kBusyRepeats = 1.5;

struct Certificate {
  std::vector<CertificateItem> items{};
  bool alive = false;                          ///< stamps measure known work
  std::optional<double> stamp_ns{};            ///< nanoseconds of one raw unit; absent: not known
  std::optional<double> lattice_ns{};          ///< spacing of the stamps
  std::optional<double> empty_submission_ns{};  ///< median host time of an empty submit and wait
  std::optional<double> empty_pass_ns{};        ///< span of a one-workgroup pass: median, or mean below 30 quanta
  std::optional<double> gap_ns{};               ///< between passes of a submission: median, or mean below 30 quanta
  std::optional<double> copy_bytes_per_second{};  ///< read and written, of a copy that no cache holds; calibrated only
  std::optional<std::uint64_t> cache_bytes{};  ///< a working set that a cache holds, at least; calibrated only
  [[nodiscard]] const CertificateItem* find(const std::string& name) const;
  /// Nothing failed that forbids comparing.
  [[nodiscard]] bool fit_to_compare() const;
  /// The first reason against it, for the verdict.
  [[nodiscard]] std::string why_unfit() const;
  /// Why what stands in the way of comparing is the machine at this moment, and not the instrument: passes could not be
  /// told apart, and repeats of the very same pass differed from each other by as much (kRepeatsItem). Empty: nothing
  /// stands in the way, or the instrument does.
  [[nodiscard]] std::string why_busy() const;
  /// Why stamps have no meaning at all; empty where they time whole submissions, though passes may overlap.
  [[nodiscard]] std::string why_no_clock() const;

 private:
  /// `spared`: items whose failure does not count.
  [[nodiscard]] std::string why_not(std::span<const char* const> spared) const;
};

}  // namespace assay::result
