// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was typed, as data. The parser is fenced in command_line.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "error/error.hpp"

namespace assay::cli {

/// `--engine NAME[:variant][@adapter]`.
struct EngineWish {
  std::string name = "wgpu-native";
  std::string variant{};  ///< "bare": without the engine's checks; empty, "shipping": as it comes
  std::string adapter{};
};

/// Options that several verbs share.
struct EngineOptions {
  EngineWish engine{};
  bool engine_given = false;  ///< false: nobody said which
  std::string library{};  ///< another build of the engine's library; empty: the one that scripts/setup put there
  std::uint64_t deadline_ms = 30000;
};

struct CompareCommand {
  std::string probe{};
  EngineOptions engine{};
  std::vector<std::string> set{};  ///< "n=2^20"
  double budget_s = 60;
  std::optional<std::uint32_t> replicates{}, squares{};
  std::optional<double> margin{};  ///< fraction
  std::optional<std::uint64_t> seed{};
  std::uint64_t memory_bytes = 4ULL << 30U;
  std::string json{};  ///< a file, "-" for stdout, empty: the results folder
  bool markdown = false, csv = false;
  std::string replay{};  ///< a result file: judge it again, run nothing
  bool gate = false;  ///< exit 1 for slower, 3 for unresolved
  bool quiet = false, verbose = false;
};
struct DevicesCommand {
  EngineOptions engine{};
  bool certify = false;  ///< run the self-tests on the chosen device
};
struct PlanCommand {
  std::string probe{};
  std::vector<std::string> set{};
  bool json = false;
};
struct NewCommand {
  std::string file{};
  std::string question{};
  bool force = false;
};
struct HelpCommand {
  std::string topic{};
};
struct VersionCommand {};

using Command = std::variant<CompareCommand, DevicesCommand, PlanCommand, NewCommand, HelpCommand, VersionCommand>;

/// Text to print instead of running anything: `--help` of some verb.
struct Printed {
  std::string text{};
};

/// Fault::bad_input for everything that the parser refuses; it never exits and never prints.
[[nodiscard]] Expected<std::variant<Command, Printed>> parse_command_line(int argc, const char* const* argv);

/// "30s", "1.5min", "500ms", "2h" → seconds. A bare number is an error that asks for the unit.
[[nodiscard]] Expected<double> parse_duration_s(const std::string& text);
/// "1 %", "0.5%", "0.01" is an error that asks for the unit → fraction.
[[nodiscard]] Expected<double> parse_percent(const std::string& text);
/// "4GiB", "512MiB" → bytes.
[[nodiscard]] Expected<std::uint64_t> parse_bytes(const std::string& text);
[[nodiscard]] Expected<EngineWish> parse_engine(const std::string& text);

}  // namespace assay::cli
