// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <vector>

#include "cli/axes.hpp"
#include "cli/certificates.hpp"
#include "cli/engines.hpp"
#include "cli/exit_codes.hpp"
#include "cli/keep_result.hpp"
#include "cli/machine.hpp"
#include "cli/output_places.hpp"
#include "cli/plan_variants.hpp"
#include "cli/probe_source.hpp"
#include "cli/progress.hpp"
#include "cli/recorded_file.hpp"
#include "cli/reference_command.hpp"
#include "cli/seed.hpp"
#include "cli/verbs.hpp"
#include "host/clock.hpp"
#include "host/interrupt.hpp"
#include "protocol/compare.hpp"
#include "protocol/once.hpp"
#include "report/certificate_text.hpp"
#include "report/comparison_table.hpp"
#include "report/comparison_text.hpp"
#include "report/once_text.hpp"
#include "report/rig_text.hpp"
#include "report/several_text.hpp"
#include "report/summary_table.hpp"
#include "report/text_layout.hpp"
#include "result/result_json.hpp"

namespace assay::cli {
namespace {

/// One comparison of a command: at which values, on which engine.
struct Run {
  Cell cell{};
  EngineOptions engine{};
  plan::Plan plan{};
};

void show(const result::Comparison& comparison, const CompareCommand& command, const std::string& kept_at) {
  const auto style = text_style(command.output);
  if (command.verbose) {
    // The empty line between the two is a line as well.
    const auto mark = report::mark_of(comparison.rig);
    say(command.output, report::certificate_text(comparison.certificate, style, mark) + std::string(mark) + "\n");
  }
  const auto detail = command.verbose ? report::Detail::full : report::Detail::summary;
  say(command.output, report::comparison_text(comparison, style, kept_at, detail));
}

Expected<void> write_tables(const std::vector<result::Comparison>& comparisons, const CompareCommand& command) {
  std::string markdown = report::markdown_header(), csv = report::csv_header();
  for (const auto& comparison : comparisons) {
    markdown += report::markdown_row(comparison);
    csv += report::csv_row(comparison);
  }
  return put_tables(command.output, markdown, csv);
}

Expected<int> replay(const CompareCommand& command) {
  const auto text = recorded_text(command.replay, Recorded::comparison);
  if (!text) return fail(text.error());
  auto comparison = result::comparison_from_json(*text, command.replay);
  if (!comparison) return fail(comparison.error());
  if (auto sound = protocol::check_record(*comparison, command.replay); !sound) return fail(sound.error());
  if (command.margin && *command.margin != comparison->margin) {
    comparison->warnings.push_back(
        fmt::format("judged at a margin of {:g} %, chosen after the readings were seen; {:g} % was declared before",
                    100 * *command.margin, 100 * comparison->margin));
    comparison->margin = *command.margin;
  }
  protocol::judge_again(*comparison);
  Kept kept{.at = command.replay};
  if (!command.output.json.empty()) kept = keep_result(*comparison, command.output.json, 0);
  show(*comparison, command, kept.at);
  const int code = code_after_keeping(kept, exit_code_of(comparison->judgement.verdict, command.gate));
  if (auto tables = write_tables({*comparison}, command); !tables) return fail(tables.error());
  return code;
}

protocol::CompareOptions options_for(const CompareCommand& command, const EngineOptions& engine,
                                     const std::string& typed, Progress& progress) {
  protocol::CompareOptions options;
  options.budget_s = command.budget_s;
  options.slot_ns = command.slot_s * 1e9;
  options.keep_counts = command.replicates || command.squares;
  options.replicates = command.replicates.value_or(options.replicates);
  options.squares = command.squares.value_or(options.squares);
  options.seed = seed_or_drawn(command.seed);
  options.memory_bytes = command.memory_bytes;
  options.deadline_ms = engine.deadline_ms;
  options.adapter = engine.engine.adapter;
  options.toggles = toggles_of(engine.engine);
  options.empty_room = command.empty_room;
  options.machine = rig_asked_for(engine.engine);
  options.command = typed;
  options.started_utc = host::utc_now_text();
  options.progress = [&progress](double share, std::string_view what) { progress.show(share, what); };
  options.known_memory = known_memory;
  options.predicted = [&progress](std::string_view text) { progress.say(text); };
  options.interrupted = host::interrupted;
  return options;
}

/// The plan that was asked for in place of the probe's own.
Expected<plan::Plan> variant_of(const CompareCommand& command, plan::Plan plan) {
  if (!command.against.empty()) {
    constexpr std::string_view kGit = "git:";
    if (!command.against.starts_with(kGit)) {
      return fail({.fault = Fault::bad_input,
                   .what = "not something to compare against",
                   .value = command.against,
                   .limit = "git:REVISION, like git:HEAD~1",
                   .where = "--against"});
    }
    auto both = against_revision(plan, command.against.substr(kGit.size()));
    if (!both) return both;
    plan = std::move(*both);
  }
  return command.empty_room ? empty_room(std::move(plan)) : plan;
}

/// Every plan is read before the first one is measured: a mistake in the last cell must not cost an hour.
Expected<std::vector<Run>> runs_of(const CompareCommand& command, const ProbeSource& source,
                                   const std::vector<Axis>& axes) {
  const auto cells = cells_of(axes);
  if (!cells) return fail(cells.error());
  std::vector<Run> runs;
  for (const Cell& cell : *cells) {
    auto plan = source.load(cell);
    if (!plan) return fail(plan.error());
    if (command.margin) plan->margin = *command.margin;
    auto variant = variant_of(command, std::move(*plan));
    if (!variant) return fail(variant.error());
    if (auto allowed = check_commands(*variant, command.allow_commands); !allowed) return fail(allowed.error());
    if (command.cache) variant->cache = *command.cache;
    const auto states = cache_states(*variant);
    for (const plan::Plan& one : states) {
      Cell at = cell;
      // A person tells the two apart by the state; one state alone stands in the result's own line.
      if (states.size() > 1) at.emplace_back("cache", plan::name_of(one.cache));
      for (const EngineOptions& engine : command.engines) runs.push_back({.cell = at, .engine = engine, .plan = one});
    }
  }
  return runs;
}

Expected<result::Comparison> compare_once(const CompareCommand& command, const Run& run, const std::string& typed) {
  const auto launcher = launcher_for(run.engine);
  if (!launcher) return fail(launcher.error());
  auto commanded = run_reference_commands(run.plan);
  if (!commanded) return fail(commanded.error());
  Progress progress(command.quiet, mark_of(run.engine.engine));
  auto options = options_for(command, run.engine, typed, progress);
  options.commanded = std::move(*commanded);
  auto comparison = protocol::compare(run.plan, *launcher, options);
  progress.clear();
  return comparison;
}

Expected<int> run_single(const CompareCommand& command, const Run& run, const std::string& typed) {
  const auto comparison = compare_once(command, run, typed);
  if (!comparison) return fail(comparison.error());
  const Kept kept = keep_result(*comparison, command.output.json, 0);
  show(*comparison, command, kept.at);
  const int code = code_after_keeping(kept, exit_code_of(comparison->judgement.verdict, command.gate));
  if (auto tables = write_tables({*comparison}, command); !tables) return fail(tables.error());
  return host::interrupted() ? exit_code(Fault::interrupted) : code;
}

/// Several comparisons: a line when each is done, a table of all at the end. One that cannot be made stops no other.
class Several {
 public:
  Several(const CompareCommand& command, const std::vector<Run>& runs, const std::string& typed)
      : command_(command), runs_(runs), typed_(typed) {}

