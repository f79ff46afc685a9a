// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the instrument was found able to do, before anything is believed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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

struct Certificate {
  std::vector<CertificateItem> items{};
  bool alive = false;                          ///< stamps measure known work
  std::optional<double> stamp_ns{};            ///< nanoseconds of one raw unit; absent: not known
  std::optional<double> lattice_ns{};          ///< spacing of the stamps
  std::optional<double> empty_submission_ns{};  ///< median host time of an empty submit and wait
  std::optional<double> empty_pass_ns{};        ///< median span of a one-workgroup pass
  std::optional<double> gap_ns{};               ///< median gap between passes of a submission
  std::optional<double> copy_bytes_per_second{};  ///< read and written, of a copy that no cache holds; calibrated only
  std::optional<std::uint64_t> cache_bytes{};  ///< a working set that a cache holds, at least; calibrated only
  [[nodiscard]] const CertificateItem* find(const std::string& name) const;
  /// Nothing failed that forbids comparing.
  [[nodiscard]] bool fit_to_compare() const;
  /// The first reason against it, for the verdict.
  [[nodiscard]] std::string why_unfit() const;
  /// Why stamps have no meaning at all; empty where they time whole submissions, though passes may overlap.
  [[nodiscard]] std::string why_no_clock() const;

 private:
  /// `spared`: an item whose failure does not count.
  [[nodiscard]] std::string why_not(std::string_view spared) const;
};

}  // namespace assay::result
