// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/axes.hpp"
#include "cli/certificates.hpp"
#include "cli/engines.hpp"
#include "cli/exit_codes.hpp"
#include "cli/keep_result.hpp"
#include "cli/machine.hpp"
#include "cli/output_places.hpp"
#include "cli/probe_source.hpp"
#include "cli/progress.hpp"
#include "cli/recorded_file.hpp"
#include "cli/reference_command.hpp"
#include "cli/seed.hpp"
#include "cli/verbs.hpp"
#include "host/clock.hpp"
#include "host/interrupt.hpp"
#include "plan/near_miss.hpp"
#include "protocol/profile.hpp"
#include "protocol/time_arm.hpp"
#include "report/certificate_text.hpp"
#include "report/rig_text.hpp"
#include "report/several_text.hpp"
#include "report/text_layout.hpp"
#include "report/timing_table.hpp"
#include "report/timing_text.hpp"
#include "result/result_json.hpp"

namespace assay::cli {
namespace {

/// One profile of a command: at which values, on which engine, of which arm.
struct Subject {
  Cell cell{};
  EngineOptions engine{};
  plan::Plan plan{};
  std::size_t arm = 0;
};

void show_profile(const result::Timing& timing, const TimeCommand& command, const std::string& kept_at) {
  const auto style = text_style(command.output);
  if (command.verbose) {
    const auto mark = report::mark_of(timing.rig);
    say(command.output, report::certificate_text(timing.certificate, style, mark) + std::string(mark) + "\n");
  }
  say(command.output, report::timing_text(timing, style, kept_at, command.verbose));
}

Expected<void> write_profile_tables(const std::vector<result::Timing>& timings, const TimeCommand& command) {
  std::string markdown, csv = report::timing_csv_header();
  for (const auto& timing : timings) {
    markdown += report::timing_markdown(timing);
    csv += report::timing_csv_rows(timing);
  }
  return put_tables(command.output, markdown, csv);
}

int code_of(const result::Timing& timing) {
  const auto& impediment = timing.profile.impediment;
  if (!impediment) return 0;
  return impediment->interrupted ? exit_code(Fault::interrupted) : exit_code_of(impediment->verdict, false);
}

Expected<int> replay_profile(const TimeCommand& command) {
  const auto text = recorded_text(command.replay, Recorded::profile);
  if (!text) return fail(text.error());
  auto timing = result::timing_from_json(*text, command.replay);
  if (!timing) return fail(timing.error());
  if (auto sound = protocol::check_timing(*timing, command.replay); !sound) return fail(sound.error());
  protocol::profile(*timing);
  Kept kept{.at = command.replay};
  if (!command.output.json.empty()) kept = keep_result(*timing, command.output.json, 0);
  show_profile(*timing, command, kept.at);
  const int code = code_after_keeping(kept, code_of(*timing));
  if (auto tables = write_profile_tables({*timing}, command); !tables) return fail(tables.error());
  return code;
}

Expected<std::vector<std::size_t>> arms_of(const plan::Plan& plan, const std::vector<std::string>& wished) {
  std::vector<std::string> names;
  for (const auto& arm : plan.arms) names.push_back(arm.name);
  std::vector<std::size_t> arms;
  for (const auto& name : wished.empty() ? names : wished) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      return fail({.fault = Fault::bad_input,
                   .what = "the probe has no such arm",
                   .value = name,
                   .limit = plan::listed(names),
                   .where = "--arm",
                   .advice = plan::suggestion(name, names)});
    }
    arms.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return arms;
}

/// Every plan is read before the first one is measured: a mistake in the last cell must not cost an hour.
Expected<std::vector<Subject>> subjects_of(const TimeCommand& command, const ProbeSource& source,
                                           const std::vector<Axis>& axes) {
  const auto cells = cells_of(axes);
  if (!cells) return fail(cells.error());
  std::vector<Subject> subjects;
  for (const Cell& cell : *cells) {
    auto plan = source.load(cell);
    if (!plan) return fail(plan.error());
    if (auto allowed = check_commands(*plan, command.allow_commands); !allowed) return fail(allowed.error());
    const auto arms = arms_of(*plan, command.arms);
    if (!arms) return fail(arms.error());
    for (const std::size_t arm : *arms) {
      for (const auto& engine : command.engines) {
        subjects.push_back({.cell = cell, .engine = engine, .plan = *plan, .arm = arm});
      }
    }
  }
  return subjects;
}

class Profiles {
 public:
  Profiles(const TimeCommand& command, const std::vector<Subject>& subjects, const std::string& typed)
      : command_(command), subjects_(subjects), typed_(typed) {}

  Expected<int> all() {
    for (const Subject& subject : subjects_) {
      if (host::interrupted()) break;
      if (auto done = one(subject); !done) return fail(done.error());
    }
    if (several()) summarise();
    if (auto tables = write_profile_tables(timings_, command_); !tables) return fail(tables.error());
    if (host::interrupted()) return exit_code(Fault::interrupted);
    return most_serious(codes_);
  }

