// SPDX-License-Identifier: Apache-2.0
/// \file
/// Progress on stderr: one line that is rewritten on a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "report/style.hpp"

namespace assay::cli {

class Progress {
 public:
  /// `quiet` says nothing at all. `mark` begins every line ("SIMULATED"); empty: none.
  explicit Progress(bool quiet, std::string_view mark = {});
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(Progress&&) = delete;
  ~Progress();

  void show(double share, std::string_view what);
  /// A line that stays, whatever is being rewritten.
  void say(std::string_view line);
  /// Wipes the rewritten line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string mark_;
  bool quiet_, terminal_ = false, shown_ = false;
  report::Style style_{};
  Clock::time_point start_ = Clock::now(), last_{};
};

}  // namespace assay::cli
