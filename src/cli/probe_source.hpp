// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a plan comes from: a probe file, or the text that the quick form makes. It can be loaded once for every cell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/axes.hpp"
#include "cli/command_line.hpp"
#include "error/error.hpp"
#include "plan/load.hpp"
#include "plan/quick_probe.hpp"

namespace assay::cli {

class ProbeSource {
 public:
  /// Reads no probe yet, but makes the text of a quick form. `typed` goes into its comment; the first value of each
  /// axis is a parameter that the quick form need not name.
  [[nodiscard]] static Expected<ProbeSource> open(const ProbeWish& wish, const std::vector<Axis>& axes,
                                                  const std::string& typed);

  /// The plan at one cell.
  [[nodiscard]] Expected<plan::Plan> load(const Cell& cell, bool read_kernels = true) const;

  /// Keeps the text of a quick form where `--save` says; does nothing without. An existing file is left alone unless it
  /// holds the same plan.
  [[nodiscard]] Expected<void> save() const;

 private:
  std::string file_{}, save_{};
  std::optional<plan::QuickProbe> quick_{};
  plan::LoadOptions options_{};
};

}  // namespace assay::cli
