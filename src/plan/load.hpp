// SPDX-License-Identifier: Apache-2.0
/// \file
/// Probe file → plan.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "error/error.hpp"
#include "plan/limits.hpp"
#include "plan/plan.hpp"

namespace assay::plan {

/// What the command line changes in a probe.
struct LoadOptions {
  std::map<std::string, std::string> set{};  ///< `--set n=2^20`: parameter → expression
  std::map<std::string, std::uint32_t> seeds{};
  bool read_kernels = true;  ///< false: missing WGSL is not an error (`assay plan` of a bare probe)
};

/// Reads, checks and unrolls a probe. Errors are Fault::bad_input and name file, line, key, what was found and what is
/// allowed.
[[nodiscard]] Expected<Plan> load_probe(const std::filesystem::path& file, const LoadOptions& options = {});

/// The same from text; `folder` is where kernels and fills are looked up.
[[nodiscard]] Expected<Plan> parse_probe(std::string_view text, std::string_view name,
                                         const std::filesystem::path& folder, const LoadOptions& options = {});

/// Checks a plan against the limits of a device: sizes, alignments, counts, workgroups. Every violation has the number,
/// the limit and a way out. Fault::bad_input; Fault::unfit where only another device could run it.
[[nodiscard]] Expected<void> validate(const Plan& plan, const DeviceLimits& limits);

/// Canonical JSON: parameters resolved, comments gone, WGSL in; the same plan always gives the same bytes.
[[nodiscard]] Expected<std::string> canonical_json(const Plan& plan);

/// What a program has to know that computes the outputs of a plan: {"params": {NAME: number}, "buffers": {NAME:
/// {"type", "count"}}, "outputs": [NAME]}.
[[nodiscard]] Expected<std::string> parameters_json(const Plan& plan);

/// SHA-256 of the canonical JSON, as 64 hex digits.
[[nodiscard]] Expected<std::string> identity(const Plan& plan);

/// A commented probe for `assay new`.
[[nodiscard]] std::string new_probe_text(std::string_view question);

}  // namespace assay::plan