 private:
  struct Row {
    std::vector<std::string> at{};
    std::optional<std::size_t> timing{};
    std::string problem{};
  };
  [[nodiscard]] bool several() const { return subjects_.size() > 1; }

  Expected<result::Timing> measure(const Subject& subject) {
    const auto launcher = launcher_for(subject.engine);
    if (!launcher) return fail(launcher.error());
    auto commanded = run_reference_commands(subject.plan);
    if (!commanded) return fail(commanded.error());
    Progress progress(command_.quiet, mark_of(subject.engine.engine));
    const protocol::TimeOptions options{
        .budget_s = command_.budget_s,
        .sessions = command_.sessions.value_or(5),
        .rounds = command_.rounds.value_or(0),
        .seed = seed_or_drawn(command_.seed),
        .memory_bytes = command_.memory_bytes,
        .deadline_ms = subject.engine.deadline_ms,
        .adapter = subject.engine.engine.adapter,
        .toggles = toggles_of(subject.engine.engine),
        .machine = rig_asked_for(subject.engine.engine),
        .command = typed_,
        .started_utc = host::utc_now_text(),
        .commanded = std::move(*commanded),
        .known_memory = known_memory,
        .progress = [&progress](double share, std::string_view what) { progress.show(share, what); },
        .predicted = [&progress](std::string_view text) { progress.say(text); },
        .interrupted = host::interrupted};
    auto timing = protocol::time_arm(subject.plan, subject.arm, *launcher, options);
    progress.clear();
    return timing;
  }

  Expected<void> one(const Subject& subject) {
    Row row;
    for (const auto& [name, value] : subject.cell) row.at.push_back(value);
    std::string label = cell_text(subject.cell);
    if (command_.engines.size() > 1) {
      const std::string engine = engine_name(subject.engine);
      row.at.push_back(engine);
      label += (label.empty() ? "" : ", ") + engine;
    }
    auto timing = measure(subject);
    if (!timing) {
      if (!several()) return fail(timing.error());
      row.problem = sentence(timing.error());
      codes_.push_back(exit_code(timing.error().fault));
      say(command_.output,
          marked(subject.engine.engine, report::printable(label + ": not timed: " + row.problem)) + "\n");
    } else {
      const Kept kept = keep_result(*timing, command_.output.json, timings_.size());
      if (several()) say(command_.output, report::timing_line(label, *timing) + "\n");
      if (!several() || command_.verbose) show_profile(*timing, command_, kept.at);
      codes_.push_back(code_after_keeping(kept, code_of(*timing)));
      if (!kept.at.empty()) kept_ = {.count = kept_.count + 1, .last_at = kept.at};
      row.timing = timings_.size();
      timings_.push_back(std::move(*timing));
    }
    rows_.push_back(std::move(row));
    return {};
  }

  void summarise() {
    std::vector<std::string> headings;
    for (const auto& [name, value] : subjects_.front().cell) headings.push_back(name);
    if (command_.engines.size() > 1) headings.emplace_back("engine");
    std::vector<report::TimingSummaryRow> rows;
    for (const auto& row : rows_) {
      rows.push_back({.at = row.at, .timing = row.timing ? &timings_[*row.timing] : nullptr, .problem = row.problem});
    }
    std::vector<report::OneOfSeveral> all;
    for (const auto& timing : timings_) all.push_back({.rig = &timing.rig, .gate = &timing.gate});
    const std::string mark(report::mark_of_all(all));
    const auto style = text_style(command_.output);
    say(command_.output,
        mark + "\n" + report::timing_summary(headings, rows, style, mark) + report::several_text(all, kept_, style));
    say(command_.output,
        mark + (mark.empty() ? "" : " ") +
            "Each was timed by itself, one after the other: which is faster, and by how much at least, "
            "`assay compare` tells.\n");
  }

  const TimeCommand& command_;
  const std::vector<Subject>& subjects_;
  const std::string& typed_;
  std::vector<Row> rows_{};
  std::vector<result::Timing> timings_{};
  std::vector<int> codes_{};
  report::KeptResults kept_{};
};

}  // namespace

Expected<int> run_time(const TimeCommand& command, const std::string& typed) {
  if (auto places = check_places(command.output); !places) return fail(places.error());
  if (!command.replay.empty()) return replay_profile(command);
  const auto axes = axes_of(command.over, command.probe.set);
  if (!axes) return fail(axes.error());
  const auto source = ProbeSource::open(command.probe, *axes, typed);
  if (!source) return fail(source.error());
  const auto subjects = subjects_of(command, *source, *axes);
  if (!subjects) return fail(subjects.error());
  if (auto saved = source->save(); !saved) return fail(saved.error());
  if (auto folder = check_results_folder(command.output.json); !folder) return fail(folder.error());
  return Profiles(command, *subjects, typed).all();
}

}  // namespace assay::cli
