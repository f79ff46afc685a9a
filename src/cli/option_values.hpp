// SPDX-License-Identifier: Apache-2.0
/// \file
/// From the words behind options to values. They are parsed behind the parser's back, so that their errors are Assay's
/// own sentences.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "error/error.hpp"

namespace assay::cli {

struct RawEngine {
  std::vector<std::string> engines{};
  std::string library{}, deadline = "30s";
};
/// What comparisons and profiles are both told.
struct RawMeasure {
  std::string budget{}, memory = "4GiB", seed{};
};
struct RawCompare {
  RawMeasure measure{.budget = "60s"};
  std::string replicates{}, squares{}, slot = "2ms";
};
struct RawTime {
  RawMeasure measure{.budget = "20s"};
  std::string sessions{}, rounds{};
};

/// One entry for each --engine; the default engine where none was named.
[[nodiscard]] Expected<std::vector<EngineOptions>> engines_of(const RawEngine& raw);

/// Fills in the values, and refuses options that do not fit together.
[[nodiscard]] Expected<void> finish(CompareCommand& command, const RawCompare& raw);
[[nodiscard]] Expected<void> finish(PlanCommand& command);
[[nodiscard]] Expected<void> finish(TimeCommand& command, const RawTime& raw);

/// Refuses a quick form without its parts, and its parts without the quick form. `verb` stands in errors.
/// `least_kernels`: fewest kernels of a quick form.
[[nodiscard]] Expected<void> check_probe_wish(const ProbeWish& wish, const std::string& verb,
                                              std::size_t least_kernels);

/// Whether kernels are meant, and not a probe.
[[nodiscard]] bool is_quick(const ProbeWish& wish);

}  // namespace assay::cli