  Expected<int> all() {
    for (const Run& run : runs_) {
      if (host::interrupted()) break;
      if (auto done = one(run); !done) return fail(done.error());
    }
    std::vector<std::string> headings;
    for (const auto& [name, value] : runs_.front().cell) headings.push_back(name);
    if (command_.engines.size() > 1) headings.emplace_back("engine");
    std::vector<report::SummaryRow> rows;
    for (const auto& row : rows_) {
      rows.push_back({.at = row.at,
                      .comparison = row.comparison ? &comparisons_[*row.comparison] : nullptr,
                      .problem = row.problem});
    }
    std::vector<report::OneOfSeveral> all;
    for (const auto& comparison : comparisons_) all.push_back({.rig = &comparison.rig, .gate = &comparison.gate});
    const auto mark = report::mark_of_all(all);
    const auto style = text_style(command_.output);
    say(command_.output, std::string(mark) + "\n" + report::summary_table(headings, rows, style, mark) +
                             report::several_text(all, kept_, style));
    if (auto tables = write_tables(comparisons_, command_); !tables) return fail(tables.error());
    if (host::interrupted()) {
      print_error(fmt::format("interrupted: {} of {} comparisons were begun\n", rows_.size(), runs_.size()));
      return exit_code(Fault::interrupted);
    }
    return most_serious(codes_);
  }

