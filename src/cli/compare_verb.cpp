// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "cli/engines.hpp"
#include "cli/exit_codes.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/set_options.hpp"
#include "cli/terminal_style.hpp"
#include "cli/verbs.hpp"
#include "host/atomic_file.hpp"
#include "host/clock.hpp"
#include "host/environment.hpp"
#include "host/interrupt.hpp"
#include "host/paths.hpp"
#include "host/writable.hpp"
#include "plan/load.hpp"
#include "protocol/compare.hpp"
#include "report/certificate_text.hpp"
#include "report/comparison_table.hpp"
#include "report/comparison_text.hpp"
#include "result/result_json.hpp"

namespace assay::cli {
namespace {

constexpr std::uintmax_t kMostResultBytes = 64U << 20U;

/// Fails before anything is measured where the result could not be kept afterwards.
Expected<void> check_json_place(const std::string& json) {
  if (json.empty() || json == "-") return {};
  const std::filesystem::path path = json;
  std::error_code code;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(path, code) && host::is_writable_folder(folder)) return {};
  return fail({.fault = Fault::bad_input,
               .what = "no result can be written there",
               .value = json,
               .where = "--json",
               .advice = "name a file in a folder that exists and can be written"});
}

std::uint64_t drawn_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

/// "20261130T173642Z-reduce_same.json": sorts by time, and says what it is.
std::string result_name(const result::Comparison& comparison) {
  std::string stamp;
  for (const char c : comparison.started_utc) {
    if (c != '-' && c != ':') stamp += c;
  }
  return stamp + "-" + std::filesystem::path(comparison.probe).stem().string() + ".json";
}

/// Keeps the result and says where; "-" prints it.
Expected<std::string> keep(const result::Comparison& comparison, const CompareCommand& command) {
  const auto text = result::to_json(comparison);
  if (!text) return fail(text.error());
  if (command.json == "-") {
    print(*text + "\n");
    return std::string();
  }
  std::filesystem::path path = command.json;
  if (path.empty()) {
    std::error_code code;
    const auto folder = host::results_folder(host::current_environment(), std::filesystem::current_path(code));
    if (!folder) return fail(folder.error());
    path = *folder / result_name(comparison);
    // Two results within a second must both stay.
    for (int n = 2; std::filesystem::exists(path, code) && n < 1000; ++n) {
      path = *folder / fmt::format("{}-{}.json", std::filesystem::path(result_name(comparison)).stem().string(), n);
    }
  }
  if (auto written = host::write_file_atomically(path, *text + "\n"); !written) return fail(written.error());
  return path.string();
}

void show(const result::Comparison& comparison, const CompareCommand& command, const std::string& kept_at) {
  const bool on_stdout = command.json != "-";
  const auto style = style_of(on_stdout ? host::OutputStream::standard_output : host::OutputStream::standard_error);
  const auto out = [&](const std::string& text) { on_stdout ? print(text) : print_error(text); };
  if (command.csv) return out(report::csv_header() + report::csv_row(comparison));
  if (command.markdown) return out(report::markdown_header() + report::markdown_row(comparison));
  if (command.verbose) out(report::certificate_text(comparison.certificate, style) + "\n");
  const auto detail = command.verbose ? report::Detail::full : report::Detail::summary;
  out(report::comparison_text(comparison, style, kept_at, detail));
}

Expected<int> replay(const CompareCommand& command) {
  std::error_code code;
  const auto bytes = std::filesystem::file_size(command.replay, code);  // fails for what is no regular file
  if (!code && bytes > kMostResultBytes) {
    return fail({.fault = Fault::bad_input,
                 .what = "this is too large for a result",
                 .value = fmt::format("{} bytes", bytes),
                 .limit = fmt::format("{} bytes", kMostResultBytes),
                 .where = command.replay});
  }
  std::ifstream file(command.replay, std::ios::binary);
  if (code || !file) {
    return fail({.fault = Fault::bad_input,
                 .what = "there is no such result to replay",
                 .where = command.replay,
                 .advice = "name a file that a comparison has kept"});
  }
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  auto comparison = result::comparison_from_json(text, command.replay);
  if (!comparison) return fail(comparison.error());
  if (auto sound = protocol::check_record(*comparison, command.replay); !sound) return fail(sound.error());
  if (command.margin && *command.margin != comparison->margin) {
    comparison->warnings.push_back(
        fmt::format("judged at a margin of {:g} %, chosen after the readings were seen; {:g} % was declared before",
                    100 * *command.margin, 100 * comparison->margin));
    comparison->margin = *command.margin;
  }
  protocol::judge_again(*comparison);
  std::string kept_at = command.replay;
  if (!command.json.empty()) {
    const auto kept = keep(*comparison, command);
    if (!kept) return fail(kept.error());
    kept_at = *kept;
  }
  show(*comparison, command, kept_at);
  return exit_code_of(comparison->judgement.verdict, command.gate);
}

protocol::CompareOptions options_for(const CompareCommand& command, const std::string& typed, Progress& progress) {
  protocol::CompareOptions options;
  options.budget_s = command.budget_s;
  options.keep_counts = command.replicates || command.squares;
  options.replicates = command.replicates.value_or(options.replicates);
  options.squares = command.squares.value_or(options.squares);
  options.seed = command.seed ? *command.seed : drawn_seed();
  options.memory_bytes = command.memory_bytes;
  options.deadline_ms = command.engine.deadline_ms;
  options.adapter = command.engine.engine.adapter;
  options.toggles = toggles_of(command.engine.engine);
  options.machine = machine_rig();
  options.command = typed;
  options.started_utc = host::utc_now_text();
  options.progress = [&progress](double share, std::string_view what) { progress.show(share, what); };
  options.predicted = [&progress](std::string_view text) { progress.say(text); };
  options.interrupted = host::interrupted;
  return options;
}

}  // namespace

Expected<int> run_compare(const CompareCommand& command, const std::string& typed) {
  if (auto place = check_json_place(command.json); !place) return fail(place.error());
  if (!command.replay.empty()) return replay(command);
  const auto load = load_options(command.set);
  if (!load) return fail(load.error());
  auto plan = plan::load_probe(command.probe, *load);
  if (!plan) return fail(plan.error());
  if (command.margin) plan->margin = *command.margin;
  const auto launcher = launcher_for(command.engine);
  if (!launcher) return fail(launcher.error());

  Progress progress(command.quiet);
  const auto comparison = protocol::compare(*plan, *launcher, options_for(command, typed, progress));
  progress.clear();
  if (!comparison) return fail(comparison.error());
  const auto kept_at = keep(*comparison, command);
  if (!kept_at) return fail(kept_at.error());
  show(*comparison, command, *kept_at);
  if (host::interrupted()) return exit_code(Fault::interrupted);
  return exit_code_of(comparison->judgement.verdict, command.gate);
}

}  // namespace assay::cli
