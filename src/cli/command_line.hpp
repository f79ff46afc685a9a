// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was typed, as data. The parser is fenced in command_line.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/option_table.hpp"
#include "error/error.hpp"
#include "plan/plan.hpp"

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

/// What is to be run: one probe file, or the quick form, kernels and what a probe would say of them.
struct ProbeWish {
  std::vector<std::string> files{};     ///< a probe, or files that end in .wgsl
  std::vector<std::string> set{};       ///< "n=2^20"
  std::vector<std::string> buffers{};   ///< quick form: "input:f32[n]=integers:256"
  std::string workgroups{};             ///< quick form: "n/1024"
  std::vector<std::string> features{};  ///< quick form: "subgroups"
  std::string save{};                   ///< quick form: where the probe is kept; empty: nowhere
  std::string margin{};                 ///< as typed: the quick form has no other place for it
  std::string cache{};                  ///< the same: "cold", "warm", "both"
};

/// Where results and tables go.
struct OutputPlaces {
  std::string json{};             ///< a file, "-" for stdout, empty: the results folder
  std::string markdown{}, csv{};  ///< a table into a file, or instead of the text ("-"); empty: no table
};

struct CompareCommand {
  ProbeWish probe{};
  std::vector<EngineOptions> engines{};  ///< at least one
  std::string against{};  ///< "git:REVISION": the probe's kernels against themselves as they were
  bool empty_room = false;  ///< every arm runs the first one's steps
  bool allow_commands = false;  ///< a probe's reference may be a program, which is run
  std::vector<std::string> over{};       ///< "n=2^10,2^12": each is an axis, several make their cross product
  double budget_s = 60;
  double slot_s = 2e-3;                  ///< wished length of a timed slot
  std::optional<std::uint32_t> replicates{}, squares{};
  std::optional<double> margin{};  ///< fraction
  std::optional<plan::CacheWish> cache{};  ///< instead of the probe's
  std::optional<std::uint64_t> seed{};
  std::uint64_t memory_bytes = 4ULL << 30U;
  OutputPlaces output{};
  std::string replay{};         ///< a result file: judge it again, run nothing
  bool once = false;            ///< gates, then each arm once, for a capture; nothing is measured
  bool gate = false;            ///< exit 1 for slower, 3 for unresolved
  bool quiet = false, verbose = false;
};
struct TimeCommand {
  ProbeWish probe{};
  std::vector<EngineOptions> engines{};  ///< at least one
  bool allow_commands = false;           ///< run what the probe names as its reference
  std::vector<std::string> arms{};       ///< by name; empty: all of them, one after the other
  std::vector<std::string> over{};       ///< "n=2^10,2^12"
  double budget_s = 20;                  ///< of each profile
  std::optional<std::uint32_t> sessions{}, rounds{};
  std::optional<std::uint64_t> seed{};
  std::uint64_t memory_bytes = 4ULL << 30U;
  OutputPlaces output{};
  std::string replay{};           ///< a result file: its profile is worked out again, nothing is run
  bool quiet = false, verbose = false;
};
struct DevicesCommand {
  std::vector<EngineOptions> engines{};  ///< at least one
  bool certify = false;  ///< run the self-tests on the chosen device
};
struct CalibrateCommand {
  EngineOptions engine{};
  std::string json{};  ///< a file, "-" for stdout, empty: none
  bool quiet = false;
};
struct PlanCommand {
  ProbeWish probe{};
  std::optional<double> margin{};          ///< fraction, instead of the probe's
  std::optional<plan::CacheWish> cache{};  ///< instead of the probe's
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
struct CompletionsCommand {
  std::string shell{};  ///< "bash", "zsh", "fish"
};

using Command = std::variant<CompareCommand, TimeCommand, DevicesCommand, CalibrateCommand, PlanCommand, NewCommand,
                             HelpCommand, VersionCommand, CompletionsCommand>;

/// Text to print instead of running anything: `--help` of some verb.
struct Printed {
  std::string text{};
};

/// Fault::bad_input for everything that the parser refuses; it never exits and never prints.
[[nodiscard]] Expected<std::variant<Command, Printed>> parse_command_line(int argc, const char* const* argv);

/// Every verb and option that the parser knows, for completions.
[[nodiscard]] OptionTable option_table();

/// "30s", "1.5min", "500ms", "2h" → seconds. A bare number is an error that asks for the unit.
[[nodiscard]] Expected<double> parse_duration_s(const std::string& text);
/// "1 %", "0.5%", "0.01" is an error that asks for the unit → fraction.
[[nodiscard]] Expected<double> parse_percent(const std::string& text);
/// "4GiB", "512MiB" → bytes.
[[nodiscard]] Expected<std::uint64_t> parse_bytes(const std::string& text);
[[nodiscard]] Expected<EngineWish> parse_engine(const std::string& text);

}  // namespace assay::cli