 private:
  struct Row {
    std::vector<std::string> at{};
    std::optional<std::size_t> comparison{};
    std::string problem{};
  };

  Expected<void> one(const Run& run) {
    Row row;
    for (const auto& [name, value] : run.cell) row.at.push_back(value);
    if (command_.engines.size() > 1) row.at.push_back(engine_name(run.engine));
    std::string label = cell_text(run.cell);
    if (command_.engines.size() > 1) label += (label.empty() ? "" : ", ") + engine_name(run.engine);
    auto comparison = compare_once(command_, run, typed_);
    if (!comparison) {
      row.problem = sentence(comparison.error());
      codes_.push_back(exit_code(comparison.error().fault));
      say(command_.output,
          marked(run.engine.engine, report::printable(label + ": not compared: " + row.problem)) + "\n");
    } else {
      const Kept kept = keep_result(*comparison, command_.output.json, comparisons_.size());
      say(command_.output, report::summary_line(label, *comparison) + "\n");
      if (command_.verbose) show(*comparison, command_, kept.at);
      codes_.push_back(code_after_keeping(kept, exit_code_of(comparison->judgement.verdict, command_.gate)));
      if (!kept.at.empty()) kept_ = {.count = kept_.count + 1, .last_at = kept.at};
      row.comparison = comparisons_.size();
      comparisons_.push_back(std::move(*comparison));
    }
    rows_.push_back(std::move(row));
    return {};
  }

  const CompareCommand& command_;
  const std::vector<Run>& runs_;
  const std::string& typed_;
  std::vector<Row> rows_{};
  std::vector<result::Comparison> comparisons_{};
  std::vector<int> codes_{};
  report::KeptResults kept_{};
};

/// `--once`: for whoever looks at the passes in a GPU debugger.
Expected<int> run_for_capture(const CompareCommand& command, const std::vector<Run>& runs) {
  std::vector<int> codes;
  for (const Run& run : runs) {
    const auto launcher = launcher_for(run.engine);
    if (!launcher) return fail(launcher.error());
    auto commanded = run_reference_commands(run.plan);
    if (!commanded) return fail(commanded.error());
    const auto outcome = protocol::run_once(run.plan, *launcher,
                                            {.adapter = run.engine.engine.adapter,
                                             .toggles = toggles_of(run.engine.engine),
                                             .memory_bytes = command.memory_bytes,
                                             .deadline_ms = run.engine.deadline_ms,
                                             .seed = command.seed.value_or(0),
                                             .commanded = std::move(*commanded)});
    if (!outcome) return fail(outcome.error());
    print(report::once_text(outcome->gate, outcome->passes, cell_text(run.cell), mark_of(run.engine.engine)));
    codes.push_back(outcome->gate.passed ? 0 : exit_code(Fault::incorrect));
  }
  return most_serious(codes);
}

}  // namespace

Expected<int> run_compare(const CompareCommand& command, const std::string& typed) {
  if (auto places = check_places(command.output); !places) return fail(places.error());
  if (!command.replay.empty()) return replay(command);
  const auto axes = axes_of(command.over, command.probe.set);
  if (!axes) return fail(axes.error());
  const auto source = ProbeSource::open(command.probe, *axes, typed);
  if (!source) return fail(source.error());
  const auto runs = runs_of(command, *source, *axes);
  if (!runs) return fail(runs.error());
  if (auto saved = source->save(); !saved) return fail(saved.error());
  if (command.once) return run_for_capture(command, *runs);
  if (auto folder = check_results_folder(command.output.json); !folder) return fail(folder.error());
  return runs->size() == 1 ? run_single(command, runs->front(), typed) : Several(command, *runs, typed).all();
}

}  // namespace assay::cli
