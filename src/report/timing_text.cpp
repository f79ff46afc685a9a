// SPDX-License-Identifier: Apache-2.0
#include "report/timing_text.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "report/cache_text.hpp"
#include "report/cells.hpp"
#include "report/labelled_lines.hpp"
#include "report/next_step.hpp"
#include "report/number_text.hpp"
#include "report/rig_text.hpp"
#include "report/text_layout.hpp"
#include "report/verdict_sentence.hpp"
#include "result/rate_claim.hpp"

namespace assay::report {
namespace {

using result::Attribution;
using result::Estimate;
using result::Timing;

constexpr std::size_t kTimingLabelColumns = 12;
constexpr std::size_t kMostTimingNotes = 8;
constexpr std::size_t kMostTimingEvents = 3;
constexpr int kDigits = 4;

std::string share_text(const std::optional<double>& share) { return share ? percent_text(*share, 1) : ""; }

/// A turn's passes are of many kinds: what one of them takes means nothing there.
void add_turns(std::vector<std::vector<std::string>>& table, const std::vector<result::TimingRow>& rows,
               std::size_t most) {
  for (std::size_t i = 0; i < rows.size() && i < most; ++i) {
    table.push_back({elide_middle(printable(rows[i].name), 40), count_text(rows[i].passes),
                     estimate_text(rows[i].total), share_text(rows[i].share), range_text(rows[i].total)});
  }
}

void add_rows(std::vector<std::vector<std::string>>& table, const std::vector<result::TimingRow>& rows,
              std::size_t most) {
  for (std::size_t i = 0; i < rows.size() && i < most; ++i) {
    const auto& row = rows[i];
    table.push_back({elide_middle(printable(row.name), 40), count_text(row.passes), estimate_text(row.total),
                     share_text(row.share), estimate_text(row.per_pass), range_text(row.per_pass)});
  }
}

/// Passes, gaps and span, in the columns of the rows above them.
void add_sums(std::vector<std::vector<std::string>>& table, const Timing& timing) {
  const auto& profile = timing.profile;
  std::size_t passes = 0;
  for (const auto& row : profile.labels) passes += row.passes;
  const auto add = [&](std::string name, std::string count, const Estimate& estimate) {
    table.push_back({std::move(name), std::move(count), estimate_text(estimate), "", "", range_text(estimate)});
  };
  add(profile.attribution == Attribution::derived ? "Σ passes (derived)" : "Σ passes", count_text(passes),
      profile.passes);
  add("between them", "", profile.gaps);
  add("span", "", profile.span);
}

std::string tables(const Timing& timing, const Style& style, bool verbose) {
  const auto& profile = timing.profile;
  const auto mark = mark_of(timing.rig);
  std::vector<std::vector<std::string>> table{{"pass", ">passes", ">a trial", ">share", ">a pass", "95 %"}};
  add_rows(table, profile.labels, profile.labels.size());
  if (!profile.labels.empty()) add_sums(table, timing);
  std::string text = aligned(std::move(table), style, mark);
  if (profile.iterations.size() > 1) {
    std::vector<std::vector<std::string>> iterations{{"iteration", ">passes", ">a trial", ">share", "95 %"}};
    const std::size_t most = verbose ? profile.iterations.size() : kMostIterations;
    add_turns(iterations, profile.iterations, most);
    if (profile.iterations.size() > most) {
      iterations.push_back({fmt::format("… and {} more: -v lists all", profile.iterations.size() - most)});
    }
    text += std::string(mark) + "\n" + aligned(std::move(iterations), style, mark);
  }
  return text + std::string(mark) + "\n";
}

bool is_timed(const Timing& timing) { return !timing.profile.impediment; }
bool has_wall(const Timing& timing) {
  const auto& impediment = timing.profile.impediment;
  return !impediment || (impediment->verdict == result::Verdict::unfit && timing.profile.wall.wall.known());
}

std::vector<std::string> events_of(const Timing& timing) {
  std::vector<std::string> events;
  for (const auto& session : timing.sessions) events.insert(events.end(), session.events.begin(), session.events.end());
  return events;
}

void add_headline(LabelledLines& lines, const Timing& timing) {
  const auto& profile = timing.profile;
  if (profile.impediment) {
    const auto verdict = profile.impediment->verdict;
    lines.add(headline_word(verdict), fmt::format("{} was not timed", printable(timing.arm)), ink_of(verdict));
    lines.add("because", elide_middle(printable(profile.impediment->reason), kSentenceColumns));
    const auto events = events_of(timing).empty() ? Events::none : Events::printed;
    lines.add("next", profile.impediment->interrupted ? "run the same command again"
                                                      : next_step(verdict, profile.impediment->reason, events));
    return;
  }
  std::string line = fmt::format("{} takes {} a trial", printable(timing.arm), estimate_text(profile.span));
  if (const auto range = range_text(profile.span); !range.empty()) line += fmt::format(" ({})", range);
  std::size_t passes = 0;
  for (const auto& pass : timing.passes) passes += pass.bracket ? 0 : 1;
  line += fmt::format(": {} on a device that is kept busy", passes == 1 ? "one pass" : count_text(passes) + " passes");
  lines.add("TIMED", line, Ink::bold);
  if (timing.rig.software) lines.add("", kSoftwareDevice);
}

void add_timing_rates(LabelledLines& lines, const Timing& timing) {
  if (!timing.profile.span.known() || timing.profile.span.ns <= 0) return;
  std::string line;
  for (const auto& [name, amount] : timing.rates) {
    const double per_second = amount / timing.profile.span.ns * 1e9;
    line += (line.empty() ? "" : ", ") + rate_text(per_second, name == "bytes" ? "B" : name);
    if (name == "bytes") line += rate_remark(result::claim_of(per_second, timing.working_set_bytes, timing.cache));
  }
  if (!line.empty()) lines.add("rate", line);
}

std::string part(std::string_view name, const Estimate& estimate) {
  return fmt::format("{} {}", name, estimate_text(estimate));
}

void add_wall(LabelledLines& lines, const Timing& timing) {
  const auto& wall = timing.profile.wall;
  if (!wall.wall.known()) return;
  std::string line = fmt::format("{} alone in a submission", estimate_text(wall.wall));
  if (const auto range = range_text(wall.wall); !range.empty()) line += fmt::format(" ({})", range);
  line += ": " + part("encode", wall.encode);
  if (wall.submit_known) line += ", " + part("submit", wall.submit);
  line += ", " + part(wall.submit_known ? "wait" : "submit and wait", wall.wait);
  line += ", " + part("read-back of the stamps", wall.read_back);
  lines.add("wall", line);
  if (!wall.median_submission || timing.profile.attribution == Attribution::no_clock) return;
  const auto& one = *wall.median_submission;
  const auto ns = [](double value) {
    return value < 0 ? "-" + duration_text(-value, kDigits) : duration_text(value, kDigits);
  };
  std::string sum = "of the submission with the median wall time: ";
  if (timing.profile.attribution != Attribution::no_passes) {
    sum += fmt::format("passes {} + between them {} = ", ns(one.passes_ns), ns(one.gaps_ns));
  }
  sum += fmt::format(
      "span {}; + {} that no stamp saw (start, completion) = submit and wait {}; + encode {} + read-back "
      "{} = wall {}",
      ns(one.span_ns), ns(one.outside_ns), ns(one.submit_ns + one.wait_ns), ns(one.encode_ns), ns(one.read_back_ns),
      ns(one.wall_ns));
  lines.add("reconciled", sum);
}

void add_timing_gates(LabelledLines& lines, const Timing& timing) {
  const auto& gate = timing.gate;
  if (!gate.ran()) return lines.add("gates", "not run");
  std::string line = gate.passed ? "passed" : "FAILED";
  if (!gate.message.empty()) line += ": " + elide_middle(printable(gate.message), kSentenceColumns);
  lines.add("gates", line, gate.passed ? Ink::faint : Ink::red);
}

void add_timing_schedule(LabelledLines& lines, const Timing& timing) {
  const auto& schedule = timing.schedule;
  std::string line = fmt::format("{} × {} of {} in a row behind {} untimed, and one alone; seed {}",
                                 counted(schedule.sessions, "fresh process"), counted(schedule.rounds, "round"),
                                 counted(schedule.trials, "trial"), count_text(schedule.lead_in), schedule.seed);
  if (schedule.dither) line += ", dithered";
  line += fmt::format("; {}; took {}", timing.profile.yield, duration_text(timing.seconds * 1e9));
  lines.add("schedule", line);
}

}  // namespace

std::string estimate_text(const Estimate& estimate) {
  switch (estimate.kind) {
    case Estimate::Kind::median: return duration_text(estimate.ns, kDigits);
    case Estimate::Kind::mean: return "mean " + duration_text(estimate.ns, kDigits - 1);
    case Estimate::Kind::below_lattice: return "below the lattice";
    case Estimate::Kind::missing: break;
  }
  return std::string(kNotKnown);
}

std::string range_text(const Estimate& estimate) {
  if (estimate.kind == Estimate::Kind::below_lattice) {
    return fmt::format("mean 0, at most {}", duration_text(estimate.interval.high));
  }
  if (!estimate.known() || !estimate.interval.is_finite()) return {};
  return fmt::format("{} … {}", duration_text(estimate.interval.low, kDigits),
                     duration_text(estimate.interval.high, kDigits));
}

std::string timing_text(const Timing& timing, const Style& style, std::string_view kept_at, bool verbose) {
  LabelledLines top(style, kTimingLabelColumns, mark_of(timing.rig));
  add_headline(top, timing);
  std::string text = top.text();
  if (is_timed(timing) && !timing.profile.labels.empty()) text += tables(timing, style, verbose);
  LabelledLines lines(style, kTimingLabelColumns, mark_of(timing.rig));
  if (is_timed(timing)) add_timing_rates(lines, timing);
  if (has_wall(timing)) add_wall(lines, timing);
  if (is_timed(timing) && timing.profile.first_over_plateau) {
    lines.add("warm-up", fmt::format("the first trial spanned {} the plateau",
                                     factor_text(*timing.profile.first_over_plateau, 2)));
  }
  add_timing_gates(lines, timing);
  if (verbose && has_wall(timing)) add_timing_schedule(lines, timing);
  if (!is_timed(timing)) lines.add_sentences("events", events_of(timing), kMostTimingEvents, Ink::yellow);
  if (const auto rig = rig_text(timing.rig); !rig.empty()) lines.add("rig", rig);
  if (timing.rig.software && !is_timed(timing)) lines.add("", kSoftwareDevice);
  if (has_wall(timing)) lines.add_sentences("note", timing.profile.notes, kMostTimingNotes, Ink::yellow);
  lines.add_sentences("warning", timing.warnings, kMostTimingNotes, Ink::yellow);
  if (!kept_at.empty()) lines.add_unwrapped("kept", kept_at);
  return text + lines.text();
}

std::string timing_line(std::string_view label, const Timing& timing) {
  const std::string mark = timing.rig.simulated ? "SIMULATED " : "";
  const std::string at = label.empty() ? timing.arm : fmt::format("{}, {}", label, timing.arm);
  if (const auto& impediment = timing.profile.impediment) {
    return printable(fmt::format("{}{}: {}, {}", mark, at, headline_word(impediment->verdict), impediment->reason));
  }
  std::string line = fmt::format("{}{}: {} a trial", mark, at, estimate_text(timing.profile.span));
  if (const auto range = range_text(timing.profile.span); !range.empty()) line += fmt::format(" ({})", range);
  if (timing.rig.software) line += ", on a software device";
  return printable(line);
}

}  // namespace assay::report
