// SPDX-License-Identifier: Apache-2.0
/// \file
/// One function per verb: each prints and returns the exit code, or an error that main() prints.
#pragma once

#include <string>
#include <string_view>

#include "cli/command_line.hpp"
#include "error/error.hpp"

namespace assay::cli {

[[nodiscard]] Expected<int> run_compare(const CompareCommand& command, const std::string& typed);
[[nodiscard]] Expected<int> run_time(const TimeCommand& command, const std::string& typed);
[[nodiscard]] Expected<int> run_devices(const DevicesCommand& command);
[[nodiscard]] Expected<int> run_calibrate(const CalibrateCommand& command);
[[nodiscard]] Expected<int> run_plan(const PlanCommand& command, const std::string& typed);
[[nodiscard]] Expected<int> run_new(const NewCommand& command);
[[nodiscard]] Expected<int> run_help(const HelpCommand& command);
[[nodiscard]] Expected<int> run_completions(const CompletionsCommand& command);
[[nodiscard]] Expected<int> run_version(const VersionCommand& command);

/// Text to stdout, or to stderr. A reader that went away (a closed pipe) is not an error; anything else that keeps
/// stdout from being written is remembered.
void print(std::string_view text);
void print_error(std::string_view text);
/// Whether something that should be on stdout is not.
[[nodiscard]] bool output_was_lost();

}  // namespace assay::cli
